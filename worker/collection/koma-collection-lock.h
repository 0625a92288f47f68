/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* One program writes to a file at a time: it has locked "FILE-lock", which is there as long as it
 * does. Not the file itself: a descriptor of it that is closed would take SQLite's own locks along.
 * Thread: any but main. */
typedef struct
{
  int   fd; /* -1: none */
  char *path;
} KomaCollectionLock;

/* Errors: %G_IO_ERROR_BUSY: another program, or this one, writes to it; those of
 * koma_fail_errno (). @self: is set, and to be cleared, after an error too. */
gboolean koma_collection_lock_take (KomaCollectionLock *self, const char *file, GError **error);
void     koma_collection_lock_clear (KomaCollectionLock *self); /* unlocks; also zeros */

G_END_DECLS
