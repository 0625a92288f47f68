/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A head is trained from what is not held out, as ever. Then tail and head learn together from the
 * values at the cut, by Adam in small steps. The head that comes out is not kept: one that is
 * trained anew from the features that the tail computes now is as good, and it may learn from
 * pictures that come later. What is held out decides nothing on the way: how many epochs there are
 * is settled before. */
#include "fine-tune.h"

#include <gio/gio.h>
#include <string.h>

#include "engine/koma/koma-error.h"
#include "engine/runtime/session.h"
#include "engine/training/random.h"
#include "head-private.h"
#include "tail-private.h"
#include "tail-trainer.h"

#define BATCH 16

typedef struct
{
  KomaFineTuneOptions  options; /* zeros replaced */
  const KomaTail      *tail;
  const KomaExamples  *examples;
  const KomaCutValues *values;
  KomaFineTuneProgress progress; /* (nullable) */
  gpointer             user_data;

  GArray          *learned;  /* guint, indices of examples */
  GArray          *held_out; /* guint */
  KomaHead        *head;
  KomaTailTrainer *trainer;
  float           *x;     /* [BATCH, n_values] */
  float           *truth; /* [BATCH, n_classes] */

  KomaFineTuneReport report;
  guint              n_steps; /* of all epochs */
  guint              step;
} Tuning;

static void
tuning_clear (Tuning *self)
{
  g_clear_pointer (&self->learned, g_array_unref);
  g_clear_pointer (&self->held_out, g_array_unref);
  g_clear_pointer (&self->head, koma_head_unref);
  g_clear_pointer (&self->trainer, koma_tail_trainer_free);
  g_free (self->x);
  g_free (self->truth);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Tuning, tuning_clear)

/* ---- Heads, before and after ---- */

static KomaHead *
train_head (const Tuning             *self,
            KomaFeatureVector *const *features, /* of all examples */
            GError                  **error)
{
  const guint                    n = self->learned->len;
  g_autofree KomaFeatureVector **some = g_new (KomaFeatureVector *, n);
  g_autofree guint              *classes = g_new (guint, n);
  KomaExamples                   examples = *self->examples;
  const KomaHeadTrainOptions     options = { .n_hidden = self->options.n_hidden,
                                             .seed = self->options.seed };

  for (guint i = 0; i < n; i++) {
    const guint index = g_array_index (self->learned, guint, i);

    some[i] = features[index];
    classes[i] = self->examples->classes[index];
  }
  examples.features = some;
  examples.classes = classes;
  examples.n = n;
  return koma_head_train (&examples, &options, NULL, NULL, error);
}

static guint
count_right (const Tuning             *self,
             const KomaHead           *head,
             KomaFeatureVector *const *features)
{
  const guint       n_classes = self->examples->n_classes;
  g_autofree float *scores = g_new (float, n_classes);
  guint             n_right = 0;

  for (guint i = 0; i < self->held_out->len; i++) {
    const guint index = g_array_index (self->held_out, guint, i);
    guint       best = 0;

    koma_head_score (head, koma_feature_vector_get_values (features[index]), 1, scores, NULL);
    for (guint c = 1; c < n_classes; c++)
      best = scores[c] > scores[best] ? c : best;
    n_right += best == self->examples->classes[index];
  }
  return n_right;
}

/* ---- Steps ---- */

static gboolean
make_trainer (Tuning  *self,
              GError **error)
{
  const KomaTailTrainerOptions options = { self->options.rate, self->options.seed,
                                           self->options.n_threads };

  self->trainer =
    koma_tail_trainer_new (self->tail, koma_head_get_layers (self->head), &options, error);
  if (self->trainer == NULL)
    return FALSE;
  self->x = g_new (float, BATCH *koma_tail_get_n_values (self->tail));
  self->truth = g_new (float, (gsize) BATCH * self->examples->n_classes);
  return TRUE;
}

/* Examples @first … of a list that begins anew at its end. */
static void
write_batch (Tuning       *self,
             const GArray *indices,
             guint         first,
             guint         n)
{
  const gsize n_values = koma_tail_get_n_values (self->tail);
  const guint n_classes = self->examples->n_classes;

  memset (self->truth, 0, (gsize) n * n_classes * sizeof *self->truth);
  for (guint i = 0; i < n; i++) {
    const guint index = g_array_index (indices, guint, (first + i) % indices->len);

    koma_cut_values_get (self->values, index, self->x + i * n_values);
    self->truth[i * n_classes + self->examples->classes[index]] = 1;
  }
}

