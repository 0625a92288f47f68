/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "windows.h"

G_BEGIN_DECLS

/* Attention of Swin V2: queries and keys of length 1, and a bias that two layers make of the
 * distance of two tokens. */
typedef struct
{
  const char *attention;    /* the name that is before those of its layers */
  const char *output;       /* a linear layer */
  gint64      trained_side; /* of the windows that it was trained with, where they were others; 0 */
} KomaHubCosineWindows;

/* @x: [n * windows,side²,c]; the same comes out. */
KomaValueId koma_hub_cosine_attention (KomaHub                    *self,
                                       KomaValueId                 x,
                                       const KomaHubWindows       *windows,
                                       const KomaHubCosineWindows *how);

G_END_DECLS
