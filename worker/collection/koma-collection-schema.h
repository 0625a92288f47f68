/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-sqlite.h"

G_BEGIN_DECLS

/* "Koma", in the header of a file of SQLite. */
#define KOMA_COLLECTION_APPLICATION_ID 0x4b6f6d61
#define KOMA_COLLECTION_VERSION        5

/* Whether a person took a picture out: its id and a parenthesis are to follow. By the index of
 * pictures, so that who looks at one does not read all that are out. */
#define KOMA_COLLECTION_IS_OUT "EXISTS (SELECT 1 FROM left_out o WHERE o.is_out AND o.picture = "

/* Whether the file is a collection, by its first bytes; nothing is changed. Errors:
 * G_IO_ERROR_INVALID_DATA: it is none. */
gboolean koma_collection_schema_check_header (const char *path, GError **error);
/* An empty collection where there is no file; all of it or nothing. */
gboolean koma_collection_schema_create (const char *path, GError **error);
/* Errors: G_IO_ERROR_NOT_SUPPORTED: a newer Koma made it. */
gboolean koma_collection_schema_check_version (KomaSqlite *sqlite,
                                               guint      *ret_version,
                                               GError    **error);
/* The same of a file that is only read: tables that it is too old for are there, empty, in
 * temporary ones. */
gboolean koma_collection_schema_stand_in (KomaSqlite *sqlite, guint *ret_version, GError **error);
/* Brings an older one up to date, in one transaction. Errors: also as above. */
gboolean koma_collection_schema_migrate (KomaSqlite *sqlite, GError **error);

G_END_DECLS
