/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "homography.h"
#include "ridges.h"

G_BEGIN_DECLS

/* A line a·x + b·y + c = 0 with a² + b² = 1, and the part of it that is drawn. */
typedef struct
{
  double    a;
  double    b;
  double    c;
  KomaPoint middle; /* of what is drawn */
  double    length; /* pixels that are drawn, without gaps */
} KomaLine;

/* (transfer full) of KomaLine, the clearest first; at most @n_max. Thread: any. */
GArray *koma_lines_find (const KomaRidges *ridges, guint n_max);

G_END_DECLS
