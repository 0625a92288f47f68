/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <pthreadpool.h>

#include <glib.h>

G_BEGIN_DECLS

/* The thread pool of a session. Made, started and freed on the session's
 * thread. */
typedef struct _KomaThreads KomaThreads;

KomaThreads  *koma_threads_new (guint n_threads);
void          koma_threads_free (KomaThreads *threads);
pthreadpool_t koma_threads_start (KomaThreads *threads);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaThreads, koma_threads_free)

G_END_DECLS
