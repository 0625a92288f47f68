/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* What pads: a number, or elements of the input, of 1 2 3 for two places: */
typedef enum {
  KOMA_PAD_CONSTANT,
  KOMA_PAD_REFLECT,   /* 3 2 | 1 2 3 | 2 1 */
  KOMA_PAD_SYMMETRIC, /* 2 1 | 1 2 3 | 3 2 */
  KOMA_PAD_EDGE,      /* 1 1 | 1 2 3 | 3 3 */
  KOMA_PAD_WRAP,      /* 2 3 | 1 2 3 | 1 2 */
} KomaPadMode;

/* Returns the element that stands at @position of a dimension of @size, whose
 * padding is below 0 and from @size on; -1: a constant does. */
typedef gint64 (*KomaPadFind) (gint64 position,
                               gint64 size);

KomaPadFind koma_pad_get_find (KomaPadMode mode);

G_END_DECLS
