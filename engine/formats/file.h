/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Files of a model, beside it, and those that Koma keeps for itself: regular
 * ones only, no larger than the reader says. */
int      koma_file_open (const char *path,
                         guint64    *ret_size_bytes,
                         GError    **error) G_GNUC_WARN_UNUSED_RESULT;
gboolean koma_file_is_there (const char *path); /* and a regular one */

/* In place of the disk, in a process that can open no file: has another one open it, and keep it
 * where that is wanted, see kept-files.h. */
typedef int (*KomaFileOpener) (const char *path,
                               guint64    *ret_size_bytes,
                               guint      *ret_kept, /* (nullable) which of those that are kept */
                               gpointer    user_data,
                               GError    **error);
void     koma_file_set_opener (KomaFileOpener opener, /* before anything is opened, once */
                               gpointer       user_data);
gboolean koma_file_has_opener (void);
int      koma_file_open_kept (const char *path,
                              guint64    *ret_size_bytes,
                              guint      *ret_kept, /* KOMA_NOT_KEPT: it is not */
                              GError    **error) G_GNUC_WARN_UNUSED_RESULT;

gboolean koma_file_read (const char *path,
                         guint64     max_bytes,
                         char      **ret_data, /* a NUL is added */
                         gsize      *ret_length,
                         GError    **error) G_GNUC_WARN_UNUSED_RESULT;
gboolean koma_file_read_kept (const char *path, /* likewise */
                              guint64     max_bytes,
                              guint      *ret_kept, /* (nullable) as koma_file_open_kept () */
                              char      **ret_data,
                              gsize      *ret_length,
                              GError    **error) G_GNUC_WARN_UNUSED_RESULT;
/* Puts the file's name before an error; always FALSE. */
gboolean koma_file_prefix_error (const char *path, GError **error);
/* Whether a path that a model gives stays within its folder. */
gboolean koma_file_is_inside (const char *path);
/* The first bytes of a file tell its format. */
#define KOMA_FILE_HEAD_BYTES 4096
gboolean koma_file_read_head (const char *path,
                              guint8     *head, /* [KOMA_FILE_HEAD_BYTES] */
                              gsize      *ret_length,
                              GError    **error) G_GNUC_WARN_UNUSED_RESULT;
/* Whether it is the HTML page that servers send in place of a missing file. */
gboolean koma_file_looks_like_html (const char *data,
                                    gsize       length);

G_END_DECLS
