/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Steps of a sequence [n, steps, ..] */
#include "steps.h"

#include "layers.h"

/* @head and @tail: parts of shapes */
static gboolean
add_reshape (KomaKerasBuilder *builder,
             const char       *name,
             KomaValueId       input,
             KomaValueId       head,
             KomaValueId       tail,
             guint             rank,
             KomaValueId      *ret_output,
             GError          **error)
{
  const KomaValueId   parts[3] = { head, tail, koma_keras_add_int (builder, 0, error) };
  const KomaKerasCall like = { .name = "shape", .inputs = parts, .n_inputs = 3 };
  KomaValueId         shape = KOMA_VALUE_NONE;

  if (head == KOMA_VALUE_NONE || parts[2] == KOMA_VALUE_NONE ||
      !koma_keras_add_node (builder, KOMA_OP_CONCAT, &like, NULL, &shape, error) ||
      !koma_keras_add_binary (builder, KOMA_OP_RESHAPE, name, input, shape, ret_output, error))
    return FALSE;
  koma_keras_set_rank (builder, *ret_output, rank);
  return TRUE;
}

/**
 * koma_keras_add_merged_steps:
 * @input: `[n, steps, ..]`
 * @ret_output: `[n · steps, ..]`
 *
 * Errors: %KOMA_ERROR_MEMORY.
 */
gboolean
koma_keras_add_merged_steps (KomaKerasBuilder *builder,
                             const char       *name,
                             KomaValueId       input,
                             KomaValueId      *ret_output,
                             GError          **error)
{
  const guint  rank = koma_keras_get_rank (builder, input);
  const gint32 open = -1;
  KomaValueId  tail = KOMA_VALUE_NONE;

  return koma_keras_add_shape_part (builder, input, 2, (gint32) rank, &tail, error) &&
         add_reshape (builder, name, input, koma_keras_add_ints (builder, &open, 1, error), tail,
                      rank - 1, ret_output, error);
}

/**
 * koma_keras_add_parted_steps:
 * @input: `[n · steps, ..]`
 * @like: `[n, steps, ..]`
 * @ret_output: `[n, steps, ..]`, the rest as in @input
 *
 * Errors: %KOMA_ERROR_MEMORY.
 */
gboolean
koma_keras_add_parted_steps (KomaKerasBuilder *builder,
                             const char       *name,
                             KomaValueId       input,
                             KomaValueId       like,
                             KomaValueId      *ret_output,
                             GError          **error)
{
  const guint rank = koma_keras_get_rank (builder, input);
  KomaValueId head = KOMA_VALUE_NONE;
  KomaValueId tail = KOMA_VALUE_NONE;

  return koma_keras_add_shape_part (builder, like, 0, 2, &head, error) &&
         koma_keras_add_shape_part (builder, input, 1, (gint32) rank, &tail, error) &&
         add_reshape (builder, name, input, head, tail, rank + 1, ret_output, error);
}

/**
 * koma_keras_add_reversed_steps:
 *
 * Errors: %KOMA_ERROR_MEMORY.
 */
gboolean
koma_keras_add_reversed_steps (KomaKerasBuilder *builder,
                               const char       *name,
                               KomaValueId       input,
                               KomaValueId      *ret_output,
                               GError          **error)
{
  const gint32 axis = 1;

  return koma_keras_add_binary (builder, KOMA_OP_REVERSE, name, input,
                                koma_keras_add_ints (builder, &axis, 1, error), ret_output, error);
}

/**
 * koma_keras_add_swapped_steps:
 * @ret_output: dimensions 0 and 1 exchanged
 *
 * Errors: %KOMA_ERROR_MEMORY.
 */
gboolean
koma_keras_add_swapped_steps (KomaKerasBuilder *builder,
                              const char       *name,
                              KomaValueId       input,
                              KomaValueId      *ret_output,
                              GError          **error)
{
  const gint32 perm[KOMA_MAX_RANK] = { 1, 0, 2, 3, 4, 5 };

  return koma_keras_add_binary (
    builder, KOMA_OP_TRANSPOSE, name, input,
    koma_keras_add_ints (builder, perm, koma_keras_get_rank (builder, input), error), ret_output,
    error);
}
