/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-teach-training.h"

#include "worker/koma-thread.h"

void
koma_teach_trained_free (gpointer data)
{
  KomaTeachTrained *trained = data;

  g_clear_pointer (&trained->head, koma_teach_head_unref);
  g_clear_pointer (&trained->validation, koma_cross_validation_free);
  g_free (trained);
}

static void
report (KomaCompletion *completion,
        gpointer        what)
{
  KomaTeachTraining *self = (KomaTeachTraining *) completion;

  self->tell (self, what, self->user_data);
}

static void
free_report (gpointer data)
{
  KomaTeachTrainingReport *what = data;

  g_clear_pointer (&what->head, koma_teach_head_unref);
  g_free (what);
}

static void
finalize (KomaCompletion *completion)
{
  KomaTeachTraining *self = (KomaTeachTraining *) completion;

  koma_teach_set_unref (self->set);
  g_free (self);
}

/**
 * koma_teach_training_new:
 * @set: of two classes or more
 * @n_hidden: units between features and classes; 0: no such layer
 * @tell: told how far it is, in the context of @task
 * @user_data: for @tell
 * @task: (transfer full): that of the call
 *
 * Thread: main. Returns: (transfer full): for koma_teach_training_run()
 */
KomaTeachTraining *
koma_teach_training_new (KomaTeachSet         *set,
                         guint                 n_hidden,
                         KomaTeachTellTraining tell,
                         gpointer              user_data,
                         GTask                *task)
{
  static const KomaCompletionClass klass = {
    .free_value = koma_teach_trained_free,
    .report = report,
    .free_report = free_report,
    .finalize = finalize,
  };
  KomaTeachTraining *self = g_new0 (KomaTeachTraining, 1);

  self->set = koma_teach_set_ref (set);
  self->options.n_hidden = n_hidden;
  self->tell = tell;
  self->user_data = user_data;
  koma_completion_init (&self->completion, &klass, task);
  return self;
}

static void
send_report (KomaTeachTraining             *self,
             const KomaTeachTrainingReport *what)
{
  koma_completion_report (&self->completion, g_memdup2 (what, sizeof *what));
}

static gboolean
epoch_cb (const KomaHeadEpoch *epoch,
          gpointer             user_data)
{
  KomaTeachTraining *self = user_data;

  send_report (self, &(KomaTeachTrainingReport){
                       .fraction = (double) epoch->epoch / epoch->n_epochs, .epoch = *epoch });
  return !koma_completion_is_ended (&self->completion);
}

static gboolean
check_cb (double   fraction,
          gpointer user_data)
{
  KomaTeachTraining *self = user_data;

  send_report (self, &(KomaTeachTrainingReport){ .fraction = fraction });
  return !koma_completion_is_ended (&self->completion);
}

static KomaTeachTrained *
check (KomaTeachTraining  *self,
       const KomaExamples *examples,
       KomaHead           *head,
       GError            **error)
{
  const KomaProgress progress = { check_cb, self };
  g_autoptr (KomaTeachTrained) trained = g_new0 (KomaTeachTrained, 1);
  g_autoptr (KomaHead) calibrated = NULL;
  g_autoptr (GError) reason = NULL;

  trained->validation =
    koma_cross_validation_new (examples, KOMA_HEAD_DENSE, &self->options, 0, &progress, &reason);
  if (g_error_matches (reason, G_IO_ERROR, G_IO_ERROR_CANCELLED)) {
    g_propagate_error (error, g_steal_pointer (&reason));
    return NULL;
  }
  /* Classes of one example each: the head is as good as it is. */
  if (trained->validation == NULL || trained->validation->n_held_out == 0)
    g_clear_pointer (&trained->validation, koma_cross_validation_free);
  else
    calibrated = koma_head_new_calibrated (head, &trained->validation->calibration);
  trained->head = koma_teach_head_new (self->set, calibrated != NULL ? calibrated : head);
  return g_steal_pointer (&trained);
}

/**
 * koma_teach_training_run:
 *
 * Thread: teach. Errors of the task: those of koma_head_train(); %G_IO_ERROR_CANCELLED.
 */
void
koma_teach_training_run (KomaTeachTraining *self)
{
  const KomaExamples examples = koma_teach_set_get_examples (self->set);
  g_autoptr (KomaHead) head = NULL;
  KomaTeachTrained *trained = NULL;
  GError           *error = NULL;

  KOMA_ASSERT_THREAD (KOMA_THREAD_TEACH);

  head = koma_head_train (&examples, &self->options, epoch_cb, self, &error);
  if (head != NULL) {
    send_report (self,
                 &(KomaTeachTrainingReport){ .head = koma_teach_head_new (self->set, head) });
    trained = check (self, &examples, head, &error);
  }
  koma_completion_end (&self->completion, trained, error);
}
