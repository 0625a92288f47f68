/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-teach-learn.h"

#include "worker/teach/project/koma-teach-project-private.h"

void
koma_teach_answer_free (KomaTeachAnswer *answer)
{
  for (guint i = 0; i < answer->n_classes; i++)
    g_clear_object (&answer->classes[i].klass);
  g_free (answer->classes);
  g_free (answer);
}

/**
 * koma_teach_project_answer_async:
 * @request: the picture; its key tells which older question it takes the place of
 * @cancellable: (nullable): ends it
 *
 * Asks the newest head.
 *
 * Thread: main; costs some microseconds.
 */
void
koma_teach_project_answer_async (KomaTeachProject   *self,
                                 KomaRequest        *request,
                                 GCancellable       *cancellable,
                                 GAsyncReadyCallback callback,
                                 gpointer            user_data)
{
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_source_tag (task, koma_teach_project_answer_async);
  if (self->keeper == NULL) {
    g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_CANCELLED, "Cancelled");
    return;
  }
  koma_teach_teacher_ask (self->learner->teacher,
                          koma_teach_question_new (request, g_steal_pointer (&task)));
}

static KomaTeachAnswer *
make_answer (KomaTeachProject      *self,
             const KomaTeachScores *scores)
{
  const KomaCalibration *calibration = koma_head_get_calibration (scores->head->head);
  KomaTeachAnswer       *answer = g_new0 (KomaTeachAnswer, 1);

  answer->kind = koma_head_get_kind (scores->head->head) == KOMA_HEAD_DENSE
                   ? KOMA_TEACH_HEAD_TRAINED
                   : KOMA_TEACH_HEAD_NEAREST;
  answer->unlike = scores->unlike;
  answer->is_unlike = scores->unlike >= calibration->unlike_from;
  answer->took_ms = scores->took_ms;
  answer->n_classes = scores->scores->len;
  answer->classes = g_new0 (KomaTeachAnswerClass, answer->n_classes);
  for (guint i = 0; i < answer->n_classes; i++) {
    const KomaTeachClassScore *one = &g_array_index (scores->scores, KomaTeachClassScore, i);

    answer->classes[i].klass =
      g_object_ref (koma_teach_lists_get_class (&self->lists, one->class_id));
    answer->classes[i].score = one->score;
  }
  answer->is_sure = !answer->is_unlike && answer->classes[0].score >= calibration->sure_from;
  return answer;
}

/**
 * koma_teach_project_answer_finish:
 *
 * Thread: main. Errors: %G_IO_ERROR_CANCELLED, %G_IO_ERROR_NOT_INITIALIZED: fewer than two classes
 * have examples that are known; those of koma_decoder_decode_file().
 *
 * Returns: (transfer full): the answer
 */
KomaTeachAnswer *
koma_teach_project_answer_finish (KomaTeachProject *self,
                                  GAsyncResult     *result,
                                  GError          **error)
{
  KomaTeachScores *scores = NULL;
  KomaTeachAnswer *answer = NULL;

  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  scores = g_task_propagate_pointer (G_TASK (result), error);
  if (scores == NULL)
    return NULL;
  answer = make_answer (self, scores);
  koma_teach_scores_free (scores);
  return answer;
}

/**
 * koma_teach_project_train:
 *
 * Begins to train now, without a pause; also after it was stopped.
 *
 * Thread: main.
 */
void
koma_teach_project_train (KomaTeachProject *self)
{
  if (koma_teach_project_is_ready (self))
    koma_teach_learner_train (self->learner);
}

/**
 * koma_teach_project_stop_training:
 *
 * Cancels it; the head of before goes on answering. The next change begins another.
 *
 * Thread: main.
 */
void
koma_teach_project_stop_training (KomaTeachProject *self)
{
  if (koma_teach_project_is_ready (self))
    koma_teach_learner_stop_training (self->learner);
}

