/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>
#include <sys/stat.h>

G_BEGIN_DECLS

/* Files that may not be whole yet. One is waited for until nobody writes to it, as far as is known,
 * and its size and time have stayed the same for a while. Thread: one at a time. */
typedef struct
{
  gint64      quiet_us;
  GHashTable *files; /* char *path → File */
  GQueue      due;   /* File: those that are not written, the next one first */
} KomaWatchSettling;

void koma_watch_settling_init (KomaWatchSettling *self, gint64 quiet_us);
void koma_watch_settling_clear (KomaWatchSettling *self);
void koma_watch_settling_empty (KomaWatchSettling *self); /* waits for none */

/* @now_us: monotonic time. It begins anew for a file that is waited for. */
void koma_watch_settling_add (KomaWatchSettling *self, const char *path, gint64 now_us);
/* The same, but for one that somebody writes to, who closes it later. */
void koma_watch_settling_touch (KomaWatchSettling *self, const char *path, gint64 now_us);
/* Somebody writes to it; it is not due before it is added again. */
void koma_watch_settling_hold (KomaWatchSettling *self, const char *path);
/* Nobody knows any more who writes to what: all are due after a while. */
void     koma_watch_settling_release (KomaWatchSettling *self, gint64 now_us);
gboolean koma_watch_settling_has (const KomaWatchSettling *self, const char *path);
void     koma_watch_settling_drop (KomaWatchSettling *self, const char *path);
void     koma_watch_settling_drop_below (KomaWatchSettling *self, const char *folder);

/* When koma_watch_settling_take () may have one; G_MAXINT64: not of itself. */
gint64 koma_watch_settling_get_due (const KomaWatchSettling *self);
/* (transfer full) (nullable) One that is whole, and what it is. It is not waited for any more. */
char *koma_watch_settling_take (KomaWatchSettling *self, gint64 now_us, struct stat *ret_info);

G_END_DECLS
