/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What rules are written with besides graph/builder.h: an operator's inputs, options, activation
 * and outputs. The builder keeps the first error. */
#pragma once

#include "tensors.h"

G_BEGIN_DECLS

/* An operator about to be lowered. */
typedef struct
{
  KomaTflite          *tflite;
  const char          *name;       /* "CONV_2D" */
  KomaOp               op;         /* of its row; unused by some rules */
  const char          *inputs_are; /* of its row, see koma_tflite_apply (); NULL but of PLAIN */
  KomaFlatTable        options;
  const KomaFlatVector inputs; /* int32 indices; -1: not there */
  const KomaFlatVector outputs;
} KomaTfliteCall;

/* Activations that are fused into operators. */
#define ACTIVATION(index) FIELD (index, "fused_activation_function")

/* Attributes that have the names of the options' fields, integers of @n_bytes each. */
#define KOMA_TFLITE_INTS(call, n_bytes, ...)                                    \
  koma_tflite_read_ints ((call), (n_bytes), ((KomaFlatField[]){ __VA_ARGS__ }), \
                         G_N_ELEMENTS (((KomaFlatField[]){ __VA_ARGS__ })))
KomaAttrs *koma_tflite_read_ints (const KomaTfliteCall *call,
                                  guint                 n_bytes, /* 1, 4 */
                                  const KomaFlatField  *fields,
                                  guint                 n_fields);

gboolean koma_tflite_has_input (const KomaTfliteCall *call, guint index);
/* One that is there. */
const KomaTfliteTensor *koma_tflite_get_input (const KomaTfliteCall *call, guint index);
KomaTfliteTensor       *koma_tflite_get_output (const KomaTfliteCall *call, guint index);
/* Floats, or integers that stand for themselves. */
KomaValueId koma_tflite_real (const KomaTfliteCall *call, guint index);
/* As the file types it. */
KomaValueId koma_tflite_value (const KomaTfliteCall *call, guint index);
/* A float filter whose dimension i is dimension perm[i] of the file's. */
KomaValueId koma_tflite_filter (const KomaTfliteCall *call,
                                guint                 index,
                                const guint          *perm); /* [4] */

/* The op of the operator's row. @inputs_are: a letter for each: "r": koma_tflite_real (), "v":
 * koma_tflite_value () */
KomaValueId koma_tflite_apply (KomaBuilder          *b,
                               const KomaTfliteCall *call,
                               const char           *inputs_are,
                               KomaAttrs            *attrs /* (transfer full) (nullable) */);
/* The same of values, and of a bias where the operator has an input behind them; then its
 * activation. */
KomaValueId koma_tflite_apply_biased (KomaBuilder          *b,
                                      const KomaTfliteCall *call,
                                      const KomaValueId    *inputs,
                                      guint                 n_inputs,
                                      KomaAttrs            *attrs, /* (transfer full) (nullable) */
                                      KomaFlatField         activation);
KomaValueId koma_tflite_activate (KomaBuilder          *b,
                                  const KomaTfliteCall *call,
                                  KomaFlatField         field,
                                  KomaValueId           value);

void        koma_tflite_set_output (const KomaTfliteCall *call,
                                    guint                 index,
                                    KomaValueId           value); /* quantised as it says */
KomaValueId koma_tflite_refuse (KomaBuilder *b, const KomaTfliteCall *call, const char *what);

G_END_DECLS