static const KomaTeachTrained *
get_trained (KomaTeachProject *self)
{
  const KomaTeachTrained *trained = self->learner->trained;

  return trained != NULL && trained->validation != NULL ? trained : NULL;
}

/**
 * koma_teach_project_count_known:
 *
 * Thread: main. Returns: examples that count in answers
 */
guint
koma_teach_project_count_known (KomaTeachProject *self)
{
  return koma_teach_lists_count_known (&self->lists);
}

/**
 * koma_teach_project_get_score:
 * @ret_score: return location
 *
 * Thread: main. Returns: whether there is one
 */
gboolean
koma_teach_project_get_score (KomaTeachProject *self,
                              KomaTeachScore   *ret_score)
{
  const KomaTeachTrained *trained = get_trained (self);
  const KomaEvaluation   *evaluation = trained != NULL ? trained->validation->evaluation : NULL;

  if (evaluation == NULL)
    return FALSE;
  *ret_score = (KomaTeachScore){ .n_examples = evaluation->n, .is_stale = self->learner->is_stale };
  for (guint i = 0; i < evaluation->n_classes; i++)
    ret_score->n_right += evaluation->confusion[i * evaluation->n_classes + i];
  return TRUE;
}

/* Those that were held out, of a class, with an answer. */
static gboolean
is_in_cell (KomaTeachExample *example,
            KomaTeachClass   *truth,
            KomaTeachClass   *answer)
{
  return koma_teach_example_get_class (example) == truth &&
         koma_teach_example_get_held_out (example, NULL) == answer;
}

/**
 * koma_teach_project_list_answers:
 * @truth: the class that they show
 * @answer: the class that was answered
 *
 * Thread: main. Returns: (transfer full): a list of KomaTeachExample, as it is now
 */
GListModel *
koma_teach_project_list_answers (KomaTeachProject *self,
                                 KomaTeachClass   *truth,
                                 KomaTeachClass   *answer)
{
  GListStore *store = g_list_store_new (KOMA_TYPE_TEACH_EXAMPLE);

  for (guint i = 0; i < koma_teach_class_get_n_examples (truth); i++) {
    g_autoptr (KomaTeachExample) example = g_list_model_get_item (G_LIST_MODEL (truth), i);

    if (is_in_cell (example, truth, answer))
      g_list_store_append (store, example);
  }
  return G_LIST_MODEL (store);
}

/**
 * koma_teach_project_count_answers:
 * @truth: the class that they show
 * @answer: the class that was answered
 *
 * Thread: main. Returns: how many examples koma_teach_project_list_answers() has
 */
guint
koma_teach_project_count_answers (KomaTeachProject *self,
                                  KomaTeachClass   *truth,
                                  KomaTeachClass   *answer)
{
  guint n = 0;

  for (guint i = 0; i < koma_teach_class_get_n_examples (truth); i++) {
    g_autoptr (KomaTeachExample) example = g_list_model_get_item (G_LIST_MODEL (truth), i);

    n += is_in_cell (example, truth, answer);
  }
  return n;
}

/**
 * koma_teach_project_list_worst:
 *
 * Thread: main. Returns: (transfer full): a list of KomaTeachExample that were answered wrongly, as
 *   it is now; the lowest score of their class first
 */
GListModel *
koma_teach_project_list_worst (KomaTeachProject *self)
{
  GListStore             *store = g_list_store_new (KOMA_TYPE_TEACH_EXAMPLE);
  const KomaTeachTrained *trained = get_trained (self);

  for (guint i = 0; trained != NULL && i < trained->validation->n_held_out; i++) {
    const guint64 key =
      g_array_index (trained->head->set->keys, guint64, trained->validation->worst[i]);
    KomaTeachExample *example = koma_teach_lists_get_example (&self->lists, key);
    KomaTeachClass   *klass =
      example != NULL ? koma_teach_example_get_class (example) : NULL;

    if (klass != NULL && koma_teach_example_get_held_out (example, NULL) != klass)
      g_list_store_append (store, example);
  }
  return G_LIST_MODEL (store);
}
