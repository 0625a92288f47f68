/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "picture-session.h"

G_BEGIN_DECLS

/* A classifier compiled once for each of several threads. A thread computes whole pictures by
 * itself, so no thread waits for another within a picture, and one that waits for pictures sleeps.
 * Thread: the one that made it. */
typedef struct _KomaSessionPool KomaSessionPool;

KomaSessionPool *koma_session_pool_new (const KomaGraph          *graph,
                                        const KomaSessionOptions *options,
                                        KomaPictureSession       *first);
void             koma_session_pool_free (KomaSessionPool *pool);
guint            koma_session_pool_get_n (const KomaSessionPool *pool);
gboolean         koma_session_pool_run (KomaSessionPool       *pool,
                                        const KomaPictureWork *work,
                                        guint                  n_pictures,
                                        GError               **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaSessionPool, koma_session_pool_free)

G_END_DECLS
