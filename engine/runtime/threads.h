/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <pthreadpool.h>

#include "team.h"

G_BEGIN_DECLS

/* The threads of a session. Made, started and freed on the session's thread. */
typedef struct _KomaThreads KomaThreads;

KomaThreads  *koma_threads_new (guint n_threads);
void          koma_threads_free (KomaThreads *threads);
void          koma_threads_start (KomaThreads *threads);
pthreadpool_t koma_threads_start_pool (KomaThreads *threads);
void          koma_threads_divide (KomaThreads *threads,
                                   KomaUnitFunc run,
                                   gpointer     context,
                                   gsize        n_units);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaThreads, koma_threads_free)

G_END_DECLS
