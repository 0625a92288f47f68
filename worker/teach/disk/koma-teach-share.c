/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-teach-share.h"

#include "engine/koma-app.h"
#include "koma-teach-machine.h"
#include "worker/teach/project/koma-teach-project-private.h"
#include "worker/teach/project/koma-teach-saving.h"

static void
save_thread (GTask        *task,
             gpointer      source_object,
             gpointer      task_data,
             GCancellable *cancellable)
{
  GError *error = NULL;
  char   *path = koma_teach_saving_write (task_data, &error);

  if (path != NULL)
    g_task_return_pointer (task, path, g_free);
  else
    g_task_return_error (task, error);
}

/* Of the library: the project notes where it is. */
static void
saved_cb (GObject      *object,
          GAsyncResult *result,
          gpointer      user_data)
{
  KomaTeachProject *self = KOMA_TEACH_PROJECT (object);
  g_autoptr (GTask) task = user_data;
  const KomaTeachSaving *saving = g_task_get_task_data (G_TASK (result));
  GError                *error = NULL;
  char                  *path = g_task_propagate_pointer (G_TASK (result), &error);

  if (path != NULL && saving->folder == NULL && self->keeper != NULL) {
    g_free (self->record.saved);
    self->record.saved = g_strdup (path);
    koma_teach_keeper_write (self->keeper, koma_teach_record_project (&self->record));
    g_object_notify (G_OBJECT (self), "saved-path");
  }
  koma_teach_project_end_saving (self);
  if (path != NULL)
    g_task_return_pointer (task, path, g_free);
  else
    g_task_return_error (task, error);
}

static KomaTeachSaving *
new_saving (KomaTeachProject *self,
            const char       *folder) /* (nullable) */
{
  KomaTeachSaving *saving = g_new0 (KomaTeachSaving, 1);
  const char      *name = self->record.name;

  saving->base = koma_model_ref (self->learner->model);
  if (self->learner->features != NULL)
    saving->features = koma_graph_copy (self->learner->features);
  saving->head = koma_head_ref (self->learner->head->head);
  /* Somebody has just written the folder's name. */
  saving->name = folder != NULL                  ? g_filename_display_basename (folder)
                 : name != NULL && *name != '\0' ? g_strdup (name)
                                                 : g_strdup ("Koma");
  saving->folder = g_strdup (folder);
  saving->replaces = g_strdup (self->record.saved);
  return saving;
}

/**
 * koma_teach_project_save_async:
 * @folder: (nullable): that does not exist or is empty; %NULL: the library
 * @cancellable: (nullable): what is being written is written to its end
 *
 * Writes the trained head with its base as a model.
 *
 * Thread: main.
 */
void
koma_teach_project_save_async (KomaTeachProject   *self,
                               const char         *folder,
                               GCancellable       *cancellable,
                               GAsyncReadyCallback callback,
                               gpointer            user_data)
{
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);
  g_autoptr (GTask) write = NULL;

  g_task_set_source_tag (task, koma_teach_project_save_async);
  if (koma_teach_learner_get_head_kind (self->learner) != KOMA_TEACH_HEAD_TRAINED ||
      self->learner->model == NULL || !koma_teach_project_is_ready (self)) {
    g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_NOT_INITIALIZED, "Nothing is trained");
    return;
  }
  write = g_task_new (self, NULL, saved_cb, g_steal_pointer (&task));
  g_task_set_name (write, "[koma] save taught model");
  g_task_set_task_data (write, new_saving (self, folder), koma_teach_saving_free);
  self->n_saving++;
  koma_task_run_in_thread (write, save_thread);
}

/**
 * koma_teach_project_save_finish:
 *
 * Thread: main. Errors: %G_IO_ERROR_NOT_INITIALIZED: the head that answers is not trained;
 * %G_IO_ERROR_CANCELLED; those of koma_taught_model_write(); %G_IO_ERROR_NO_SPACE and others of the
 * disk. Nothing is there then.
 *
 * Returns: (transfer full): path of the model's file
 */
