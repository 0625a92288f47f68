/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-region-frame.h"

#include "worker/koma-thread.h"

#define LINE_WIDTH 2

void
koma_region_frame_snapshot (GtkSnapshot           *snapshot,
                            const graphene_rect_t *area,
                            const graphene_rect_t *region,
                            double                 darkness)
{
  const GdkRGBA  dark = { 0.0, 0.0, 0.0, (float) darkness };
  const GdkRGBA  white = { 1.0, 1.0, 1.0, 0.9 };
  const GdkRGBA  colors[4] = { white, white, white, white };
  const float    widths[4] = { LINE_WIDTH, LINE_WIDTH, LINE_WIDTH, LINE_WIDTH };
  GskRoundedRect outline;

  KOMA_ASSERT_MAIN_THREAD ();

  /* A shadow goes around corners as four rectangles would not. */
  gsk_rounded_rect_init_from_rect (&outline, region, KOMA_REGION_FRAME_RADIUS);
  gtk_snapshot_push_clip (snapshot, area);
  gtk_snapshot_append_outset_shadow (snapshot, &outline, &dark, 0, 0,
                                     area->size.width + area->size.height, 0);
  gtk_snapshot_pop (snapshot);
  gtk_snapshot_append_border (snapshot, &outline, widths, colors);
}
