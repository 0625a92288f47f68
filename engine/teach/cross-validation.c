/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "cross-validation.h"

#include <math.h>
#include <string.h>

#include "calibration.h"
#include "class-distance.h"
#include "engine/training/random.h"
#include "head-private.h"

#define DEFAULT_N_FOLDS 5
/* To compare each of ten thousand examples with all others takes half a minute. */
#define MAX_UNLIKE 1000

typedef struct
{
  const KomaExamples         *examples;
  KomaHeadKind                kind;
  const KomaHeadTrainOptions *options;  /* (nullable) */
  const KomaProgress         *progress; /* (nullable) */
  guint                       n_folds;
  guint                       fold; /* being computed */
  KomaCrossValidation        *result;
} Job;

/* Those of a class that may be held out; the others are learned from in each fold. */
static GArray *
list_members (Job  *self,
              guint class_index)
{
  const KomaExamples *examples = self->examples;
  GArray             *members = g_array_new (FALSE, FALSE, sizeof (guint));
  guint               n = 0;

  for (guint i = 0; i < examples->n; i++) {
    if (examples->classes[i] != class_index)
      continue;
    n++;
    self->result->folds[i] = KOMA_FOLD_NONE;
    if (examples->is_seen == NULL || !examples->is_seen[i])
      g_array_append_val (members, i);
  }
  /* A class of one example can not do without it. */
  if (n == 1)
    g_array_set_size (members, 0);
  return members;
}

/* Each class is dealt out to the folds in turn, on from where the class before ended. */
static void
deal (Job *self)
{
  guint     *folds = self->result->folds;
  KomaRandom random = { self->options != NULL ? self->options->seed : 0 };
  guint      next = 0;

  for (guint c = 0; c < self->examples->n_classes; c++) {
    g_autoptr (GArray) members = list_members (self, c);

    for (guint n_left = members->len; n_left > 0; n_left--) {
      const guint k = (guint) (koma_random_uniform (&random) * n_left);

      folds[g_array_index (members, guint, k)] = next++ % self->n_folds;
      g_array_index (members, guint, k) = g_array_index (members, guint, n_left - 1);
    }
  }
}

static gboolean
report_epoch (const KomaHeadEpoch *epoch,
              gpointer             user_data)
{
  Job         *self = user_data;
  const double part = (double) epoch->epoch / epoch->n_epochs;

  return koma_progress_report (self->progress, (self->fold + part) / self->n_folds, NULL);
}

/* Those in another fold. */
static KomaHead *
learn (Job     *self,
       GError **error)
{
  const KomaExamples            *all = self->examples;
  g_autofree KomaFeatureVector **features = g_new (KomaFeatureVector *, all->n);
  g_autofree guint              *classes = g_new (guint, all->n);
  KomaExamples                   some = *all;

  some.n = 0;
  for (guint i = 0; i < all->n; i++)
    if (self->result->folds[i] != self->fold) {
      features[some.n] = all->features[i];
      classes[some.n++] = all->classes[i];
    }
  some.features = features;
  some.classes = classes;
  return self->kind == KOMA_HEAD_DENSE
           ? koma_head_train (&some, self->options, report_epoch, self, error)
           : koma_head_new_nearest (&some, error);
}

static gboolean
has_members (const Job *self)
{
  for (guint i = 0; i < self->result->n; i++)
    if (self->result->folds[i] == self->fold)
      return TRUE;
  return FALSE;
}

static gboolean
compute_fold (Job     *self,
              GError **error)
{
  KomaCrossValidation *result = self->result;
  g_autoptr (KomaHead) head = learn (self, error);

  if (head == NULL)
    return FALSE;
  for (guint i = 0; i < result->n; i++)
    if (result->folds[i] == self->fold)
      koma_head_score (head, koma_feature_vector_get_values (self->examples->features[i]), 1,
                       result->scores + (gsize) i * result->n_classes,
                       i % (result->n / MAX_UNLIKE + 1) == 0 ? result->unlike + i : NULL);
  return koma_progress_report (self->progress, (self->fold + 1.0) / self->n_folds, error);
}

static int
compare_scores (gconstpointer a,
                gconstpointer b,
                gpointer      user_data)
{
  const float *scores = user_data;
  const float  x = scores[*(const guint *) a], y = scores[*(const guint *) b];

  return (x > y) - (x < y);
}

