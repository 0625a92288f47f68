/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Steps of a sequence [n, steps, ..] */
#include "steps.h"

#include "layers.h"

/**
 * koma_keras_add_merged_steps:
 * @input: `[n, steps, ..]`
 *
 * Errors: %KOMA_ERROR_MEMORY.
 *
 * Returns: `[n · steps, ..]`
 */
KomaValueId
koma_keras_add_merged_steps (KomaBuilder *b,
                             KomaValueId  input)
{
  const guint       rank = koma_builder_get_rank (b, input);
  const gint32      open = -1;
  const KomaValueId parts[] = { koma_builder_ints (b, &open, 1),
                                koma_keras_add_shape_part (b, input, 2, (gint32) rank) };

  return koma_keras_add_joined_reshape (b, input, parts, 2, rank - 1);
}

/**
 * koma_keras_add_parted_steps:
 * @input: `[n · steps, ..]`
 * @like: `[n, steps, ..]`
 *
 * Errors: %KOMA_ERROR_MEMORY.
 *
 * Returns: `[n, steps, ..]`, the rest as in @input
 */
KomaValueId
koma_keras_add_parted_steps (KomaBuilder *b,
                             KomaValueId  input,
                             KomaValueId  like)
{
  const guint       rank = koma_builder_get_rank (b, input);
  const KomaValueId parts[] = { koma_keras_add_shape_part (b, like, 0, 2),
                                koma_keras_add_shape_part (b, input, 1, (gint32) rank) };

  return koma_keras_add_joined_reshape (b, input, parts, 2, rank + 1);
}

/**
 * koma_keras_add_swapped_steps:
 *
 * Errors: %KOMA_ERROR_MEMORY; %KOMA_ERROR_SHAPE if there are too many dimensions.
 *
 * Returns: @input with dimensions 0 and 1 exchanged
 */
KomaValueId
koma_keras_add_swapped_steps (KomaBuilder *b,
                              KomaValueId  input)
{
  return koma_builder_transpose (b, input, (guint[KOMA_MAX_RANK]){ 1, 0, 2, 3, 4, 5 });
}
