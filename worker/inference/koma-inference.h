/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "worker/models/koma-load-request.h"
#include "worker/models/koma-model-watch.h"

G_BEGIN_DECLS

/* The thread that owns the engine: it compiles models, runs batches, and hands
 * out results. */
typedef struct _KomaInference KomaInference;

KomaInference *koma_inference_new (KomaWorkerQueue *queue);
/* (transfer full) after all threads that post have been joined */
void koma_inference_join (KomaInference *inference);

/* Any thread. */
void  koma_inference_set_watch (KomaInference *inference, KomaModelWatch *watch);
void  koma_inference_post_job (KomaInference *inference,
                               KomaJob       *job); /* (transfer full) decoded */
void  koma_inference_post_model (KomaInference   *inference,
                                 KomaLoadRequest *load,         /* (transfer full) */
                                 KomaModel       *model);             /* (transfer full) */
guint koma_inference_get_bulk_batch (KomaInference *inference); /* 0: not planned yet */

G_END_DECLS
