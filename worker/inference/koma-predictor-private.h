/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-compile.h"
#include "koma-predictor.h"

G_BEGIN_DECLS

/* What the files of the predictor share: koma-predictor.c (making one, and
 * planning bulk work), koma-predictor-change.c (another backend), koma-predictor-range.c,
 * koma-predictor-run.c (answers). */
struct _KomaPredictor
{
  /* Immutable after construction. */
  KomaActiveModel   *active_model;
  KomaSessionOptions options;     /* the backend that was found */
  KomaPrecision      precision;   /* as the user says; not every backend has a choice */
  guint              n_threads;   /* as the user says; 0: shared out by Koma */
  guint              fixed_batch; /* as the user says; 0: chosen by Koma */
  guint              kept_batch;  /* as autotuning kept it; 0: measured */
  KomaClassifier    *single;      /* one thread on processors, until it is widened */
  gboolean           is_measured; /* automatic choice is to be made by trying */
  gboolean           is_measured_anew;
  gboolean           is_range_sought; /* the user's first pictures may tell it … */
  gboolean           is_range_kept;   /* … and it is kept for later */
  guint              failed;          /* bit i: koma_backends_get (i) did while it ran */
  char             **warnings;        /* NULL-terminated: beside those of the model */

  /* Once bulk work was planned. */
  gboolean        is_planned;
  KomaClassifier *bulk;   /* (nullable) for batches, or several threads: else @single is as good */
  KomaClassifier *spread; /* (nullable) (borrowed) @bulk or @single, where it has several threads */

  /* Once several pictures were waited for. */
  guint           n_interactive; /* counted up to that */
  KomaClassifier *wide;          /* (nullable) in place of a @single that is @spread */
};

gboolean       koma_predictor_compile (KomaPredictor     *predictor,
                                       const KomaCompile *compile,
                                       GError           **error);
KomaPredictor *koma_predictor_continue_with (const KomaPredictor *current,
                                             KomaCompile         *compile,
                                             KomaAutotuneReport  *autotune, /* (nullable) */
                                             GError             **error);
void           koma_predictor_make_active_model (KomaPredictor      *predictor,
                                                 KomaModel          *model,
                                                 KomaAutotuneReport *autotune, /* (nullable) */
                                                 KomaModelInfo      *before);       /* (nullable) */

G_END_DECLS