static gboolean
tell (Tuning  *self,
      GError **error)
{
  self->report.fraction = (double) self->step / self->n_steps;
  if (self->progress == NULL || self->progress (&self->report, self->user_data))
    return TRUE;
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, "Fine-tuning was stopped");
  return FALSE;
}

static gboolean
step (Tuning  *self,
      guint    first,
      guint    n,
      double  *sums, /* [KOMA_TAIL_N_RESULTS] */
      GError **error)
{
  float results[KOMA_TAIL_N_RESULTS];

  write_batch (self, self->learned, first, n);
  if (!koma_trainer_step (koma_tail_trainer_get (self->trainer), n, &(gconstpointer){ self->x },
                          &(const float *){ self->truth }, results, error))
    return FALSE;
  for (guint i = 0; i < KOMA_TAIL_N_RESULTS; i++)
    sums[i] += results[i];
  self->step++;
  return TRUE;
}

static gboolean
watch (Tuning  *self,
       GError **error)
{
  const guint n = self->held_out->len;
  double      sums[KOMA_TAIL_N_RESULTS] = { 0 };
  float       results[KOMA_TAIL_N_RESULTS];

  for (guint first = 0; first < n; first += BATCH) {
    const guint n_batch = MIN (BATCH, n - first);

    write_batch (self, self->held_out, first, n_batch);
    if (!koma_trainer_evaluate (koma_tail_trainer_get (self->trainer), n_batch,
                                &(gconstpointer){ self->x }, &(const float *){ self->truth },
                                results, error))
      return FALSE;
    for (guint i = 0; i < KOMA_TAIL_N_RESULTS; i++)
      sums[i] += (double) results[i] * n_batch;
  }
  self->report.epoch.validation_loss = sums[KOMA_TAIL_RESULT_LOSS] / n;
  self->report.epoch.validation_accuracy = sums[KOMA_TAIL_RESULT_ACCURACY] / n;
  return TRUE;
}

static gboolean
run_epoch (Tuning     *self,
           KomaRandom *random,
           guint       epoch,
           GError    **error)
{
  const guint n = self->learned->len;
  const guint batch = MIN (BATCH, n);
  const guint n_steps = (n + batch - 1) / batch;
  double      sums[KOMA_TAIL_N_RESULTS] = { 0 };

  koma_examples_shuffle (self->learned, random);
  for (guint i = 0; i < n_steps; i++) {
    self->report.epoch.epoch = 0;
    if (!step (self, i * batch, batch, sums, error) ||
        (i + 1 < n_steps && !tell (self, error)))
      return FALSE;
  }
  self->report.epoch.epoch = epoch;
  self->report.epoch.loss = sums[KOMA_TAIL_RESULT_LOSS] / n_steps;
  self->report.epoch.accuracy = sums[KOMA_TAIL_RESULT_ACCURACY] / n_steps;
  return watch (self, error) && tell (self, error);
}

static gboolean
run (Tuning  *self,
     GError **error)
{
  KomaRandom  random = { self->options.seed };
  const guint batch = MIN (BATCH, self->learned->len);

  self->n_steps = (self->learned->len + batch - 1) / batch * self->options.n_epochs;
  self->report.epoch.n_epochs = self->options.n_epochs;
  for (guint epoch = 1; epoch <= self->options.n_epochs; epoch++)
    if (!run_epoch (self, &random, epoch, error))
      return FALSE;
  return TRUE;
}

/* ---- The result ---- */

/* Of all examples. */
static GPtrArray *
compute_features (const Tuning     *self,
                  KomaTunedWeights *weights,
                  GError          **error)
{
  const KomaSessionOptions options = { .batch = 1, .n_threads = self->options.n_threads };
  g_autoptr (KomaGraph) graph = koma_tail_make_graph (self->tail, weights, error);
  g_autoptr (KomaSession) session = NULL;
  g_autoptr (GPtrArray) features =
    g_ptr_array_new_with_free_func ((GDestroyNotify) koma_feature_vector_unref);

  if (graph != NULL)
    session = koma_session_new (graph, &options, error);
  for (guint i = 0; session != NULL && i < self->examples->n; i++) {
    koma_cut_values_get (self->values, i, koma_session_get_input_data (session, 0));
    if (!koma_session_run (session, error))
      return NULL;
    g_ptr_array_add (features, koma_feature_vector_new (koma_session_get_output_data (session, 0),
                                                        koma_tail_get_n_features (self->tail)));
  }
  return session != NULL ? g_steal_pointer (&features) : NULL;
}