static void
sort_worst (KomaCrossValidation *self,
            const KomaExamples  *examples)
{
  g_autofree float *scores = g_new (float, self->n);

  for (guint i = 0; i < self->n; i++)
    scores[i] = self->scores[(gsize) i * self->n_classes + examples->classes[i]];
  g_qsort_with_data (self->worst, (int) self->n_held_out, sizeof *self->worst, compare_scores,
                     scores);
}

/* The answers without the gaps of those that are in no fold, and back. */
static void
judge (Job *self)
{
  KomaCrossValidation *result = self->result;
  const gsize          row = result->n_classes * sizeof (float);
  g_autofree guint    *truth = g_new (guint, result->n);
  g_autofree float    *scores = g_new (float, (gsize) result->n * result->n_classes);
  g_autofree float    *unlike = g_new (float, result->n);
  KomaHeldOut          held_out = { truth, scores, unlike, 0, 0, result->n_classes, 0 };

  for (guint i = 0; i < result->n; i++)
    if (result->folds[i] != KOMA_FOLD_NONE) {
      truth[held_out.n] = self->examples->classes[i];
      if (!isnan (result->unlike[i]))
        unlike[held_out.n_unlike++] = result->unlike[i];
      memcpy (scores + (gsize) held_out.n * result->n_classes,
              result->scores + (gsize) i * result->n_classes, row);
      result->worst[held_out.n++] = i;
    }
  result->n_held_out = held_out.n;
  held_out.class_distance = koma_class_distance (self->examples);
  result->calibration = koma_calibration_measure (&held_out);
  result->evaluation = koma_evaluation_new (truth, scores, held_out.n, result->n_classes);
  for (guint k = 0; k < held_out.n; k++)
    memcpy (result->scores + (gsize) result->worst[k] * result->n_classes,
            scores + (gsize) k * result->n_classes, row);
  sort_worst (result, self->examples);
}

static KomaCrossValidation *
result_new (const KomaExamples *examples)
{
  KomaCrossValidation *self = g_new0 (KomaCrossValidation, 1);
  const gsize          n_scores = (gsize) examples->n * examples->n_classes;

  self->n = examples->n;
  self->n_classes = examples->n_classes;
  self->folds = g_new0 (guint, self->n);
  self->scores = g_new (float, n_scores);
  self->unlike = g_new (float, self->n);
  self->worst = g_new0 (guint, self->n);
  for (gsize i = 0; i < n_scores; i++)
    self->scores[i] = NAN;
  for (guint i = 0; i < self->n; i++)
    self->unlike[i] = NAN;
  return self;
}

/**
 * koma_cross_validation_new:
 * @examples: of two classes at least
 * @kind: which head is tried
 * @options: (nullable): of a dense head
 * @n_folds: how many heads are made, two at least; 0: five
 * @progress: (nullable): is told on this thread
 *
 * Thread: any; computes on it alone. Errors: those of koma_head_train(); %G_IO_ERROR_CANCELLED.
 *
 * Returns: (transfer full): what heads say of examples that they have not seen
 */
KomaCrossValidation *
koma_cross_validation_new (const KomaExamples         *examples,
                           KomaHeadKind                kind,
                           const KomaHeadTrainOptions *options,
                           guint                       n_folds,
                           const KomaProgress         *progress,
                           GError                    **error)
{
  g_autoptr (KomaCrossValidation) result = NULL;
  Job self = { .examples = examples, .kind = kind, .options = options, .progress = progress };

  if (!koma_examples_check (examples, error))
    return NULL;
  result = result_new (examples);
  self.result = result;
  self.n_folds = n_folds > 0 ? n_folds : DEFAULT_N_FOLDS;
  deal (&self);
  for (; self.fold < self.n_folds; self.fold++)
    if (has_members (&self) && !compute_fold (&self, error))
      return NULL;
  judge (&self);
  return g_steal_pointer (&result);
}

/**
 * koma_cross_validation_free:
 * @self: (nullable) (transfer full)
 *
 * Thread: any.
 */
void
koma_cross_validation_free (KomaCrossValidation *self)
{
  if (self == NULL)
    return;
  g_clear_pointer (&self->evaluation, koma_evaluation_free);
  g_free (self->folds);
  g_free (self->scores);
  g_free (self->unlike);
  g_free (self->worst);
  g_free (self);
}
