/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-collection-private.h"

G_BEGIN_DECLS

/* What was read ahead of that very file; FALSE: nothing, which says nothing. */
gboolean koma_collection_take_ahead (KomaCollection      *self,
                                     const char          *name,
                                     const KomaFileId    *id,
                                     guint                least,
                                     guint                most,
                                     KomaCollectionKnown *ret_known);
/* Once a picture was found by its name: those behind it may be asked for next. */
void koma_collection_read_ahead (KomaCollection *self, gint64 picture, guint least, guint most);

G_END_DECLS
