/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-watch-types.h"

G_BEGIN_DECLS

/* Brings news from the watching thread into a main context; both hold a reference. */
typedef struct _KomaWatchEvents KomaWatchEvents;

/* The thread of the context. */
KomaWatchEvents *koma_watch_events_new (KomaWatchFunc func, gpointer data); /* one reference */
void             koma_watch_events_close (KomaWatchEvents *self);           /* no more calls */

/* Any thread; never waits. */
KomaWatchEvents *koma_watch_events_ref (KomaWatchEvents *self);
void             koma_watch_events_unref (KomaWatchEvents *self); /* the last: closed */
void             koma_watch_events_put (KomaWatchEvents *self,
                                        KomaWatchKind    kind,
                                        const char      *path,
                                        const char      *message); /* (nullable) */

G_END_DECLS
