/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "worker/koma-file-id.h"

G_BEGIN_DECLS

/* What makes two paths one folder; the inode is 0 where there are none. */
typedef struct
{
  guint64 device;
  guint64 inode;
} KomaFolderId;

/* A picture or a folder in a folder. */
typedef struct
{
  GFile     *file;
  char      *sort_key;
  gboolean   is_folder;
  KomaFileId id; /* of what a link leads to */
} KomaFolderEntry;

guint    koma_folder_id_hash (gconstpointer id);
gboolean koma_folder_id_equal (gconstpointer a,
                               gconstpointer b);

/* Thread: any but main. */
gboolean   koma_folder_identify (GFile        *file,
                                 GCancellable *cancellable,
                                 KomaFileId   *ret_id);
GPtrArray *koma_folder_list (GFile        *folder, /* (element-type KomaFolderEntry) */
                             GCancellable *cancellable,
                             gboolean     *ret_is_whole);

G_END_DECLS
