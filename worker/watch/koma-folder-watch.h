/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-watch-types.h"

G_BEGIN_DECLS

/* Tells of pictures in a folder and the folders in it: those that are there, and those that arrive,
 * each when it is whole. A thread of its own waits, walks and tells; it locks nothing, and where a
 * share does not answer it is that thread alone that hangs. */
typedef struct _KomaFolderWatch KomaFolderWatch;

/* Thread: one with a main context, in which @func is called, for as long as that. */
KomaFolderWatch *koma_folder_watch_new (const char                    *path,
                                        const KomaFolderWatchSettings *settings, /* copied */
                                        KomaWatchFunc                  func,
                                        gpointer                       data);
/* The same thread; waits for nothing. @func is not called again. */
void koma_folder_watch_free (KomaFolderWatch *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaFolderWatch, koma_folder_watch_free)

G_END_DECLS
