/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "worker/decode/koma-folder.h"

G_BEGIN_DECLS

/* What a watched folder is at the moment. Thread: any but main; a share may not answer. */
typedef struct
{
  KomaFolderId id;
  gboolean     is_mount; /* another file system begins there */
} KomaWatchRoot;

/* FALSE: it can not be read now; errno says why. */
gboolean koma_watch_root_look (const char *path, KomaWatchRoot *ret_root);
/* Whether it lies where inotify does not tell what others do: NFS, SMB, FUSE and the like. */
gboolean koma_watch_root_is_remote (const char *path);

G_END_DECLS
