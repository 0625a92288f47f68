/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The end of a project: its threads write what was asked for, and are joined. */
#include "koma-teach-project-private.h"

#include "engine/koma-app.h"

static void
stop_opening (KomaTeachProject *self)
{
  if (self->go_on_id != 0)
    g_source_remove (self->go_on_id);
  self->go_on_id = 0;
}

/* The keeper tells what it has not told. */
static void
free_threads (KomaTeachProject *self,
              KomaTeachKeeper  *keeper) /* (transfer full) */
{
  koma_teach_keeper_free (keeper);
  koma_teach_learner_free_teacher (self->learner);
  stop_opening (self);
}

/*< private >*/
void
koma_teach_project_close (KomaTeachProject *self)
{
  stop_opening (self);
  if (self->keeper == NULL)
    return;
  koma_teach_learner_leave (self->learner);
  koma_teach_tuner_leave (self->tuner);
  koma_teach_learner_stop (self->learner);
  koma_teach_tuner_join (self->tuner);
  koma_teach_keeper_stop (self->keeper);
  free_threads (self, g_steal_pointer (&self->keeper));
}

static void
close_thread (GTask        *task,
              gpointer      source_object,
              gpointer      closing, /* the caller's task */
              GCancellable *cancellable)
{
  KomaTeachProject *self = g_task_get_source_object (closing);

  koma_teach_learner_stop (self->learner);
  koma_teach_tuner_join (self->tuner);
  koma_teach_keeper_stop (g_task_get_task_data (closing));
  g_task_return_boolean (task, TRUE);
}

/* What was told last comes before the caller hears that it is closed. */
static void
joined_cb (GObject      *object,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  KomaTeachProject *self = g_task_get_source_object (task);

  g_task_propagate_boolean (G_TASK (result), NULL);
  free_threads (self, g_task_get_task_data (task));
  self->state = KOMA_TEACH_CLOSED;
  g_object_notify (G_OBJECT (self), "state");
  g_object_notify (G_OBJECT (self), "can-undo");
  g_task_return_boolean (task, TRUE);
}

/* The project may be dropped as soon as the caller hears that it is closed: only @task, which ends
 * then, holds it. */
static void
join_threads (KomaTeachProject *self,
              GTask            *task) /* (transfer full) */
{
  g_autoptr (GTask) join = g_task_new (NULL, NULL, joined_cb, task);

  koma_teach_learner_leave_teacher (self->learner);
  g_task_set_name (join, "[koma] close project");
  g_task_set_task_data (task, g_steal_pointer (&self->keeper), NULL);
  g_task_set_task_data (join, task, NULL);
  koma_task_run_in_thread (join, close_thread);
}

/*< private >*/
void
koma_teach_project_end_saving (KomaTeachProject *self)
{
  if (--self->n_saving == 0 && self->closing != NULL)
    join_threads (self, g_steal_pointer (&self->closing));
}

/**
 * koma_teach_project_close_async:
 *
 * Ends after all that was asked for is on the disk, models that are being saved too. Pictures that
 * still wait are not kept; their calls end cancelled before @callback is called. Nothing may change
 * from now on.
 *
 * Thread: main; once.
 */
void
koma_teach_project_close_async (KomaTeachProject   *self,
                                GAsyncReadyCallback callback,
                                gpointer            user_data)
{
  g_autoptr (GTask) task = g_task_new (self, NULL, callback, user_data);

  g_return_if_fail (self->closing == NULL);

  g_task_set_source_tag (task, koma_teach_project_close_async);
  if (self->keeper == NULL) {
    g_task_return_boolean (task, TRUE);
    return;
  }
  stop_opening (self);
  koma_teach_learner_leave (self->learner);
  koma_teach_tuner_leave (self->tuner);
  self->state = KOMA_TEACH_CLOSED;
  if (self->n_saving > 0)
    self->closing = g_steal_pointer (&task);
  else
    join_threads (self, g_steal_pointer (&task));
}

/**
 * koma_teach_project_close_finish:
 *
 * Thread: main. Returns: %TRUE
 */
gboolean
koma_teach_project_close_finish (KomaTeachProject *self,
                                 GAsyncResult     *result,
                                 GError          **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}
