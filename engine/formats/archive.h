/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* What an archive held: regular files in a folder of its own, readable by this user alone. */
typedef struct
{
  char      *folder;
  GPtrArray *paths; /* char *, sorted */
} KomaUnpacked;

/* What becomes of the files in an archive: one after the other, each in parts. */
typedef struct
{
  gboolean (*begin) (const char *name, /* with its folders */
                     gpointer    user_data,
                     GError    **error);
  gboolean (*write) (gconstpointer data,
                     gsize         length,
                     gpointer      user_data,
                     GError      **error);
  gpointer user_data;
} KomaArchiveSink;

typedef gboolean (*KomaArchiveRead) (int                    fd,
                                     const KomaArchiveSink *sink,
                                     GError               **error);

gboolean           koma_archive_is (const char *path); /* by its first bytes and its name */
const char *const *koma_archive_get_endings (void);
void               koma_archive_prepare (void);
gboolean           koma_archive_read (int                    fd,
                                      const KomaArchiveSink *sink,
                                      GError               **error) G_GNUC_WARN_UNUSED_RESULT;
gboolean           koma_archive_unpack (const char     *path,
                                        KomaArchiveRead read,
                                        KomaUnpacked   *ret_unpacked,
                                        GError        **error) G_GNUC_WARN_UNUSED_RESULT;
void               koma_unpacked_clear (KomaUnpacked *unpacked); /* removes the folder */

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (KomaUnpacked, koma_unpacked_clear)

G_END_DECLS
