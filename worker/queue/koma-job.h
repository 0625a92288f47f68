/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-completion.h"
#include "koma-request.h"
#include "koma-result.h"
#include "worker/models/koma-active-model.h"

G_BEGIN_DECLS

/* A request on its way through the worker. References are held by the queue or
 * the thread that works on it, and by its completion. */
typedef struct
{
  KomaCompletion completion; /* first; its value is a KomaResult */
  KomaMpscItem   queue_item; /* on its way into the queue */
  GList          link;       /* guarded by the queue's lock; waiting or active */

  /* Immutable after construction. */
  KomaRequest *request;
  gint        *n_unanswered; /* atomic; of the queue, which outlives the task */
  gint64       sent_us;

  /* Of the thread that works on it. */
  KomaActiveModel *active_model; /* whose recipe made @pixels */
  guint8          *pixels;       /* [active_model->input_size], of koma_preprocess_pixels() */
  KomaResultTiming timing;
  guint            batch;     /* pictures that were computed along with it */
  gboolean         is_turned; /* computed a second time, upside down */
  gint64           ready_us;
  GBytes          *thumbnail; /* (nullable) */
  KomaPicture     *seen;      /* (nullable) */
  KomaPainted      painted;
  KomaTaken        taken;
  guint            source_width;
  guint            source_height;

  KomaFeatureVector *vector; /* (nullable) */
} KomaJob;

KomaJob *koma_job_new (KomaRequest *request,
                       GTask       *task, /* (transfer full) */
                       gint        *n_unanswered);
KomaJob *koma_job_from_item (KomaMpscItem *item); /* whose queue_item it is */
void     koma_job_forget_input (KomaJob *job);    /* what decoding made */
/* The answer that @scores are: probabilities, [active_model->n_classes]. */
KomaResult *koma_job_make_result (const KomaJob         *job,
                                  const KomaActiveModel *active_model,
                                  const float           *scores);
/* (nullable) The answer where a vector of the picture is known, see KomaRequest. */
KomaResult *koma_job_answer_from_vector (KomaJob *job);
void        koma_job_count_run (KomaJob *job, const KomaClassifierRun *run);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaJob, koma_completion_unref)

G_END_DECLS
