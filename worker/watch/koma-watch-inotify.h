/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>
#include <sys/inotify.h>

G_BEGIN_DECLS

/* inotify(7). Why not GFileMonitor: it does not say that watches ran out, but looks for the folder
 * every 4 seconds for ever; it does not say that events were lost; and it asks the disk on the
 * thread that makes it.
 * Thread: one at a time. */
typedef struct
{
  int   fd; /* -1: none */
  guint n_watches;
  guint max_watches; /* 0: as many as the system has */
} KomaWatchInotify;

#define KOMA_WATCH_INOTIFY_INIT \
  {                             \
    .fd = -1                    \
  }

/* @name: (nullable) of what it is about in the folder of @wd */
typedef void (*KomaWatchInotifyFunc) (int wd, guint32 mask, const char *name, gpointer data);

/* FALSE: there is none; all else does nothing then. Whatever was watched is not any more. */
gboolean koma_watch_inotify_open (KomaWatchInotify *self);
void     koma_watch_inotify_close (KomaWatchInotify *self); /* also one that is closed */
/* -1: errno says why; ENOSPC where there are no more watches. */
int  koma_watch_inotify_add (KomaWatchInotify *self, const char *path);
void koma_watch_inotify_remove (KomaWatchInotify *self, int wd); /* -1: nothing */
/* Tells when a folder above is renamed or removed. */
void koma_watch_inotify_add_above (KomaWatchInotify *self, const char *path);
/* What has come until now. @func may add and remove. */
void koma_watch_inotify_read (KomaWatchInotify *self, KomaWatchInotifyFunc func, gpointer data);

G_END_DECLS
