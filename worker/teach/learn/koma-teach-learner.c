/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Two threads: the teacher, which is quick, and the trainer, which takes seconds. Each change of
 * the examples makes a new head of the nearest at once and cancels the training; a pause after the
 * last change begins one. */
#include "koma-teach-learner.h"

/* Changes that come one after another are one for the trainer. */
#define PAUSE_MS 600

G_DEFINE_FINAL_TYPE (KomaTeachLearner, koma_teach_learner, G_TYPE_OBJECT)

static void
note (KomaTeachLearner *self,
      KomaTeachNote     what)
{
  if (self->tell != NULL)
    self->tell (what, NULL, self->user_data);
}

static void
set_training_state (KomaTeachLearner      *self,
                    KomaTeachTrainingState state)
{
  self->training_state = state;
  self->progress = 0;
  note (self, KOMA_TEACH_NOTE_TRAINING);
}

static void
set_head (KomaTeachLearner *self,
          KomaTeachHead    *head) /* (nullable) */
{
  g_clear_pointer (&self->head, koma_teach_head_unref);
  self->head = head != NULL ? koma_teach_head_ref (head) : NULL;
  note (self, KOMA_TEACH_NOTE_HEAD);
}

/* Training. */

static void
cancel_training (KomaTeachLearner *self)
{
  g_clear_handle_id (&self->pause_id, g_source_remove);
  if (self->training != NULL)
    koma_completion_cancel (&self->training->completion);
  g_clear_pointer (&self->training, koma_completion_unref);
}

static void
take_epoch (KomaTeachLearner    *self,
            const KomaHeadEpoch *epoch)
{
  const KomaTeachEpoch one = { (float) epoch->loss, (float) epoch->accuracy,
                               (float) epoch->validation_loss,
                               (float) epoch->validation_accuracy };

  g_array_append_val (self->epochs, one);
  note (self, KOMA_TEACH_NOTE_EPOCH);
}

static void
report_cb (KomaTeachTraining             *training,
           const KomaTeachTrainingReport *report,
           gpointer                       user_data)
{
  KomaTeachLearner *self = user_data;

  if (training != self->training)
    return;
  if (report->head != NULL) {
    koma_teach_teacher_set_head (self->teacher, report->head);
    set_head (self, report->head);
    set_training_state (self, KOMA_TEACH_TRAINING_CHECKING);
    return;
  }
  if (report->epoch.epoch > 0)
    take_epoch (self, &report->epoch);
  self->progress = report->fraction;
  note (self, KOMA_TEACH_NOTE_TRAINING);
}

static void
finish_training (KomaTeachLearner *self,
                 KomaTeachTrained *trained) /* (transfer full) */
{
  g_clear_pointer (&self->trained, koma_teach_trained_free);
  self->trained = trained;
  self->is_stale = FALSE;
  koma_teach_teacher_set_head (self->teacher, trained->head);
  set_head (self, trained->head);
  set_training_state (self, KOMA_TEACH_TRAINING_DONE);
  note (self, KOMA_TEACH_NOTE_EVALUATED);
}

static void
trained_cb (GObject      *object,
            GAsyncResult *result,
            gpointer      user_data)
{
  KomaTeachLearner *self = KOMA_TEACH_LEARNER (object);
  g_autoptr (GError) error = NULL;
  KomaTeachTrained *trained = g_task_propagate_pointer (G_TASK (result), &error);

  /* Another has begun, or none is wanted: what came out is of no use. */
  if (g_task_get_task_data (G_TASK (result)) != self->training || self->tell == NULL) {
    g_clear_pointer (&trained, koma_teach_trained_free);
    return;
  }
  g_clear_pointer (&self->training, koma_completion_unref);
  if (trained != NULL)
    finish_training (self, trained);
  else if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED)) {
    g_clear_error (&self->training_error);
    self->training_error = g_steal_pointer (&error);
    set_training_state (self, KOMA_TEACH_TRAINING_FAILED);
  }
}

static gboolean
pause_cb (gpointer data)
{
  KomaTeachLearner *self = data;

  self->pause_id = 0;
  koma_teach_learner_train (self);
  return G_SOURCE_REMOVE;
}

