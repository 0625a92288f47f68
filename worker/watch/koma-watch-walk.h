/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "koma-watch-events.h"
#include "koma-watch-inotify.h"
#include "koma-watch-settling.h"
#include "koma-watch-tree.h"
#include "koma-watch-types.h"

G_BEGIN_DECLS

/* Looks at folders and pictures, tells what is new and what is gone. The watching thread only. */
typedef struct
{
  /* Immutable after construction. */
  KomaFolderWatchSettings settings; /* without zeros for defaults */
  KomaWatchEvents        *events;
  GCancellable           *cancellable;

  KomaWatchInotify  inotify;
  KomaWatchTree     tree;
  KomaWatchSettling settling;
  guint             n_walks;     /* the number of this one */
  gboolean          is_first;    /* nothing was told: what is not fresh is whole */
  gboolean          is_silent;   /* what is found is known, and not told */
  gboolean          is_walked;   /* inotify does not tell all, so walks have to */
  gboolean          has_run_out; /* of watches, which was told */
  gboolean          is_hampered; /* a folder could not be read, which may pass */
} KomaWatchWalk;

void koma_watch_walk_init (KomaWatchWalk                 *self,
                           const KomaFolderWatchSettings *settings,
                           KomaWatchEvents               *events,
                           GCancellable                  *cancellable);
void koma_watch_walk_clear (KomaWatchWalk *self);

/* A folder and all in it, which may be new, and is watched from then on. */
void koma_watch_walk_folder (KomaWatchWalk *self, const char *path, guint depth);
/* What koma_watch_walk_folder() of the whole tree has not met, and is gone. */
void koma_watch_walk_drop_gone (KomaWatchWalk *self);
/* A folder is gone from its place, with all in it. */
void koma_watch_walk_drop_folder (KomaWatchWalk *self, const char *path);
/* One picture is gone. */
void koma_watch_walk_drop_picture (KomaWatchWalk   *self,
                                   KomaWatchFolder *folder,
                                   const char      *name);
/* One has settled. */
void     koma_watch_walk_settled (KomaWatchWalk *self, const char *path, const struct stat *info);
gboolean koma_watch_walk_is_name (const char *name); /* of a picture that is whole */
void     koma_watch_walk_run_out (KomaWatchWalk *self, const char *path);

G_END_DECLS
