/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "half-array.h"

#include "engine/graph/half.h"

/**
 * koma_half_array_widen:
 *
 * Errors: %KOMA_ERROR_MEMORY.
 */
KomaArray *
koma_half_array_widen (const KomaArray *halves,
                       GError         **error)
{
  KomaArray *floats = koma_array_new (KOMA_DTYPE_FLOAT32, &halves->shape, error);

  if (floats != NULL)
    koma_half_to_floats (halves->data, halves->count, floats->data);
  return floats;
}

/**
 * koma_half_array_narrow:
 *
 * Errors: %KOMA_ERROR_MEMORY.
 */
KomaArray *
koma_half_array_narrow (const KomaArray *floats,
                        GError         **error)
{
  KomaArray *halves = koma_array_new (KOMA_DTYPE_FLOAT16, &floats->shape, error);

  if (halves != NULL)
    koma_half_from_floats (floats->data, floats->count, halves->data);
  return halves;
}
