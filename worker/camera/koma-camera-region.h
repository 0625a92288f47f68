/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Which part of a frame the model sees. */
typedef enum {
  KOMA_CAMERA_REGION_CENTRE, /* the largest part of the model's ratio, in the middle */
  KOMA_CAMERA_REGION_WHOLE,  /* all of it, its ratio lost or between bars, as the model has it */
  KOMA_CAMERA_REGION_SQUARE,
} KomaCameraRegionKind;

typedef struct
{
  KomaCameraRegionKind kind;

  /* Of a square: its upper left corner, 0 … 1 of width and height, and its
   * side, 0 … 1 of the shorter of both. Moved inside where it sticks out. */
  double x;
  double y;
  double side;
} KomaCameraRegion;

typedef struct
{
  guint x; /* pixels */
  guint y;
  guint width;
  guint height;
} KomaCameraRect;

void koma_camera_region_get_rect (const KomaCameraRegion *region,
                                  guint                   width,       /* of the frame, pixels */
                                  guint                   height,      /* pixels */
                                  double                  model_ratio, /* width / height */
                                  KomaCameraRect         *ret_rect);

G_END_DECLS
