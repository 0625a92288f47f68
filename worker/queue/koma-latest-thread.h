/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-completion.h"
#include "worker/koma-thread.h"

G_BEGIN_DECLS

/* A thread of the worker that does one thing at a time, of which the latest
 * alone counts: all before it are cancelled. It is started with the first. */
typedef struct _KomaLatestThread KomaLatestThread;

/* Works on it, on the thread. */
typedef void (*KomaLatestThreadRun) (KomaCompletion *latest, gpointer user_data);

KomaLatestThread *koma_latest_thread_new (const char         *name,
                                          KomaThreadKind      kind,
                                          KomaLatestThreadRun run,
                                          gpointer            user_data);
void              koma_latest_thread_push (KomaLatestThread *self,
                                           gpointer          latest); /* (transfer full) */
/* (transfer full) cancels, and waits for a piece that runs */
void koma_latest_thread_join (KomaLatestThread *self);

G_END_DECLS
