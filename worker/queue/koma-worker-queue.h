/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-job.h"

G_BEGIN_DECLS

/* Jobs that wait, by priority, and those that are being worked on, whose number
 * is bounded. It outlives every task that was sent through it.
 *
 * Its lock is for the threads that work on jobs. They run at a lower priority
 * than the window, and one that loses its processor while it holds the lock
 * keeps all others waiting. So the window's thread never takes the lock: it
 * leaves a job in a KomaMpscQueue and notifies an event count. */
typedef struct _KomaWorkerQueue KomaWorkerQueue;

KomaWorkerQueue *koma_worker_queue_new (guint n_decoders);
void             koma_worker_queue_free (KomaWorkerQueue *queue); /* closed */

/* Any thread; never wait. */
void  koma_worker_queue_push (KomaWorkerQueue *queue,
                              KomaRequest     *request,
                              GTask           *task); /* (transfer full) */
guint koma_worker_queue_get_n_unanswered (KomaWorkerQueue *queue);
void  koma_worker_queue_begin_load (KomaWorkerQueue *queue); /* a model is coming */
void  koma_worker_queue_end_load (KomaWorkerQueue *queue);

/* Any thread; waits for the lock. */
void koma_worker_queue_close (KomaWorkerQueue *queue); /* and cancels all */

/* Inference thread. */
void     koma_worker_queue_set_active_model (KomaWorkerQueue *queue,
                                             KomaActiveModel *active_model); /* (nullable) */
void     koma_worker_queue_set_batch (KomaWorkerQueue *queue, guint batch);
gboolean koma_worker_queue_has_more (KomaWorkerQueue *queue);
void     koma_worker_queue_put_back (KomaWorkerQueue *queue,
                                     KomaJob         *job); /* (transfer full) */

/* Decode threads; the last one the inference thread too. */
KomaJob *koma_worker_queue_take (KomaWorkerQueue *queue); /* waits; NULL: closed */
void     koma_worker_queue_decoded (KomaWorkerQueue *queue);
void     koma_worker_queue_end (KomaWorkerQueue *queue,
                                KomaJob         *job,    /* (transfer full) */
                                KomaResult      *result, /* (transfer full) (nullable) */
                                GError          *error);          /* (transfer full) (nullable) */

/* Load and measurement threads. */
KomaActiveModel *koma_worker_queue_ref_active_model (KomaWorkerQueue *queue); /* (nullable) */

G_END_DECLS
