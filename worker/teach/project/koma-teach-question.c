/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-teach-question.h"

void
koma_teach_scores_free (gpointer data)
{
  KomaTeachScores *scores = data;

  g_clear_pointer (&scores->head, koma_teach_head_unref);
  g_clear_pointer (&scores->scores, g_array_unref);
  g_free (scores);
}

static void
finalize (KomaCompletion *completion)
{
  KomaTeachQuestion *self = (KomaTeachQuestion *) completion;

  koma_request_unref (self->request);
  g_free (self);
}

/**
 * koma_teach_question_new:
 * @request: the picture
 * @task: (transfer full): that of the call
 *
 * Thread: main. Returns: (transfer full): it has ended already where @task is cancelled
 */
KomaTeachQuestion *
koma_teach_question_new (KomaRequest *request,
                         GTask       *task)
{
  static const KomaCompletionClass klass = {
    .free_value = koma_teach_scores_free,
    .finalize = finalize,
  };
  KomaTeachQuestion *self = g_new0 (KomaTeachQuestion, 1);

  self->request = koma_request_ref (request);
  koma_completion_init (&self->completion, &klass, task);
  return self;
}

static int
compare_scores (gconstpointer a,
                gconstpointer b)
{
  const float first = ((const KomaTeachClassScore *) a)->score;
  const float second = ((const KomaTeachClassScore *) b)->score;

  return first > second ? -1 : first < second;
}

static KomaTeachScores *
score (KomaTeachHead     *head,
       KomaFeatureVector *vector)
{
  KomaTeachScores  *self = g_new0 (KomaTeachScores, 1);
  const guint       n = koma_teach_set_get_n_classes (head->set);
  g_autofree float *scores = g_new0 (float, n);

  koma_head_score (head->head, koma_feature_vector_get_values (vector), 1, scores, &self->unlike);
  self->head = koma_teach_head_ref (head);
  self->scores = g_array_new (FALSE, FALSE, sizeof (KomaTeachClassScore));
  for (guint i = 0; i < n; i++) {
    const KomaTeachClassScore one = { g_array_index (head->set->class_ids, guint, i), scores[i] };

    g_array_append_val (self->scores, one);
  }
  g_array_sort (self->scores, compare_scores);
  return self;
}

/**
 * koma_teach_question_answer:
 * @base: (nullable): that computes features
 * @head: (nullable): of its features
 *
 * Thread: teach. Errors of the task: %G_IO_ERROR_NOT_INITIALIZED without one of them; those of
 * koma_teach_base_compute().
 */
void
koma_teach_question_answer (KomaTeachQuestion *self,
                            KomaTeachBase     *base,
                            KomaTeachHead     *head)
{
  const gint64 start_us = g_get_monotonic_time ();
  GError      *error = NULL;
  g_autoptr (KomaFeatureVector) vector = NULL;
  KomaTeachScores *scores = NULL;

  if (koma_completion_is_ended (&self->completion))
    return;
  if (base == NULL || head == NULL)
    g_set_error_literal (&error, G_IO_ERROR, G_IO_ERROR_NOT_INITIALIZED,
                         "Two classes with examples are needed for an answer");
  else
    vector = koma_teach_base_compute (base, self->request,
                                      koma_completion_get_cancellable (&self->completion), &error);
  if (vector != NULL) {
    scores = score (head, vector);
    scores->took_ms = (double) (g_get_monotonic_time () - start_us) / 1000;
  }
  koma_completion_end (&self->completion, scores, error);
}
