/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "layers.h"

G_BEGIN_DECLS

/* A map of tokens in square windows. Windows that are shifted go around its border; what then lies
 * side by side, and is not so in the picture, does not see each other. */
typedef struct
{
  gint64 height; /* of the map, in tokens */
  gint64 width;
  gint64 padded_height; /* a multiple of the window's side */
  gint64 padded_width;
  gint64 side;  /* of a window, which is no larger than the map */
  gint64 shift; /* up and to the left */
} KomaHubWindows;

KomaHubWindows koma_hub_windows_find (gint64   side, /* of a window where the map is larger */
                                      gint64   height,
                                      gint64   width,
                                      gboolean is_shifted);
/* [heads,side²,side²], or of each window [windows * heads,side²,side²]. @table: (transfer full)
 * (nullable) [(2 side - 1)²,heads]: a bias for each distance of rows and columns. */
KomaValueId koma_hub_windows_bias (KomaHub              *self,
                                   const KomaHubWindows *windows,
                                   const char           *name,
                                   KomaArray            *table);
/* [n,height * width,c] → [n * windows,side²,c], and back. */
KomaValueId koma_hub_windows_cut (KomaHub *self, const KomaHubWindows *windows, KomaValueId x);
KomaValueId koma_hub_windows_join (KomaHub *self, const KomaHubWindows *windows, KomaValueId x);

G_END_DECLS
