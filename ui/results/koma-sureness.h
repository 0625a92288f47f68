/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "ui/preferences/koma-preferences.h"

G_BEGIN_DECLS

/* How many answers are sure, of pictures that have one. */
typedef struct
{
  guint n_sure, n_unsure;
} KomaSureness;

void koma_sureness_count (GListModel      *items, /* of KomaResultItem */
                          KomaPreferences *preferences,
                          KomaSureness    *ret_sureness);
/* Of no answers neither is so. */
gboolean koma_sureness_is_low (const KomaSureness *self);  /* most are not sure */
gboolean koma_sureness_is_none (const KomaSureness *self); /* nearly all are not sure */

G_END_DECLS
