/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/runtime/precision.h"
#include "worker/model/koma-model-info.h"
#include "worker/queue/koma-request.h"
#include "worker/queue/koma-result.h"

G_BEGIN_DECLS

#define KOMA_TYPE_WORKER (koma_worker_get_type ())
G_DECLARE_FINAL_TYPE (KomaWorker, koma_worker, KOMA, WORKER, GObject)

/* Whether pictures are looked at upside down too, and both answers averaged. */
typedef enum {
  KOMA_HALF_TURN_AS_MODEL, /* UNSURE where koma.json has a "halfTurn", else OFF */
  KOMA_HALF_TURN_OFF,
  KOMA_HALF_TURN_UNSURE, /* where the first answer has too low a score */
  KOMA_HALF_TURN_ALWAYS,
} KomaHalfTurnMode;

/* How a model is to be loaded; a plain value, copied by the call. Strings may
 * be NULL: as the model says, as is best here. */
typedef struct
{
  const char *path; /* of the model, or a folder that holds one */
  const char *labels_path;
  const char *range;
  const char *fit;
  const char *output;
  const char *backend;
  guint       n_threads; /* 0: as many as there are processors for us */
  guint       batch;     /* 0: measured */
  /* Without a backend: once the model answers, all that may be chosen are tried
   * while nothing else is to be done, and the fastest takes over. */
  gboolean is_measured;
  gboolean is_measured_anew; /* with it: whatever is known of them */

  KomaPrecision precision; /* float16 for backends that have it; see KomaSessionOptions */

  KomaHalfTurnMode half_turn;
} KomaWorkerModel;

/* What loading is doing. */
typedef enum {
  KOMA_LOAD_READING,   /* the file; fraction is known */
  KOMA_LOAD_PREPARING, /* compiling for the backend */
  KOMA_LOAD_WARMING,   /* the first run, on zeros */
} KomaLoadStage;

typedef void (*KomaLoadProgress) (KomaLoadStage stage,
                                  double        fraction, /* 0 … 1 of this stage */
                                  gpointer      user_data);

/* The model in use computes another way than it did: a backend failed, or
 * automatic choice was made. */
typedef void (*KomaModelChanged) (KomaModelInfo *info,
                                  gpointer       user_data);

KomaWorker *koma_worker_new (void);

/* Loads, compiles and warms a model; on success it replaces the one before,
 * which goes on serving until then (and stays if this fails). Callbacks run
 * in the caller's main context. A later call supersedes an earlier one. */
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
 * G_IO_ERROR_CANCELLED; at shutdown too. */
void        koma_worker_classify_async (KomaWorker         *self,
                                        KomaRequest        *request,
                                        GCancellable       *cancellable,
                                        GAsyncReadyCallback callback,
                                        gpointer            user_data);
KomaResult *koma_worker_classify_finish (KomaWorker   *self,
                                         GAsyncResult *result,
                                         GError      **error);

/* Once, before the first model; called in the caller's main context. */
void koma_worker_watch_model (KomaWorker      *self,
                              KomaModelChanged changed,
                              gpointer         user_data);

void  koma_worker_cancel_all (KomaWorker *self); /* every request not yet answered */
guint koma_worker_get_n_pending (KomaWorker *self);
guint koma_worker_get_bulk_batch (KomaWorker *self); /* chosen for bulk work; 0: not yet */
/* Cancels all and joins the threads; callbacks follow in their contexts. */
void koma_worker_stop (KomaWorker *self);

G_END_DECLS
