/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "rules.h"

#define FULLY_CONNECTED_FORMAT    FIELD (1, "weights_format")
#define FULLY_CONNECTED_KEEP_DIMS FIELD (2, "keep_num_dims")
#define BATCH_MATMUL_ADJ_X        FIELD (0, "adj_x")
#define BATCH_MATMUL_ADJ_Y        FIELD (1, "adj_y")

/* The input as rows of what a row of the weights [out, in] takes. */
static KomaValueId
get_rows (KomaBuilder          *b,
          const KomaTfliteCall *call)
{
  const KomaValueId x = koma_tflite_real (call, 0);
  const gint32      n_inputs = (gint32) koma_tflite_get_input (call, 1)->shape.dims[1];

  if (koma_flat_get_int (&call->options, FULLY_CONNECTED_KEEP_DIMS, 1, 0))
    return x;
  return koma_builder_reshape (b, x, KOMA_SHAPE (-1, n_inputs));
}

/* FULLY_CONNECTED (x, weights [out, in][, bias]) */
KomaValueId
koma_tflite_rule_fully_connected (KomaBuilder          *b,
                                  const KomaTfliteCall *call)
{
  const KomaValueId weights = koma_tflite_real (call, 1);
  KomaAttrs        *attrs = NULL;

  if (weights == KOMA_VALUE_NONE)
    return KOMA_VALUE_NONE;
  if (koma_flat_get_int (&call->options, FULLY_CONNECTED_FORMAT, 1, 0) != 0)
    return koma_tflite_refuse (b, call, "shuffled weights");
  if (koma_tflite_get_input (call, 1)->shape.rank != 2)
    return koma_builder_fail (b, KOMA_ERROR_MODEL, "%s: its weights “%s” have not 2 dimensions",
                              call->name, koma_tflite_get_input (call, 1)->name);
  attrs = koma_attrs_new ();
  koma_attrs_set_int (attrs, "transpose_b", TRUE);
  return koma_tflite_apply_biased (b, call, (KomaValueId[]){ get_rows (b, call), weights }, 2,
                                   attrs, ACTIVATION (0));
}

KomaValueId
koma_tflite_rule_batch_mat_mul (KomaBuilder          *b,
                                const KomaTfliteCall *call)
{
  const KomaValueId x = koma_tflite_real (call, 0);

  return koma_builder_mat_mul (b, x, koma_tflite_real (call, 1),
                               koma_flat_get_int (&call->options, BATCH_MATMUL_ADJ_X, 1, 0),
                               koma_flat_get_int (&call->options, BATCH_MATMUL_ADJ_Y, 1, 0));
}
