/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "worker/teach/disk/koma-teach-disk-message.h"

G_BEGIN_DECLS

/* The thread that has a project's folder: opens it, keeps pictures, adds lines to the journal.
 *
 *   main ── line, picture ──► KomaMpscQueue ──► thread: pictures, fsync, lines, fdatasync
 *   main ◄── KomaContextQueue ◄── KomaTeachDiskMessage: opened, kept, trouble */
typedef struct _KomaTeachKeeper KomaTeachKeeper;

/* Examples that main gets at a time while a project is opened. */
#define KOMA_TEACH_CHUNK 128

/* In the main context. */
typedef void (*KomaTeachTell) (const KomaTeachDiskMessage *message, gpointer user_data);

/* Thread: main. They wait for nobody. */
KomaTeachKeeper *koma_teach_keeper_new (const char *folder, KomaTeachTell tell, gpointer user_data);
void             koma_teach_keeper_go_on (KomaTeachKeeper *self);
void             koma_teach_keeper_write (KomaTeachKeeper *self,
                                          char            *line); /* (transfer full) */
void             koma_teach_keeper_keep (KomaTeachKeeper *self,
                                         KomaTeachKeep   *keep); /* (transfer full) */

/* Waits until all lines are written; pictures that wait end cancelled. Thread: any but its own. */
void koma_teach_keeper_stop (KomaTeachKeeper *self);
/* Tells what there is to tell, after it was stopped. Thread: main. */
void koma_teach_keeper_free (KomaTeachKeeper *self);

G_END_DECLS
