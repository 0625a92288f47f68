/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What rules are written with. A value that could not be made is KOMA_VALUE_NONE, with the error
 * set, which must not be NULL; what is made of such a value, or after it, is none either. So a rule
 * looks at the last value only. */
#pragma once

#include "tensors.h"

G_BEGIN_DECLS

/* An operator about to be lowered. */
typedef struct
{
  KomaTflite          *tflite;
  const char          *name; /* "CONV_2D" */
  KomaOp               op;   /* of its row; unused by some rules */
  KomaFlatTable        options;
  const KomaFlatVector inputs; /* int32 indices; -1: not there */
  const KomaFlatVector outputs;
} KomaTfliteCall;

/* Activations that are fused into operators. */
#define ACTIVATION(index) FIELD (index, "fused_activation_function")

gboolean                koma_tflite_has_input (const KomaTfliteCall *call, guint index);
const KomaTfliteTensor *koma_tflite_get_input (const KomaTfliteCall *call, guint index); /* there */
/* Floats, or integers that stand for themselves. */
KomaValueId koma_tflite_real (const KomaTfliteCall *call, guint index, GError **error);
/* As the file types it. */
KomaValueId koma_tflite_value (const KomaTfliteCall *call, guint index, GError **error);
/* A float filter whose dimension i is dimension perm[i] of the file's. */
KomaValueId koma_tflite_filter (const KomaTfliteCall *call,
                                guint                 index,
                                const guint          *perm, /* [4] */
                                GError              **error);

KomaValueId koma_tflite_float (const KomaTfliteCall *call, double value, GError **error);
KomaValueId koma_tflite_ints (const KomaTfliteCall *call,
                              const gint32         *values,
                              guint                 n_values,
                              GError              **error);
KomaValueId koma_tflite_int (const KomaTfliteCall *call, gint32 value, GError **error);

KomaNode   *koma_tflite_add (const KomaTfliteCall *call,
                             KomaOp                op,
                             KomaAttrs            *attrs, /* (transfer full) (nullable) */
                             const KomaValueId    *inputs,
                             guint                 n_inputs,
                             GError              **error);
KomaValueId koma_tflite_apply (const KomaTfliteCall *call, /* the first output of such a node */
                               KomaOp                op,
                               KomaAttrs            *attrs,
                               GError              **error,
                               guint                 n_inputs,
                               ...);
KomaValueId koma_tflite_activate (const KomaTfliteCall *call,
                                  KomaFlatField         field,
                                  KomaValueId           value,
                                  GError              **error);

gboolean koma_tflite_set_output (const KomaTfliteCall *call,
                                 guint                 index,
                                 KomaValueId           value, /* floats are quantised as it says */
                                 GError              **error);
gboolean koma_tflite_refuse (const KomaTfliteCall *call, const char *what, GError **error);

G_END_DECLS
