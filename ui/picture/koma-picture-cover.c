/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-picture-cover.h"

#include "ui/koma-region-frame.h"
#include "worker/explain/koma-heat-map.h"
#include "worker/koma-thread.h"

/* Of a side of the picture: less than a pixel of most screens. */
#define ALMOST 5e-4f

void
koma_picture_cover_clear (KomaPictureCover *self)
{
  g_clear_object (&self->texture);
}

/* Colours are seen best where there are no others. */
static void
push_grey (GtkSnapshot *snapshot,
           double       strength)
{
  const float       lumas[3] = { KOMA_HEAT_MAP_RED, KOMA_HEAT_MAP_GREEN, KOMA_HEAT_MAP_BLUE };
  float             values[16] = { [15] = 1 }; /* [colour of the picture, colour that is drawn] */
  graphene_matrix_t matrix;

  for (guint from = 0; from < 3; from++)
    for (guint to = 0; to < 3; to++)
      values[4 * from + to] =
        (float) strength * lumas[from] + (from == to ? 1 - (float) strength : 0);
  graphene_matrix_init_from_float (&matrix, values);
  gtk_snapshot_push_color_matrix (snapshot, &matrix, graphene_vec4_zero ());
}

static gboolean
is_whole (const graphene_rect_t *seen)
{
  return seen->origin.x < ALMOST && seen->origin.x + seen->size.width > 1 - ALMOST &&
         seen->origin.y < ALMOST && seen->origin.y + seen->size.height > 1 - ALMOST;
}

static graphene_rect_t
place (const graphene_rect_t *seen,
       const graphene_rect_t *bounds)
{
  return GRAPHENE_RECT_INIT (bounds->origin.x + seen->origin.x * bounds->size.width,
                             bounds->origin.y + seen->origin.y * bounds->size.height,
                             seen->size.width * bounds->size.width,
                             seen->size.height * bounds->size.height);
}

static void
snapshot_cover (const KomaPictureCover *self,
                GtkSnapshot            *snapshot,
                const graphene_rect_t  *bounds)
{
  const graphene_rect_t seen = place (&self->seen, bounds);
  const gboolean        is_framed = !is_whole (&self->seen);
  graphene_rect_t       inside;
  GskRoundedRect        outline;

  /* Bars that the model sees are no part of the picture. */
  if (!graphene_rect_intersection (bounds, &seen, &inside))
    return;
  gsk_rounded_rect_init_from_rect (&outline, &inside, is_framed ? KOMA_REGION_FRAME_RADIUS : 0);
  gtk_snapshot_push_rounded_clip (snapshot, &outline);
  gtk_snapshot_push_opacity (snapshot, self->strength);
  gtk_snapshot_append_texture (snapshot, self->texture, &seen);
  gtk_snapshot_pop (snapshot);
  gtk_snapshot_pop (snapshot);
  if (is_framed)
    koma_region_frame_snapshot (snapshot, bounds, &inside,
                                self->is_grey ? KOMA_REGION_FRAME_DARKNESS : self->strength);
}

void
koma_picture_cover_snapshot (const KomaPictureCover *self,
                             GtkSnapshot            *snapshot,
                             GdkTexture             *picture,
                             const graphene_rect_t  *bounds)
{
  const gboolean is_grey = self->texture != NULL && self->is_grey;

  KOMA_ASSERT_MAIN_THREAD ();

  if (is_grey)
    push_grey (snapshot, self->strength);
  gtk_snapshot_append_texture (snapshot, picture, bounds);
  if (is_grey)
    gtk_snapshot_pop (snapshot);
  if (self->texture != NULL)
    snapshot_cover (self, snapshot, bounds);
}
