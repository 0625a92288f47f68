/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "worker/queue/koma-worker-queue.h"

G_BEGIN_DECLS

typedef struct _KomaDecodePool KomaDecodePool;

/* Takes a job that is ready for inference; on a decoder's thread. */
typedef void (*KomaDecodeReady) (KomaJob *job, /* (transfer full) */
                                 gpointer user_data);

/* The threads that turn pending jobs into inputs of the model. */
KomaDecodePool *koma_decode_pool_new (KomaWorkerQueue *queue,
                                      guint            n_threads,
                                      KomaDecodeReady  ready,
                                      gpointer         user_data);
/* (transfer full) after the queue was closed */
void koma_decode_pool_join (KomaDecodePool *pool);

G_END_DECLS
