/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-collection-private.h"

G_BEGIN_DECLS

/* Size and time of change, in the columns @column and the next. FALSE: they are none. */
gboolean koma_collection_read_id (sqlite3_stmt *row, int column, KomaFileId *ret_id);
/* Gives a picture that was moved its new path. @ret_before: (nullable) it was moved from there */
gboolean koma_collection_find_moved (KomaCollection   *self,
                                     const char       *path, /* that has no row */
                                     const KomaFileId *id,
                                     char            **ret_before,
                                     GError          **error);
/* The row of a picture, as its file is now: it is made where there is none, and what was known of
 * another content goes. */
gboolean koma_collection_take_picture (KomaCollection   *self,
                                       const char       *path,
                                       const KomaFileId *id,
                                       gint64           *ret_picture,
                                       gboolean         *ret_was_there,
                                       GError          **error);
/* What @model said of a picture. @model: 0: what all said */
gboolean koma_collection_drop_answers (KomaCollection *self,
                                       gint64          picture,
                                       gint64          model,
                                       GError        **error);

G_END_DECLS
