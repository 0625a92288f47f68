/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "resize-positions.h"

#include <math.h>

#include "engine/graph/resize-side.h"
#include "engine/runtime/memory.h"

/**
 * koma_cpu_resize_positions:
 * @side: 0: rows; 1: columns
 * @n: how many the larger or smaller picture has
 * @stride: what one row or column of the original picture is counted as
 *
 * Errors: %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer full) (nullable) (array length=n): koma_memory_free()
 */
KomaCpuResizePosition *
koma_cpu_resize_positions (const KomaCpuStep *step,
                           guint              side_index,
                           gsize              n,
                           gsize              stride,
                           GError           **error)
{
  const KomaResizeSide  *side = &step->node->params.resize.sides[side_index];
  const double           last = side->in_size - 1;
  KomaCpuResizePosition *positions = koma_memory_alloc (n * sizeof *positions, error);

  for (gsize i = 0; positions != NULL && i < n; i++) {
    const double position = koma_resize_side_get_position (side, i);
    const double before = CLAMP (floor (position), 0.0, last);

    positions[i] = (KomaCpuResizePosition){
      .before = (gsize) before * stride,
      .after = (gsize) CLAMP (ceil (position), 0.0, last) * stride,
      .fraction = (float) (position - before),
    };
  }
  return positions;
}

/**
 * koma_cpu_resize_nearest_positions:
 *
 * The same of the nearest neighbours. Errors: %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer full) (nullable) (array length=n): koma_memory_free()
 */
gsize *
koma_cpu_resize_nearest_positions (const KomaCpuStep *step,
                                   guint              side,
                                   gsize              n,
                                   gsize              stride,
                                   GError           **error)
{
  const KomaResizeParams *params = &step->node->params.resize;
  gsize                  *positions = koma_memory_alloc (n * sizeof (gsize), error);

  for (gsize i = 0; positions != NULL && i < n; i++)
    positions[i] =
      koma_resize_side_get_nearest (&params->sides[side], params->rounding, i) * stride;
  return positions;
}
