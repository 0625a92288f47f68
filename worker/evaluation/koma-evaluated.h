/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-ground-truth.h"

#include "engine/koma-app.h"

G_BEGIN_DECLS

/* Pictures with one label that are not counted. */
typedef struct
{
  const char *label;        /* borrowed from the truth */
  gboolean    is_ambiguous; /* several classes of the model are called so; else none is */
  guint       n;
} KomaUncounted;

/* A picture that could not be read. */
typedef struct
{
  const char *path; /* borrowed from the truth */
  char       *message;
} KomaUnreadable;

/* A model, and how it is evaluated. */
typedef struct
{
  KomaModel                *model;   /* a classifier */
  const KomaSessionOptions *options; /* how it is compiled */
} KomaEvaluatedParts;

/* Precisions that people may want: 0.8, 0.9, 0.95, 0.98, 0.99, 1. */
#define KOMA_N_PRECISIONS 6

/* What a model answered to pictures of which the truth is known, and how good that is. Immutable,
 * reference counted, any thread. */
typedef struct
{
  gatomicrefcount ref_count;

  KomaGroundTruth *truth;
  KomaLabels      *labels; /* [n_classes] */
  char            *model;  /* its name */
  char            *hash;
  char            *recipe;      /* in words, in English */
  char            *backend;     /* "cpu" */
  KomaRecipe       values;      /* the recipe */
  double           temperature; /* of the recipe, that the scores were read at */

  guint  n; /* pictures that count */
  guint  n_classes;
  guint  n_turned; /* of them that were looked at upside down, too */
  guint *pictures; /* [n] ascending indices into the pictures of the truth */
  guint *classes;  /* [n] what they show */
  guint *answers;  /* [n] classes with the best scores */
  float *scores;   /* [n, n_classes] */

  GArray *uncounted;  /* KomaUncounted, most first */
  GArray *unreadable; /* KomaUnreadable */

  KomaThreshold   thresholds[KOMA_N_PRECISIONS];
  KomaEvaluation *evaluation;
  double          loss;                     /* mean negative log-likelihood; NAN if n is 0 */
  double          fitted_temperature;       /* for the recipe, with the least loss */
  double          fitted_loss;              /* with that temperature … */
  double          fitted_calibration_error; /* … as this */
} KomaEvaluated;

KomaEvaluated *koma_evaluated_new (const KomaEvaluatedParts *parts,
                                   KomaGroundTruth          *truth,
                                   GError                  **error);
KomaEvaluated *koma_evaluated_ref (KomaEvaluated *self);
void           koma_evaluated_unref (KomaEvaluated *self);

const char   *koma_evaluated_get_path (const KomaEvaluated *self, guint i);
gboolean      koma_evaluated_is_right (const KomaEvaluated *self, guint i);
KomaThreshold koma_evaluated_find_threshold (const KomaEvaluated *self, double precision);
/* Rows of both with the same picture, at most first->n; returns how many. */
guint       koma_evaluated_find_common (const KomaEvaluated *first,
                                        const KomaEvaluated *second,
                                        guint               *ret_first_rows,
                                        guint               *ret_second_rows);
KomaMcnemar koma_evaluated_compare (const KomaEvaluated *first, const KomaEvaluated *second);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaEvaluated, koma_evaluated_unref)

G_END_DECLS
