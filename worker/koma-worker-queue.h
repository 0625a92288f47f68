/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-job.h"

G_BEGIN_DECLS

/* Every job that has not ended: the pending ones by priority, and how many
 * are being worked on, which is bounded. Has the only lock of the way of a
 * picture; sees that each job ends exactly once. Reference counted. */

KomaWorkerQueue *koma_worker_queue_new (guint n_decoders);
KomaWorkerQueue *koma_worker_queue_ref (KomaWorkerQueue *queue);
void             koma_worker_queue_unref (KomaWorkerQueue *queue);

/* Any thread. */
void     koma_worker_queue_push (KomaWorkerQueue *queue,
                                 KomaJob         *job); /* (transfer full) */
void     koma_worker_queue_cancel_all (KomaWorkerQueue *queue);
void     koma_worker_queue_close (KomaWorkerQueue *queue); /* and cancels all */
guint    koma_worker_queue_get_n_unanswered (KomaWorkerQueue *queue);
gboolean koma_worker_queue_has_more (KomaWorkerQueue *queue);

/* Models: what decoders prepare pictures for. */
void koma_worker_queue_begin_load (KomaWorkerQueue *queue);
void koma_worker_queue_end_load (KomaWorkerQueue *queue);
void koma_worker_queue_set_serving (KomaWorkerQueue *queue,
                                    KomaServing     *serving); /* (nullable) */
void koma_worker_queue_set_limits (KomaWorkerQueue *queue,
                                   guint            n_decoders,
                                   guint            batch);

/* The threads that work on jobs. */
KomaJob *koma_worker_queue_take (KomaWorkerQueue *queue); /* waits; NULL: closed */
void     koma_worker_queue_decoded (KomaWorkerQueue *queue);
void     koma_worker_queue_put_back (KomaWorkerQueue *queue,
                                     KomaJob         *job); /* (transfer full) */
void     koma_worker_queue_end (KomaWorkerQueue *queue,
                                KomaJob         *job,    /* (transfer full) */
                                KomaResult      *result, /* (transfer full) (nullable) */
                                GError          *error);          /* (transfer full) (nullable) */

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaWorkerQueue, koma_worker_queue_unref)

G_END_DECLS
