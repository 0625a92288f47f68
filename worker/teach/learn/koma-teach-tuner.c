/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-teach-tuner.h"

G_DEFINE_FINAL_TYPE (KomaTeachTuner, koma_teach_tuner, G_TYPE_OBJECT)

static void
tell (KomaTeachTuner *self)
{
  if (self->changed != NULL)
    self->changed (self->user_data);
}

static void
set_state (KomaTeachTuner    *self,
           KomaTeachTuneState state)
{
  self->state = state;
  self->progress = 0;
  self->begun_us = g_get_monotonic_time ();
}

static void
report_cb (KomaTeachTuning             *tuning,
           const KomaTeachTuningReport *report,
           gpointer                     user_data)
{
  KomaTeachTuner      *self = user_data;
  const KomaHeadEpoch *epoch = &report->epoch;
  const KomaTeachEpoch one = { (float) epoch->loss, (float) epoch->accuracy,
                               (float) epoch->validation_loss, (float) epoch->validation_accuracy };

  if (tuning != self->tuning)
    return;
  if (report->tuned > 0 && self->state == KOMA_TEACH_TUNE_LOOKING)
    set_state (self, KOMA_TEACH_TUNE_RUNNING);
  self->progress = report->tuned > 0 ? report->tuned : report->looked;
  if (epoch->epoch > 0)
    g_array_append_val (self->epochs, one);
  tell (self);
}

static void
tuned_cb (GObject      *object,
          GAsyncResult *result,
          gpointer      user_data)
{
  KomaTeachTuner *self = KOMA_TEACH_TUNER (object);
  g_autoptr (GError) error = NULL;
  KomaTeachTuned *tuned = g_task_propagate_pointer (G_TASK (result), &error);

  /* It was stopped. */
  if (g_task_get_task_data (G_TASK (result)) != self->tuning) {
    g_clear_pointer (&tuned, koma_teach_tuned_unref);
    return;
  }
  g_clear_pointer (&self->tuning, koma_completion_unref);
  self->result = tuned;
  self->error = g_steal_pointer (&error);
  set_state (self, tuned != NULL ? KOMA_TEACH_TUNE_DONE : KOMA_TEACH_TUNE_FAILED);
  tell (self);
}

static void
koma_teach_tuner_finalize (GObject *object)
{
  KomaTeachTuner *self = KOMA_TEACH_TUNER (object);

  g_assert (self->thread == NULL && self->tuning == NULL);

  g_clear_pointer (&self->result, koma_teach_tuned_unref);
  g_clear_error (&self->error);
  g_array_unref (self->epochs);
  g_free (self->folder);
  G_OBJECT_CLASS (koma_teach_tuner_parent_class)->finalize (object);
}

static void
koma_teach_tuner_class_init (KomaTeachTunerClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = koma_teach_tuner_finalize;
}

static void
koma_teach_tuner_init (KomaTeachTuner *self)
{
  self->epochs = g_array_new (FALSE, FALSE, sizeof (KomaTeachEpoch));
}

static void
tune_cb (KomaCompletion *latest,
         gpointer        user_data)
{
  koma_teach_tuning_run ((KomaTeachTuning *) latest);
}

/*< private >
 * koma_teach_tuner_new:
 * @folder: of the project
 * @changed: called after each change, in the main thread
 * @user_data: for @changed
 *
 * Thread: main. Returns: (transfer full): its thread starts when it is needed
 */
KomaTeachTuner *
koma_teach_tuner_new (const char *folder,
                      void (*changed) (gpointer user_data),
                      gpointer user_data)
{
  KomaTeachTuner *self = g_object_new (KOMA_TYPE_TEACH_TUNER, NULL);

  self->folder = g_strdup (folder);
  self->changed = changed;
  self->user_data = user_data;
  self->thread = koma_latest_thread_new ("koma-teach-tune", KOMA_THREAD_TEACH, tune_cb, NULL);
  return self;
}

static void
forget (KomaTeachTuner *self)
{
  if (self->tuning != NULL)
    koma_completion_cancel (&self->tuning->completion);
  g_clear_pointer (&self->tuning, koma_completion_unref);
  g_clear_pointer (&self->result, koma_teach_tuned_unref);
  g_clear_error (&self->error);
  g_array_set_size (self->epochs, 0);
}

/*< private >
 * koma_teach_tuner_start:
 * @path: of the base
 * @set: what is learned from
 * @n_hidden: units of heads between features and classes
 *
 * Thread: main.
 */
void
koma_teach_tuner_start (KomaTeachTuner *self,
                        const char     *path,
                        KomaTeachSet   *set,
                        guint           n_hidden)
{
  GTask *task = NULL;

  forget (self);
  task = g_task_new (self, NULL, tuned_cb, NULL);
  g_task_set_name (task, "[koma] fine-tune");
  self->tuning = koma_teach_tuning_new (self->folder, path, set, n_hidden, report_cb, self, task);
  g_task_set_task_data (task, self->tuning, NULL);
  koma_latest_thread_push (self->thread, koma_completion_ref (self->tuning));
  set_state (self, KOMA_TEACH_TUNE_LOOKING);
  tell (self);
}

/*< private >
 * koma_teach_tuner_stop:
 *
 * What runs ends within a step. Thread: main.
 */
void
koma_teach_tuner_stop (KomaTeachTuner *self)
{
  if (self->state == KOMA_TEACH_TUNE_NONE)
    return;
  forget (self);
  set_state (self, KOMA_TEACH_TUNE_NONE);
  tell (self);
}

/*< private >
 * koma_teach_tuner_leave:
 *
 * It tells nothing any more. Thread: main.
 */
void
koma_teach_tuner_leave (KomaTeachTuner *self)
{
  self->changed = NULL;
  forget (self);
}

/*< private >*/
void
koma_teach_tuner_join (KomaTeachTuner *self)
{
  koma_latest_thread_join (g_steal_pointer (&self->thread));
}
