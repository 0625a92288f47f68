/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/koma-app.h"
#include "worker/models/koma-model-watch.h"
#include "worker/models/koma-worker-model.h"
#include "worker/queue/koma-request.h"
#include "worker/queue/koma-result.h"

G_BEGIN_DECLS

#define KOMA_TYPE_WORKER (koma_worker_get_type ())
G_DECLARE_FINAL_TYPE (KomaWorker, koma_worker, KOMA, WORKER, GObject)

KomaWorker *koma_worker_new (void);

/* Loads, compiles and warms a model; on success it replaces the one before,
 * which goes on answering until then (and stays if this fails). Callbacks run
 * in the caller's main context. A later call cancels an earlier one. */
void           koma_worker_load_model_async (KomaWorker            *self,
                                             const KomaWorkerModel *model,
                                             KomaLoadProgress       progress, /* (nullable) */
                                             gpointer               progress_data,
                                             GCancellable          *cancellable,
                                             GAsyncReadyCallback    callback,
                                             gpointer               user_data);
KomaModelInfo *koma_worker_load_model_finish (KomaWorker   *self,
                                              GAsyncResult *result,
                                              GError      **error);

/* Exactly one callback for each request: a result, an error, or
 * G_IO_ERROR_CANCELLED; at shutdown too. Answers come in any order, each with
 * the key of its request. */
void        koma_worker_classify_async (KomaWorker         *self,
                                        KomaRequest        *request,
                                        GCancellable       *cancellable,
                                        GAsyncReadyCallback callback,
                                        gpointer            user_data);
KomaResult *koma_worker_classify_finish (KomaWorker   *self,
                                         GAsyncResult *result,
                                         guint64      *ret_key, /* (optional) set without too */
                                         GError      **error);

/* Once, before the first model; called in the caller's main context. */
void koma_worker_watch_model (KomaWorker      *self,
                              KomaModelChanged changed,
                              gpointer         user_data);

KomaModel *koma_worker_ref_model (KomaWorker *self);      /* measurement; (nullable) in use */
guint      koma_worker_get_bulk_batch (KomaWorker *self); /* chosen for bulk work; 0: not yet */
/* Cancels all and joins the threads; callbacks follow in their contexts. */
void koma_worker_stop (KomaWorker *self);

G_END_DECLS
