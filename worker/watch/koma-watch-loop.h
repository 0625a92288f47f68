/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-watch-root.h"
#include "koma-watch-walk.h"

G_BEGIN_DECLS

/* What the watching thread does: it waits for inotify, for mounts, and for what is due, and is in
 * no other way woken. */
typedef struct
{
  /* Immutable after construction. */
  char *path;
  int   wake_fd; /* an eventfd; (borrowed) readable: look whether it is cancelled */

  KomaWatchWalk walk;
  KomaWatchRoot root;        /* as it was walked last */
  gboolean      has_mounted; /* the folder was a mount once, and is lost where it is none */
  gboolean      is_lost;
  gboolean      has_walked;
  gboolean      is_walk_wanted;
  guint         retry_ms;     /* the next time */
  gint64        retry_due_us; /* G_MAXINT64: never */
  gint64        walk_due_us;  /* G_MAXINT64: never */
  int           mounts_fd;    /* says when something is mounted; -1: nobody does */
} KomaWatchLoop;

void koma_watch_loop_init (KomaWatchLoop                 *self,
                           const char                    *path,
                           const KomaFolderWatchSettings *settings, /* without zeros */
                           KomaWatchEvents               *events,
                           GCancellable                  *cancellable,
                           int                            wake_fd);
void koma_watch_loop_clear (KomaWatchLoop *self);
/* Returns when it is cancelled, and woken. */
void koma_watch_loop_run (KomaWatchLoop *self);

G_END_DECLS
