/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Sizes that are known only when the graph is bound to its input: nodes that
 * constant folding computes then. */
#include "layers.h"

/**
 * koma_keras_add_shape_part:
 * @begin: first dimension
 * @end: the one after the last
 * @ret_part: int32 `[end - begin]`
 *
 * Errors: %KOMA_ERROR_MEMORY.
 */
gboolean
koma_keras_add_shape_part (KomaKerasBuilder *builder,
                           KomaValueId       input,
                           gint32            begin,
                           gint32            end,
                           KomaValueId      *ret_part,
                           GError          **error)
{
  const gint32        one = 1;
  KomaValueId         inputs[4] = { 0 };
  const KomaKerasCall like = { .name = "shape", .inputs = inputs, .n_inputs = 4 };

  inputs[1] = koma_keras_add_ints (builder, &begin, 1, error);
  inputs[2] = koma_keras_add_ints (builder, &end, 1, error);
  inputs[3] = koma_keras_add_ints (builder, &one, 1, error);
  return inputs[1] != KOMA_VALUE_NONE && inputs[2] != KOMA_VALUE_NONE &&
         inputs[3] != KOMA_VALUE_NONE &&
         koma_keras_add_unary (builder, KOMA_OP_SHAPE, "shape", input, &inputs[0], error) &&
         koma_keras_add_node (builder, KOMA_OP_STRIDED_SLICE, &like, NULL, ret_part, error);
}

/**
 * koma_keras_add_size:
 * @scale: (array fixed-size=2): of height and width
 * @extra: (array fixed-size=2): pixels
 * @ret_size: int32 `[2]`: height and width of @input times @scale plus @extra
 *
 * Errors: %KOMA_ERROR_MEMORY.
 */
gboolean
koma_keras_add_size (KomaKerasBuilder *builder,
                     KomaValueId       input,
                     const gint32     *scale,
                     const gint32     *extra,
                     KomaValueId      *ret_size,
                     GError          **error)
{
  KomaValueId size = KOMA_VALUE_NONE;

  return koma_keras_add_shape_part (builder, input, 1, 3, &size, error) &&
         koma_keras_add_binary (builder, KOMA_OP_MUL, "size", size,
                                koma_keras_add_ints (builder, scale, 2, error), &size, error) &&
         koma_keras_add_binary (builder, KOMA_OP_ADD, "size", size,
                                koma_keras_add_ints (builder, extra, 2, error), ret_size, error);
}
