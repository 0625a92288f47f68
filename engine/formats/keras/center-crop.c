/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "layers.h"

/* begin = [0, (height − target) / 2, (width − target) / 2, 0], int32 [4] */
static gboolean
add_begin (KomaKerasBuilder *builder,
           KomaValueId       input,
           const gint32     *target, /* [2] */
           KomaValueId      *ret_begin,
           GError          **error)
{
  const gint32        zero = 0;
  KomaValueId         size = KOMA_VALUE_NONE;
  KomaValueId         parts[4] = { 0 };
  const KomaKerasCall like = { .name = "begin", .inputs = parts, .n_inputs = 4 };

  parts[0] = parts[2] = koma_keras_add_ints (builder, &zero, 1, error);
  parts[3] = koma_keras_add_int (builder, 0, error);
  return parts[0] != KOMA_VALUE_NONE && parts[3] != KOMA_VALUE_NONE &&
         koma_keras_add_shape_part (builder, input, 1, 3, &size, error) &&
         koma_keras_add_binary (builder, KOMA_OP_SUB, "begin", size,
                                koma_keras_add_ints (builder, target, 2, error), &size, error) &&
         koma_keras_add_binary (builder, KOMA_OP_FLOOR_DIV, "begin", size,
                                koma_keras_add_int (builder, 2, error), &parts[1], error) &&
         koma_keras_add_node (builder, KOMA_OP_CONCAT, &like, NULL, ret_begin, error);
}

/* CenterCrop. A picture that is smaller, which Keras would enlarge, is an error when the graph is
 * bound. */
gboolean
koma_keras_center_crop (KomaKerasBuilder    *builder,
                        const KomaKerasCall *call,
                        KomaValueId         *ret_output,
                        GError             **error)
{
  gint64              height = 0;
  gint64              width = 0;
  KomaValueId         inputs[3] = { call->inputs[0] };
  const KomaKerasCall like = { .name = call->name, .inputs = inputs, .n_inputs = 3 };

  if (!koma_keras_config_check_pictures (builder, call, error) ||
      !koma_keras_config_size (call, "height", 0, &height, error) ||
      !koma_keras_config_size (call, "width", 0, &width, error) ||
      !add_begin (builder, call->inputs[0], (gint32[]){ height, width }, &inputs[1], error))
    return FALSE;
  inputs[2] = koma_keras_add_ints (builder, (gint32[]){ -1, height, width, -1 }, 4, error);
  return inputs[2] != KOMA_VALUE_NONE &&
         koma_keras_add_node (builder, call->op, &like, NULL, ret_output, error);
}