char *
koma_teach_project_save_finish (KomaTeachProject *self,
                                GAsyncResult     *result,
                                GError          **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/* Import. */

typedef struct
{
  char        *path;
  KomaUnpacked unpacked;
  char        *folder; /* of folders for each class */
} Import;

static void
import_free (gpointer data)
{
  Import *import = data;

  koma_unpacked_clear (&import->unpacked);
  g_free (import->path);
  g_free (import->folder);
  g_free (import);
}

static void
unpack_thread (GTask        *task,
               gpointer      source_object,
               gpointer      task_data,
               GCancellable *cancellable)
{
  Import *import = task_data;
  GError *error = NULL;

  if (koma_teach_machine_unpack (import->path, &import->unpacked, &import->folder, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void
clean_thread (GTask        *task,
              gpointer      source_object,
              gpointer      task_data,
              GCancellable *cancellable)
{
  import_free (task_data);
  g_task_return_boolean (task, TRUE);
}

/* What was unpacked is removed on a thread. */
static void
added_cb (GObject      *object,
          GAsyncResult *result,
          gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  g_autoptr (GTask) clean = g_task_new (NULL, NULL, NULL, NULL);
  GError         *error = NULL;
  KomaTeachAdded *added =
    koma_teach_project_add_files_finish (KOMA_TEACH_PROJECT (object), result, &error);

  g_task_set_task_data (clean, g_object_steal_data (G_OBJECT (task), "import"), NULL);
  g_task_run_in_thread (clean, clean_thread);
  if (added != NULL)
    g_task_return_pointer (task, added, (GDestroyNotify) koma_teach_added_free);
  else
    g_task_return_error (task, error);
}

static void
unpacked_cb (GObject      *object,
             GAsyncResult *result,
             gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  Import *import = g_task_get_task_data (G_TASK (result));
  GError *error = NULL;
  g_autoptr (GPtrArray) folders = g_ptr_array_new_with_free_func (g_object_unref);

  if (!g_task_propagate_boolean (G_TASK (result), &error)) {
    import_free (import);
    g_task_return_error (task, error);
    return;
  }
  g_ptr_array_add (folders, g_file_new_for_path (import->folder));
  g_object_set_data (G_OBJECT (task), "import", import);
  koma_teach_project_add_files_async (KOMA_TEACH_PROJECT (object), NULL, folders,
                                      g_task_get_cancellable (task), added_cb,
                                      g_object_ref (task));
}

/**
 * koma_teach_project_import_async:
 * @file: a project file of Teachable Machine
 * @cancellable: (nullable): ends it; what was added before stays
 *
 * Adds its classes and pictures, to classes of the same names where there are any.
 *
 * Thread: main.
 */
void
koma_teach_project_import_async (KomaTeachProject   *self,
                                 GFile              *file,
                                 GCancellable       *cancellable,
                                 GAsyncReadyCallback callback,
                                 gpointer            user_data)
{
  GTask  *task = g_task_new (self, cancellable, callback, user_data);
  GTask  *unpack = g_task_new (self, NULL, unpacked_cb, task);
  Import *import = g_new0 (Import, 1);

  import->path = g_file_get_path (file);
  if (import->path == NULL)
    import->path = g_file_get_uri (file);
  g_task_set_source_tag (task, koma_teach_project_import_async);
  g_task_set_name (unpack, "[koma] unpack project");
  g_task_set_task_data (unpack, import, NULL);
  koma_task_run_in_thread (unpack, unpack_thread);
  g_object_unref (unpack);
}

/**
 * koma_teach_project_import_finish:
 *
 * Thread: main. Errors: those of koma_teach_machine_unpack(); %G_IO_ERROR_CANCELLED.
 *
 * Returns: (transfer full): how many pictures, and what could not be read
 */
KomaTeachAdded *
koma_teach_project_import_finish (KomaTeachProject *self,
                                  GAsyncResult     *result,
                                  GError          **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
