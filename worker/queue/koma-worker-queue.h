/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-job.h"

G_BEGIN_DECLS

/* Every job that has not ended: the pending ones by priority, and how many
 * are being worked on, which is bounded. Sees that each job ends exactly once.
 * Reference counted.
 *
 * It has a lock, of the threads that work on jobs. They run at a lower
 * priority than the window, and one that loses its processor while it holds
 * the lock keeps all others waiting: so the window's thread never takes it.
 * It leaves a job in an inbox, takes one back by changing its state, counts
 * with atomics, and rings a bell. */

KomaWorkerQueue *koma_worker_queue_new (guint n_decoders);
KomaWorkerQueue *koma_worker_queue_ref (KomaWorkerQueue *queue);
void             koma_worker_queue_unref (KomaWorkerQueue *queue);

/* Any thread; none of them waits. */
void  koma_worker_queue_push (KomaWorkerQueue *queue,
                              KomaJob         *job); /* (transfer full) */
guint koma_worker_queue_get_n_unanswered (KomaWorkerQueue *queue);
void  koma_worker_queue_begin_load (KomaWorkerQueue *queue); /* a model is coming */
void  koma_worker_queue_end_load (KomaWorkerQueue *queue);

/* Any thread; wait for the lock: at shutdown, or where nothing is drawn. */
void koma_worker_queue_cancel_all (KomaWorkerQueue *queue);
void koma_worker_queue_close (KomaWorkerQueue *queue); /* and cancels all */

/* The threads that work on jobs. */
void     koma_worker_queue_set_serving (KomaWorkerQueue *queue,
                                        KomaActiveModel *active_model); /* (nullable) */
void     koma_worker_queue_set_limits (KomaWorkerQueue *queue,
                                       guint            n_decoders,
                                       guint            batch);
gboolean koma_worker_queue_has_more (KomaWorkerQueue *queue);
KomaJob *koma_worker_queue_take (KomaWorkerQueue *queue); /* waits; NULL: closed */
void     koma_worker_queue_decoded (KomaWorkerQueue *queue);
void     koma_worker_queue_put_back (KomaWorkerQueue *queue,
                                     KomaJob         *job); /* (transfer full) */
void     koma_worker_queue_end (KomaWorkerQueue *queue,
                                KomaJob         *job,    /* (transfer full) */
                                KomaResult      *result, /* (transfer full) (nullable) */
                                GError          *error);          /* (transfer full) (nullable) */

/* The thread of studies. */
KomaActiveModel *koma_worker_queue_ref_serving (KomaWorkerQueue *queue); /* (nullable) */

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaWorkerQueue, koma_worker_queue_unref)

G_END_DECLS
