/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-collection-place.h"
#include "koma-collection.h"

G_BEGIN_DECLS

/* Copies of the tables of another collection, "from_pictures" and so on, in a temporary database of
 * @self: every value in them was checked, and rows belong together. They have further columns for
 * the merge: "into_id" and others.
 * @path: of the other one, which is only read, and may be written meanwhile by somebody else. */
gboolean koma_collection_staging_fill (KomaCollection     *self,
                                       const char         *path,
                                       KomaCollectionPaths paths,
                                       GError            **error);
gboolean koma_collection_staging_drop (KomaCollection *self, GError **error);

G_END_DECLS
