/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A node of one op and its operands, written in a line of text that is also
 * the name of the test:
 *
 *   Conv2D f[n,13,13,3] F[3,3,3,8] F[8] | strides=[1,2,2,1] padding=SAME -> Relu6
 *
 * First the op. Then its inputs: f float32, i int32, b bool, u uint8, s int8; lower case is
 * filled before each run, upper case is a constant.
 *   f[2,3]           random in [-2, 2]; i in [-9, 9]; u and s of all values
 *   f[2,3]:0.1:4     random in [0.1, 4]
 *   f[20]:special    0, infinities, NaN, halves, very large and small
 *   f[2,3]:nan       random in [-2, 2] with one NaN in the middle
 *   I{1,2} F(0.5)    these values: a vector, a scalar
 *   u[2,3]@0.1@128   integers that stand for 0.1 * (u - 128); behind => what the result stands for
 *   S[4,8]@0.1*8x1@0 8 scales from 0.1 on, of channels whose elements lie together singly; of -0.1
 *                    on they are negative, but for each third from the second on
 * A dimension n takes several values, one session each. Behind | stand
 * attributes, body being a name of op-body.h; behind -> an op that is applied to
 * the first result. */
#pragma once

#include "engine/graph/graph.h"
#include "engine/graph/quantization.h"

G_BEGIN_DECLS

#define OP_CASE_MAX_OPERANDS 8
#define OP_CASE_MAX_VALUES   40

typedef enum {
  OP_CASE_RANDOM,
  OP_CASE_SPECIAL,
  OP_CASE_NAN,
  OP_CASE_VALUES,
} OpCaseFill;

typedef struct
{
  KomaDType  dtype;
  gboolean   is_constant;
  KomaShape  shape; /* n is KOMA_DIM_UNKNOWN */
  OpCaseFill fill;
  double     low;
  double     high;
  double     values[OP_CASE_MAX_VALUES];

  KomaQuantization *quantization; /* (nullable) (owned) */
} OpCaseOperand;

typedef struct
{
  char         *text;
  KomaOp        op;
  OpCaseOperand operands[OP_CASE_MAX_OPERANDS];
  guint         n_operands;
  KomaAttrs    *attrs;
  KomaOp        then; /* KOMA_N_OPS: nothing */

  KomaQuantization *result; /* (nullable) (owned) then is a clamp of the node */
} OpCase;

OpCase    *op_case_parse (const char *text);
void       op_case_free (OpCase *op_case);
gboolean   op_case_has_n (const OpCase *op_case);
KomaArray *op_case_make_tensor (const OpCaseOperand *operand,
                                gint64               n,
                                GRand               *rand);
KomaGraph *op_case_build (const OpCase *op_case,
                          KomaArray   **constants, /* [n_operands] */
                          GError      **error);
KomaGraph *op_case_infer (const char *text,
                          gint64      n,
                          GError    **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OpCase, op_case_free)

G_END_DECLS
