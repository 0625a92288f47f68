/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A cell of a confusion matrix beside its diagonal. */
typedef struct
{
  guint truth;
  guint answer;
  guint count; /* of pictures */
} KomaConfusion;

/* Those with most pictures, most first; returns how many there are, @max at most. */
guint koma_confusions_find (const guint   *counts, /* [n_classes, n_classes] row: truth */
                            guint          n_classes,
                            KomaConfusion *ret_confusions, /* [max] */
                            guint          max);

G_END_DECLS