static KomaFineTuned *
finish (Tuning  *self,
        GError **error)
{
  g_autoptr (KomaTunedWeights) weights = koma_tail_trainer_get_weights (self->trainer, error);
  g_autoptr (GPtrArray) features =
    weights != NULL ? compute_features (self, weights, error) : NULL;
  KomaFeatureVector *const *after = features != NULL ? (gpointer) features->pdata : NULL;
  g_autoptr (KomaHead) head = after != NULL ? train_head (self, after, error) : NULL;
  KomaFineTuned *result = NULL;

  if (head == NULL)
    return NULL;
  result = g_new0 (KomaFineTuned, 1);
  result->weights = g_steal_pointer (&weights);
  result->is_learned = g_new0 (gboolean, self->examples->n);
  for (guint i = 0; i < self->learned->len; i++)
    result->is_learned[g_array_index (self->learned, guint, i)] = TRUE;
  result->n_held_out = self->held_out->len;
  result->n_right_before = count_right (self, self->head, self->examples->features);
  result->n_right_after = count_right (self, head, after);
  return result;
}

static gboolean
check (const Tuning *self,
       GError      **error)
{
  const KomaExamples *examples = self->examples;
  g_autofree guint   *counts = NULL;

  if (!koma_examples_check (examples, error))
    return FALSE;
  counts = g_new0 (guint, examples->n_classes);
  for (guint i = 0; i < examples->n; i++)
    counts[examples->classes[i]]++;
  for (guint c = 0; c < examples->n_classes; c++)
    if (counts[c] < KOMA_FINE_TUNE_MIN_OF_CLASS)
      return koma_fail (error, KOMA_ERROR_ARGUMENT,
                        "Fine-tuning needs %u pictures of each class at least, and “%s” has %u",
                        KOMA_FINE_TUNE_MIN_OF_CLASS, examples->names[c], counts[c]);
  if (koma_tail_get_n_features (self->tail) == koma_feature_vector_get_n (examples->features[0]))
    return TRUE;
  return koma_fail (error, KOMA_ERROR_SHAPE, "The examples have %u features, and the model %u",
                    koma_feature_vector_get_n (examples->features[0]),
                    koma_tail_get_n_features (self->tail));
}

/**
 * koma_fine_tune:
 * @tail: of the model
 * @examples: of two classes at least, each of %KOMA_FINE_TUNE_MIN_OF_CLASS or more; their features
 *   are those of the model as it is
 * @values: what koma_tail_make_stem() computes of the examples, in their order
 * @options: (nullable): zeros mean the usual
 * @progress: (nullable): is told of each step
 *
 * Of each class a fifth is held out. Thread: any; blocks for seconds or minutes, and a session
 * computes on the other processors unless one thread is asked for.
 *
 * Errors: %KOMA_ERROR_ARGUMENT in a sentence for people: there are too few pictures, or the weights
 * grew beyond all bounds; those of koma_head_train(), koma_trainer_step() and koma_session_new();
 * %G_IO_ERROR_CANCELLED if @progress stopped it.
 *
 * Returns: (transfer full): what came out, which may be worse than before
 */
KomaFineTuned *
koma_fine_tune (const KomaTail            *tail,
                const KomaExamples        *examples,
                const KomaCutValues       *values,
                const KomaFineTuneOptions *options,
                KomaFineTuneProgress       progress,
                gpointer                   user_data,
                GError                   **error)
{
  g_auto (Tuning) self = {
    .options = options != NULL ? *options : (KomaFineTuneOptions){ 0 },
    .tail = tail,
    .examples = examples,
    .values = values,
    .progress = progress,
    .user_data = user_data,
    .learned = g_array_new (FALSE, FALSE, sizeof (guint)),
    .held_out = g_array_new (FALSE, FALSE, sizeof (guint)),
  };

  if (self.options.n_epochs == 0)
    self.options.n_epochs = KOMA_FINE_TUNE_EPOCHS;
  if (self.options.rate == 0)
    self.options.rate = KOMA_FINE_TUNE_RATE;
  if (!check (&self, error))
    return NULL;
  koma_examples_split (examples, KOMA_FINE_TUNE_HELD_OUT, self.options.seed, self.learned,
                       self.held_out);
  self.head = train_head (&self, examples->features, error);
  if (self.head == NULL || !make_trainer (&self, error) || !run (&self, error))
    return NULL;
  return finish (&self, error);
}

/**
 * koma_fine_tuned_free:
 * @self: (nullable) (transfer full)
 */
void
koma_fine_tuned_free (KomaFineTuned *self)
{
  if (self == NULL)
    return;
  koma_tuned_weights_unref (self->weights);
  g_free (self->is_learned);
  g_free (self);
}
