/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-collection-private.h"

G_BEGIN_DECLS

/* What a row of KOMA_FIND_ANSWER or KOMA_LIST tells of a picture, whatever its file is now. */
gboolean koma_collection_read_known (KomaCollection      *self,
                                     sqlite3_stmt        *row,
                                     guint                least, /* classes; fewer: nothing */
                                     guint                most,
                                     KomaCollectionKnown *ret_known,
                                     GError             **error);
/* What a person says alone. */
gboolean koma_collection_read_known_said (KomaCollection      *self,
                                          sqlite3_stmt        *row,
                                          KomaCollectionKnown *ret_known,
                                          GError             **error);
/* All that is known by a row of KOMA_COLLECTION_ANSWER, of the model that was chosen; also what may
 * go well another time. @ret_known: to be cleared */
gboolean koma_collection_read_answer (KomaCollection      *self,
                                      sqlite3_stmt        *row,
                                      KomaCollectionKnown *ret_known,
                                      GError             **error);

G_END_DECLS
