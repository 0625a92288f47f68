/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-sqlite.h"

G_BEGIN_DECLS

/* Whether all pages and indexes are sound. It reads the whole file. */
gboolean koma_collection_is_sound (KomaSqlite *sqlite, gboolean *ret_is_sound, GError **error);
/* Puts a new file in the place of a damaged one, which is closed and gets a name of its own: with
 * all rows that can be read and belong together.
 * @ret_aside: (transfer full): where the damaged one is now. */
gboolean koma_collection_salvage (KomaSqlite *damaged, char **ret_aside, GError **error);

G_END_DECLS
