/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-range-search.h"
#include "worker/measure/koma-autotuner.h"
#include "worker/models/koma-load-request.h"
#include "worker/queue/koma-job.h"

G_BEGIN_DECLS

/* A model ready to answer: its sessions, for one picture and for many, and
 * the way from scores to results. Thread: inference. */
typedef struct _KomaPredictor KomaPredictor;

KomaPredictor *koma_predictor_new (KomaModel       *model,
                                   KomaLoadRequest *load, /* has the options; told of progress */
                                   GError         **error);
/* What goes on in place of one that can not any more. */
KomaPredictor *koma_predictor_fall_back (const KomaPredictor *failing,
                                         const GError        *reason,
                                         GError             **error);
void           koma_predictor_free (KomaPredictor *predictor);

/* Automatic choice, while the model answers. */
KomaAutotuner *koma_predictor_begin_autotune (const KomaPredictor *predictor); /* (nullable) */
KomaPredictor *koma_predictor_choose (KomaPredictor      *current,             /* (nullable) */
                                      KomaAutotuneReport *autotune,
                                      GError            **error);

/* A range that the first pictures tell. The search is (nullable). */
KomaRangeSearch *koma_predictor_begin_range_search (const KomaPredictor *predictor);
gboolean         koma_predictor_search_range (const KomaPredictor *predictor,
                                              KomaRangeSearch     *search,
                                              const KomaProgress  *progress, /* may stop it */
                                              KomaRangeTrial      *ret_trial,
                                              GError             **error);
KomaPredictor   *koma_predictor_take_range (KomaPredictor        *current, /* (nullable) */
                                            const KomaRangeTrial *trial,
                                            GError              **error);

KomaActiveModel *koma_predictor_get_active_model (KomaPredictor *predictor);

/* Bulk work. */
void     koma_predictor_plan_bulk (KomaPredictor *predictor);
gboolean koma_predictor_is_worth_planning (const KomaPredictor *predictor,
                                           guint                n_done,
                                           guint                n_waiting);
guint    koma_predictor_get_batch (const KomaPredictor *predictor);
guint    koma_predictor_get_session_batch (const KomaPredictor *predictor);
guint    koma_predictor_get_measured_batch (const KomaPredictor *predictor); /* 1: none */

/* Pictures that somebody waits for. */
void koma_predictor_widen (KomaPredictor *predictor);

gboolean koma_predictor_run (KomaPredictor  *predictor,
                             KomaJob *const *jobs,
                             guint           n_jobs,      /* one, or up to a batch */
                             KomaResult    **ret_results, /* [n_jobs] */
                             GError        **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaPredictor, koma_predictor_free)

G_END_DECLS
