/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-predictor.h"
#include "worker/models/koma-model-watch.h"

G_BEGIN_DECLS

/* How long the first of a batch waits for others while decoders are at work;
 * less than anybody notices, more than a decoder needs for a photograph. */
#define LINGER_US (20 * G_TIME_SPAN_MILLISECOND)

/* What the thread is told. */
typedef enum {
  MESSAGE_JOB,
  MESSAGE_MODEL,
  MESSAGE_STOP,
} MessageKind;

typedef struct
{
  MessageKind      kind;
  KomaJob         *job;
  KomaLoadRequest *load;
  KomaModel       *model;
} Message;

/* See koma-inference.h. */
typedef struct _KomaInference KomaInference;

struct _KomaInference
{
  /* Immutable after construction. */
  KomaWorkerQueue *queue;
  GAsyncQueue     *messages; /* (element-type Message) */
  GThread         *thread;

  gint            bulk_batch; /* atomic */
  KomaModelWatch *watch;      /* atomic (nullable) (unowned) */

  /* Inference thread only. */
  KomaPredictor   *predictor;                /* (nullable) */
  KomaAutotuner   *autotuner;                /* (nullable) of the model in use */
  KomaRangeSearch *range_search;             /* (nullable) likewise */
  GQueue           ready[KOMA_N_PRIORITIES]; /* (element-type KomaJob) owned */
  Message         *model;                    /* (nullable) the newest that was read */
  guint            n_bulk_done;              /* with @predictor */
  gboolean         is_stopping;
};

/* Thread: inference. */
void     koma_inference_message_free (Message *message);                 /* (nullable) */
void     koma_inference_take_in (KomaInference *self, Message *message); /* (transfer full) */
gboolean koma_inference_has_jobs (const KomaInference *self);
void     koma_inference_bound_work (KomaInference *self);
/* What other threads may know of the model in use. */
void koma_inference_publish (KomaInference *self);
void koma_inference_replace_predictor (KomaInference *self,
                                       KomaPredictor *predictor); /* (transfer full) */
void koma_inference_tell_change (KomaInference *self);

G_END_DECLS
