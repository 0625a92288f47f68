/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "worker/koma-file-id.h"

G_BEGIN_DECLS

/* Some files, in order; @files: (element-type GFile); @ids: [files->len] which
 * they were when they were found, zeros where there was none. On the thread
 * whose main context was the default when the search began. */
typedef void (*KomaPictureFinderFound) (GPtrArray        *files,
                                        const KomaFileId *ids,
                                        gpointer          user_data);

/* Turns files and folders into a stream of picture files: folders are
 * searched, sorted by name, hidden entries left out, a folder that contains
 * itself met once, only names of picture types taken; files named directly
 * are always taken. @found is called with a few hundred at a time, so
 * that a folder of 100 000 needs no list of its own.
 * Finish returns the number of folders that could not be read. */
void     koma_picture_finder_find_async (GPtrArray             *files, /* (element-type GFile) */
                                         KomaPictureFinderFound found,
                                         gpointer               found_data,
                                         GCancellable          *cancellable,
                                         GAsyncReadyCallback    callback,
                                         gpointer               user_data);
gboolean koma_picture_finder_find_finish (GAsyncResult *result,
                                          guint        *ret_n_unreadable,
                                          GError      **error);

/* File types for open dialogs. */
const char *const *koma_picture_finder_get_mime_types (void);

G_END_DECLS