static void
plan_training (KomaTeachLearner *self)
{
  cancel_training (self);
  if (self->head == NULL) {
    if (self->training_state != KOMA_TEACH_TRAINING_NONE)
      set_training_state (self, KOMA_TEACH_TRAINING_NONE);
    return;
  }
  if (self->training_state != KOMA_TEACH_TRAINING_WAITING)
    set_training_state (self, KOMA_TEACH_TRAINING_WAITING);
  if (self->n_waiting == 0)
    self->pause_id = g_timeout_add (PAUSE_MS, pause_cb, self);
}

/* The teacher. */

static void
take_base (KomaTeachLearner            *self,
           const KomaTeachLearnMessage *message)
{
  g_clear_pointer (&self->model, koma_model_unref);
  g_clear_pointer (&self->features, koma_graph_free);
  g_clear_pointer (&self->tuned, koma_teach_tuned_unref);
  g_clear_error (&self->base_error);
  if (message->model != NULL)
    self->model = koma_model_ref (message->model);
  if (message->features != NULL) {
    self->features = koma_graph_copy (message->features);
    self->tuned = koma_teach_tuned_ref (message->tuned);
  }
  if (message->error != NULL)
    self->base_error = g_error_copy (message->error);
  /* Another was chosen meanwhile. */
  if (--self->n_loading > 0)
    return;
  if (self->base_state != KOMA_TEACH_BASE_NONE)
    self->base_state = message->model != NULL ? KOMA_TEACH_BASE_READY : KOMA_TEACH_BASE_FAILED;
  note (self, KOMA_TEACH_NOTE_BASE);
}

static void
message_cb (const KomaTeachLearnMessage *message,
            gpointer                     user_data)
{
  KomaTeachLearner *self = user_data;

  if (self->tell == NULL)
    return;
  self->n_waiting = message->n_waiting;
  switch (message->kind) {
  case KOMA_TEACH_LEARN_BASE:
    take_base (self, message);
    break;
  case KOMA_TEACH_LEARN_LEARNED:
    self->tell (KOMA_TEACH_NOTE_LEARNED, message->learned, self->user_data);
    break;
  case KOMA_TEACH_LEARN_HEAD:
    set_head (self, message->head);
    plan_training (self);
    break;
  }
}

/* The object. */

static void
koma_teach_learner_finalize (GObject *object)
{
  KomaTeachLearner *self = KOMA_TEACH_LEARNER (object);

  g_assert (self->teacher == NULL && self->trainer == NULL);

  g_clear_pointer (&self->head, koma_teach_head_unref);
  g_clear_pointer (&self->model, koma_model_unref);
  g_clear_pointer (&self->features, koma_graph_free);
  g_clear_pointer (&self->tuned, koma_teach_tuned_unref);
  g_free (self->path);
  g_clear_pointer (&self->trained, koma_teach_trained_free);
  g_clear_error (&self->base_error);
  g_clear_error (&self->training_error);
  g_array_unref (self->epochs);
  G_OBJECT_CLASS (koma_teach_learner_parent_class)->finalize (object);
}

static void
koma_teach_learner_class_init (KomaTeachLearnerClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = koma_teach_learner_finalize;
}

static void
koma_teach_learner_init (KomaTeachLearner *self)
{
  self->epochs = g_array_new (FALSE, FALSE, sizeof (KomaTeachEpoch));
}

static void
train_cb (KomaCompletion *latest,
          gpointer        user_data)
{
  koma_teach_training_run ((KomaTeachTraining *) latest);
}

/*< private >
 * koma_teach_learner_new:
 * @folder: of the project
 * @tell: told of what is different
 * @user_data: for @tell
 *
 * Thread: main. Returns: (transfer full): without a base; its threads start when they are needed
 */
KomaTeachLearner *
koma_teach_learner_new (const char       *folder,
                        KomaTeachTellNote tell,
                        gpointer          user_data)
{
  KomaTeachLearner *self = g_object_new (KOMA_TYPE_TEACH_LEARNER, NULL);

  self->tell = tell;
  self->user_data = user_data;
  self->teacher = koma_teach_teacher_new (folder, message_cb, self);
  self->trainer = koma_latest_thread_new ("koma-teach-train", KOMA_THREAD_TEACH, train_cb, NULL);
  return self;
}

