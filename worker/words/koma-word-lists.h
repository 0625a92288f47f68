/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* Classes that a person has typed and saved under a name, in
 * <user state dir>/koma/word-lists.ini. */
typedef struct
{
  char *name;
  char *classes; /* as koma_word_classes_parse () takes them */
} KomaWordList;

/* Files are read and written beside the main loop; callbacks come in the caller's context. */
void koma_word_lists_read_async (GAsyncReadyCallback callback, gpointer user_data);
/* Of the same name it replaces the one before. @classes: (nullable) NULL: it is removed */
void koma_word_lists_keep_async (const char         *name,
                                 const char         *classes,
                                 GAsyncReadyCallback callback,
                                 gpointer            user_data);
/* Of both: (transfer full) (element-type KomaWordList) all, by name */
GPtrArray *koma_word_lists_finish (GAsyncResult *result, GError **error);

G_END_DECLS
