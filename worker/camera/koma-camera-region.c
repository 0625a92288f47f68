/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-camera-region.h"

/* The largest rectangle of a ratio, in the middle; as KOMA_FIT_CROP has it. */
static void
centre (guint           width,
        guint           height,
        double          ratio,
        KomaCameraRect *ret_rect)
{
  guint part_width = MIN (width, (guint) (height * ratio + 0.5));
  guint part_height = MIN (height, (guint) (width / ratio + 0.5));

  part_width = MAX (part_width, 1);
  part_height = MAX (part_height, 1);
  *ret_rect = (KomaCameraRect){ (width - part_width) / 2, (height - part_height) / 2, part_width,
                                part_height };
}

static void
square (const KomaCameraRegion *region,
        guint                   width,
        guint                   height,
        KomaCameraRect         *ret_rect)
{
  const guint shorter = MIN (width, height);
  const guint side = MAX ((guint) (CLAMP (region->side, 0, 1) * shorter + 0.5), 1);
  const guint x = (guint) (CLAMP (region->x, 0, 1) * width + 0.5);
  const guint y = (guint) (CLAMP (region->y, 0, 1) * height + 0.5);

  *ret_rect = (KomaCameraRect){ MIN (x, width - side), MIN (y, height - side), side, side };
}

/**
 * koma_camera_region_get_rect:
 * @region: which part
 * @width: pixels of the frame, 1 or more
 * @height: pixels of the frame, 1 or more
 * @model_ratio: width / height of the model's input, above 0
 * @ret_rect: return location for the part, in pixels; within the frame, and
 *   not empty
 *
 * Thread: any.
 */
void
koma_camera_region_get_rect (const KomaCameraRegion *region,
                             guint                   width,
                             guint                   height,
                             double                  model_ratio,
                             KomaCameraRect         *ret_rect)
{
  g_return_if_fail (width > 0 && height > 0 && model_ratio > 0);

  switch (region->kind) {
  case KOMA_CAMERA_REGION_CENTRE:
    centre (width, height, model_ratio, ret_rect);
    break;
  case KOMA_CAMERA_REGION_SQUARE:
    square (region, width, height, ret_rect);
    break;
  case KOMA_CAMERA_REGION_WHOLE:
  default:
    *ret_rect = (KomaCameraRect){ 0, 0, width, height };
  }
}