/*< private >
 * koma_teach_learner_leave:
 *
 * Ends the training, and tells nothing any more.
 */
void
koma_teach_learner_leave (KomaTeachLearner *self)
{
  cancel_training (self);
  self->tell = NULL;
}

/*< private >
 * koma_teach_learner_leave_teacher:
 *
 * Thread: main, before another one calls koma_teach_learner_stop().
 */
void
koma_teach_learner_leave_teacher (KomaTeachLearner *self)
{
  koma_teach_teacher_leave (self->teacher);
}

/*< private >*/
void
koma_teach_learner_stop (KomaTeachLearner *self)
{
  koma_latest_thread_join (g_steal_pointer (&self->trainer));
  koma_teach_teacher_stop (self->teacher);
}

/*< private >
 * koma_teach_learner_free_teacher:
 *
 * Thread: main, after koma_teach_learner_stop().
 */
void
koma_teach_learner_free_teacher (KomaTeachLearner *self)
{
  g_clear_pointer (&self->teacher, koma_teach_teacher_free);
}

static void
note_change (KomaTeachLearner *self)
{
  cancel_training (self);
  self->is_stale = TRUE;
}

/*< private >*/
void
koma_teach_learner_set_base (KomaTeachLearner *self,
                             const char       *path,
                             const char       *tuned)
{
  note_change (self);
  g_free (self->path);
  self->path = g_strdup (path);
  self->base_state = path != NULL ? KOMA_TEACH_BASE_LOADING : KOMA_TEACH_BASE_NONE;
  self->n_loading++;
  koma_teach_teacher_set_base (self->teacher, path, tuned);
  note (self, KOMA_TEACH_NOTE_BASE);
}

/*< private >
 * koma_teach_learner_set_n_hidden:
 *
 * Of heads from now on; where there is one, another is trained.
 */
void
koma_teach_learner_set_n_hidden (KomaTeachLearner *self,
                                 guint             n_hidden)
{
  if (self->n_hidden == n_hidden)
    return;
  self->n_hidden = n_hidden;
  self->is_stale = TRUE;
  if (self->head != NULL)
    plan_training (self);
}

/*< private >*/
void
koma_teach_learner_set_classes (KomaTeachLearner *self,
                                GArray           *ids,
                                GPtrArray        *names)
{
  note_change (self);
  koma_teach_teacher_set_classes (self->teacher, ids, names);
}

/*< private >*/
void
koma_teach_learner_place (KomaTeachLearner *self,
                          guint64           key,
                          const char       *path,
                          gboolean          is_from_camera,
                          guint             class_id)
{
  note_change (self);
  koma_teach_teacher_place (self->teacher, key, path, is_from_camera, class_id);
}

/*< private >
 * koma_teach_learner_train:
 *
 * Begins at once, if there is anything to learn from.
 */
void
koma_teach_learner_train (KomaTeachLearner *self)
{
  GTask *task = NULL;

  cancel_training (self);
  if (self->head == NULL)
    return;
  g_array_set_size (self->epochs, 0);
  task = g_task_new (self, NULL, trained_cb, NULL);
  g_task_set_name (task, "[koma] train");
  self->training = koma_teach_training_new (self->head->set, self->n_hidden, report_cb, self, task);
  g_task_set_task_data (task, self->training, NULL);
  koma_latest_thread_push (self->trainer, koma_completion_ref (self->training));
  set_training_state (self, KOMA_TEACH_TRAINING_RUNNING);
}

/*< private >*/
void
koma_teach_learner_stop_training (KomaTeachLearner *self)
{
  cancel_training (self);
  if (self->training_state != KOMA_TEACH_TRAINING_NONE &&
      self->training_state != KOMA_TEACH_TRAINING_DONE)
    set_training_state (self, KOMA_TEACH_TRAINING_STOPPED);
}

/*< private >*/
KomaTeachHeadKind
koma_teach_learner_get_head_kind (KomaTeachLearner *self)
{
  if (self->head == NULL)
    return KOMA_TEACH_HEAD_NONE;
  return koma_head_get_kind (self->head->head) == KOMA_HEAD_DENSE ? KOMA_TEACH_HEAD_TRAINED
                                                                  : KOMA_TEACH_HEAD_NEAREST;
}
