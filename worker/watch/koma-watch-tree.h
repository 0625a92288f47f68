/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <sys/stat.h>

#include "worker/decode/koma-folder.h"

G_BEGIN_DECLS

/* What is known of a watched folder: the folders in it, and the pictures that were told, with what
 * they were then; some 100 bytes for each. Thread: one at a time. */
typedef struct
{
  guint64 size_bytes;
  gint64  mtime_ns;
  guint   walk; /* that met it last */
  char    name[];
} KomaWatchPicture;

typedef struct
{
  char        *path;
  KomaFolderId id;
  guint        depth;
  int          wd;            /* of inotify; -1: not watched */
  guint        walk;          /* that met it last */
  gboolean     is_unreadable; /* which was told */
  GHashTable  *pictures;      /* char *name → KomaWatchPicture */
} KomaWatchFolder;

typedef struct
{
  GHashTable *by_path; /* char * → KomaWatchFolder */
  GHashTable *by_id;   /* KomaFolderId → KomaWatchFolder */
  GHashTable *by_wd;   /* int → KomaWatchFolder */
} KomaWatchTree;

void koma_watch_tree_init (KomaWatchTree *self);
void koma_watch_tree_clear (KomaWatchTree *self);

KomaWatchFolder *koma_watch_tree_find (const KomaWatchTree *self, const char *path);
KomaWatchFolder *koma_watch_tree_find_by_id (const KomaWatchTree *self, const KomaFolderId *id);
KomaWatchFolder *koma_watch_tree_find_by_wd (const KomaWatchTree *self, int wd);
KomaWatchFolder *koma_watch_tree_add (KomaWatchTree *self, const char *path);
void             koma_watch_tree_remove (KomaWatchTree *self, KomaWatchFolder *folder);
void             koma_watch_tree_set_id (KomaWatchTree      *self,
                                         KomaWatchFolder    *folder,
                                         const KomaFolderId *id);
void             koma_watch_tree_set_wd (KomaWatchTree *self, KomaWatchFolder *folder, int wd);
void             koma_watch_tree_forget_watches (KomaWatchTree *self);
/* (transfer container) (element-type KomaWatchFolder); @path: NULL: all */
GPtrArray *koma_watch_tree_list (const KomaWatchTree *self, const char *path);

/* (transfer container) (element-type KomaWatchPicture) */
GPtrArray *koma_watch_folder_list (const KomaWatchFolder *folder);
/* FALSE: it was known as it is. */
gboolean koma_watch_folder_set_picture (KomaWatchFolder   *folder,
                                        const char        *name,
                                        const struct stat *info,
                                        guint              walk);
/* Whether it was told, and is unchanged. */
gboolean koma_watch_folder_knows (const KomaWatchFolder *folder,
                                  const char            *name,
                                  const struct stat     *info);

G_END_DECLS
