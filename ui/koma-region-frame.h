/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define KOMA_REGION_FRAME_RADIUS   12
#define KOMA_REGION_FRAME_DARKNESS 0.5

/* Over a picture that is drawn in @area: the part of it that a model sees has an outline with round
 * corners, and the rest is dark: 0 … 1. */
void koma_region_frame_snapshot (GtkSnapshot           *snapshot,
                                 const graphene_rect_t *area,
                                 const graphene_rect_t *region,
                                 double                 darkness);

G_END_DECLS
