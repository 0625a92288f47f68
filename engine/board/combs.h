/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define KOMA_BOARD_SIDE  9
#define KOMA_BOARD_LINES (KOMA_BOARD_SIDE + 1) /* of one direction */

/* A line among parallel ones: where it crosses their normal, and how much of it is drawn. */
typedef struct
{
  double at;
  double weight;
} KomaTooth;

/* Ten lines at equal distances. */
typedef struct
{
  double first;
  double step;
  double score;
} KomaComb;

/* The combs that @teeth fit best, the best first; sorts @teeth. Returns: how many. Thread: any. */
guint koma_combs_find (KomaTooth *teeth, guint n_teeth, KomaComb *ret_combs, guint n_max);
/* Whether the first lines of both, and the last, lie within a part of a step. Thread: any. */
gboolean koma_comb_is_same (const KomaComb *a, const KomaComb *b);

G_END_DECLS
