/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Sizes that are known only when the graph is bound to its input: nodes that
 * constant folding computes then. */
#include "layers.h"

/**
 * koma_keras_add_shape_part:
 * @begin: first dimension
 * @end: the one after the last
 *
 * Errors: %KOMA_ERROR_MEMORY.
 *
 * Returns: int32 `[end - begin]`
 */
KomaValueId
koma_keras_add_shape_part (KomaBuilder *b,
                           KomaValueId  input,
                           gint32       begin,
                           gint32       end)
{
  const gint32      one = 1;
  const KomaValueId shape = koma_builder_unary (b, KOMA_OP_SHAPE, input);

  return KOMA_BUILDER_NODE (b, KOMA_OP_STRIDED_SLICE, NULL, shape,
                            koma_builder_ints (b, &begin, 1), koma_builder_ints (b, &end, 1),
                            koma_builder_ints (b, &one, 1));
}

/**
 * koma_keras_add_size:
 * @scale: (array fixed-size=2): of height and width
 * @extra: (array fixed-size=2): pixels
 *
 * Errors: %KOMA_ERROR_MEMORY.
 *
 * Returns: int32 `[2]`: height and width of @input times @scale plus @extra
 */
KomaValueId
koma_keras_add_size (KomaBuilder  *b,
                     KomaValueId   input,
                     const gint32 *scale,
                     const gint32 *extra)
{
  KomaValueId size = koma_keras_add_shape_part (b, input, 1, 3);

  size = koma_builder_binary (b, KOMA_OP_MUL, size, koma_builder_ints (b, scale, 2));
  return koma_builder_binary (b, KOMA_OP_ADD, size, koma_builder_ints (b, extra, 2));
}

/**
 * koma_keras_add_joined_reshape:
 * @parts: (array length=n_parts): of the new shape, int32 vectors
 * @rank: of the result
 *
 * Errors: %KOMA_ERROR_MEMORY.
 */
KomaValueId
koma_keras_add_joined_reshape (KomaBuilder       *b,
                               KomaValueId        input,
                               const KomaValueId *parts,
                               guint              n_parts,
                               guint              rank)
{
  const KomaValueId shape = koma_builder_concat (b, parts, n_parts, 0);

  return koma_builder_set_rank (b, koma_builder_binary (b, KOMA_OP_RESHAPE, input, shape), rank);
}
