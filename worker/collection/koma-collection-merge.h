/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-collection-place.h"
#include "koma-collection.h"

G_BEGIN_DECLS

/* Puts all rows of @from into @self. All of them, or an error and nothing. No model has been chosen
 * yet. Errors name the file: those of koma_collection_open (). */
gboolean koma_collection_merge (KomaCollection     *self,
                                const char *const  *from, /* NULL-terminated */
                                KomaCollectionPaths paths,
                                GError            **error);

G_END_DECLS
