/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* How the rules of operators make nodes. Shapes are inferred and constants folded as nodes are
 * added, with a batch of 1: many operators mean something else for another rank. What depends on
 * the batch is forgotten in the end (forget.c).
 *
 * The first error is kept: after it, functions that make values return KOMA_VALUE_NONE, and take
 * it as an input, so that rules need not look at each step. */
#pragma once

#include "attrs.h"
#include "engine/graph/graph.h"
#include "tensor.h"

G_BEGIN_DECLS

/* A graph that is being built. */
typedef struct
{
  KomaGraph *graph;
  GArray    *is_fixed;   /* gboolean [n_values]: a constant, whatever the batch is */
  GArray    *is_removed; /* gboolean [n_nodes]: computed ahead */
  void     **scratch;    /* of koma_cpu_fold () */
  guint      n_scratch;
} KomaOnnxBuilder;

/* A node of ONNX while its rule runs. */
typedef struct
{
  KomaOnnxBuilder             *builder;
  KomaOnnxSource              *source; /* of the bytes of a Constant */
  const Koma__Onnx__NodeProto *node;
  const char                  *name;    /* of the node, or of its first result */
  gint64                       opset;   /* of the operators of ONNX itself */
  const char                  *koma_op; /* of the operator's row in rules.inc */
  const KomaValueId           *inputs;  /* KOMA_VALUE_NONE where an optional one is left out */
  guint                        n_inputs;
  guint                        n_outputs;
  GArray                      *outputs; /* KomaValueId, appended by the rule */
  GError                      *error;   /* (nullable) the first one */
} KomaOnnxCall;

void        koma_onnx_builder_init (KomaOnnxBuilder *self, KomaGraph *graph);
void        koma_onnx_builder_clear (KomaOnnxBuilder *self);
void        koma_onnx_builder_forget (KomaOnnxBuilder *self);
KomaValueId koma_onnx_builder_add_constant (KomaOnnxBuilder *self,
                                            const char      *name,
                                            KomaArray       *tensor);

/* Sets the error of the call, unless there is one. Returns KOMA_VALUE_NONE. */
KomaValueId koma_onnx_fail (KomaOnnxCall *call,
                            KomaError     code,
                            const char   *format,
                            ...) G_GNUC_PRINTF (3, 4);

/* Looking. A value that is none has the shape of a scalar. */
gboolean         koma_onnx_has_input (const KomaOnnxCall *call, guint index);
KomaValueId      koma_onnx_input (const KomaOnnxCall *call, guint index);
const KomaShape *koma_onnx_shape (const KomaOnnxCall *call, KomaValueId value);
KomaDType        koma_onnx_dtype (const KomaOnnxCall *call, KomaValueId value);
gboolean         koma_onnx_is_8_bit (const KomaOnnxCall *call, KomaValueId value);
guint            koma_onnx_rank (const KomaOnnxCall *call, KomaValueId value);
/* The contents of a value that is known ahead, with a batch of 1; NULL where it is not. */
const KomaArray *koma_onnx_known (const KomaOnnxCall *call, KomaValueId value);
/* A list that was an attribute once and an input later: axes, pads. */
gboolean koma_onnx_list (KomaOnnxCall *call,
                         const char   *attr,
                         guint         input,
                         gint64      **ret_numbers, /* (nullable) where it is left out */
                         gsize        *ret_n_numbers);
/* An axis that may count from the end. */
guint koma_onnx_axis (KomaOnnxCall *call, gint64 axis, guint rank);

/* Making constants. */
KomaValueId koma_onnx_float (KomaOnnxCall *call, double number);
KomaValueId koma_onnx_number (KomaOnnxCall *call, KomaDType dtype, double number);
KomaValueId koma_onnx_ints (KomaOnnxCall *call, const gint64 *numbers, guint n);
KomaValueId koma_onnx_floats (KomaOnnxCall *call, const KomaShape *shape, const float *numbers);

/* Making nodes. */
KomaValueId koma_onnx_add (KomaOnnxCall *call,
                           KomaOp        op,
                           KomaAttrs    *attrs, /* (transfer full) (nullable) */
                           guint         n_inputs,
                           ...); /* KomaValueId */
KomaValueId koma_onnx_addv (KomaOnnxCall      *call,
                            KomaOp             op,
                            KomaAttrs         *attrs, /* (transfer full) (nullable) */
                            const KomaValueId *inputs,
                            guint              n_inputs);
/* By the name of an op that Koma may not have. */
KomaValueId koma_onnx_add_named (KomaOnnxCall *call,
                                 const char   *op,
                                 KomaAttrs    *attrs, /* (transfer full) (nullable) */
                                 guint         n_inputs,
                                 ...); /* KomaValueId */
KomaValueId koma_onnx_transpose (KomaOnnxCall *call, KomaValueId x, const gint64 *perm);
KomaValueId koma_onnx_reshape (KomaOnnxCall *call, KomaValueId x, const gint64 *dims, guint n);
KomaValueId koma_onnx_cast (KomaOnnxCall *call, KomaValueId x, KomaDType dtype);
KomaValueId koma_onnx_scale (KomaOnnxCall *call, KomaValueId x, double factor);
/* From [n,c,…] to [n,…,c] and back. */
KomaValueId koma_onnx_to_channels_last (KomaOnnxCall *call, KomaValueId x);
KomaValueId koma_onnx_to_channels_first (KomaOnnxCall *call, KomaValueId x);

/* The next result of the node. */
void koma_onnx_return (KomaOnnxCall *call, KomaValueId value);

G_END_DECLS
