/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "rules.h"

#define FULLY_CONNECTED_FORMAT    FIELD (1, "weights_format")
#define FULLY_CONNECTED_KEEP_DIMS FIELD (2, "keep_num_dims")
#define BATCH_MATMUL_ADJ_X        FIELD (0, "adj_x")
#define BATCH_MATMUL_ADJ_Y        FIELD (1, "adj_y")

/* The input as rows of what a row of the weights [out, in] takes. */
static KomaValueId
get_rows (const KomaTfliteCall *call,
          GError              **error)
{
  KomaValueId      x = koma_tflite_real (call, 0, error);
  const KomaShape *weights = NULL;

  if (x == KOMA_VALUE_NONE || koma_flat_get_int (&call->options, FULLY_CONNECTED_KEEP_DIMS, 1, 0))
    return x;
  weights = &koma_tflite_get_input (call, 1)->shape;
  return koma_tflite_apply (call, KOMA_OP_RESHAPE, NULL, error, 2, x,
                            koma_tflite_ints (call, (gint32[]){ -1, weights->dims[1] }, 2, error));
}

/* FULLY_CONNECTED (x, weights [out, in][, bias]) */
gboolean
koma_tflite_rule_fully_connected (const KomaTfliteCall *call,
                                  GError              **error)
{
  const gboolean  has_bias = koma_tflite_has_input (call, 2);
  KomaValueId     inputs[3] = { KOMA_VALUE_NONE, koma_tflite_real (call, 1, error),
                                KOMA_VALUE_NONE };
  KomaAttrs      *attrs = NULL;
  const KomaNode *node = NULL;

  if (inputs[1] == KOMA_VALUE_NONE)
    return FALSE;
  if (koma_flat_get_int (&call->options, FULLY_CONNECTED_FORMAT, 1, 0) != 0)
    return koma_tflite_refuse (call, "shuffled weights", error);
  if (koma_tflite_get_input (call, 1)->shape.rank != 2)
    return koma_fail (error, KOMA_ERROR_MODEL, "%s: its weights “%s” have not 2 dimensions",
                      call->name, koma_tflite_get_input (call, 1)->name);
  inputs[0] = get_rows (call, error);
  if (has_bias)
    inputs[2] = koma_tflite_real (call, 2, error);
  attrs = koma_attrs_new ();
  koma_attrs_set_int (attrs, "transpose_b", TRUE);
  node = koma_tflite_add (call, call->op, attrs, inputs, has_bias ? 3 : 2, error);
  return node != NULL &&
         koma_tflite_set_output (
           call, 0, koma_tflite_activate (call, ACTIVATION (0), node->outputs[0], error), error);
}

gboolean
koma_tflite_rule_batch_mat_mul (const KomaTfliteCall *call,
                                GError              **error)
{
  KomaAttrs *attrs = koma_attrs_new ();

  koma_attrs_set_int (attrs, "transpose_a",
                      koma_flat_get_int (&call->options, BATCH_MATMUL_ADJ_X, 1, 0));
  koma_attrs_set_int (attrs, "transpose_b",
                      koma_flat_get_int (&call->options, BATCH_MATMUL_ADJ_Y, 1, 0));
  return koma_tflite_set_output (call, 0,
                                 koma_tflite_apply (call, call->op, attrs, error, 2,
                                                    koma_tflite_real (call, 0, error),
                                                    koma_tflite_real (call, 1, error)),
                                 error);
}
