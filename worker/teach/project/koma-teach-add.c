/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Pictures that are being added: koma-picture-finder searches for them, the keeper keeps them, and
 * they are counted here. One call is an Adding, which ends when all that it found has come back. */
#include "koma-teach-add.h"

#include "koma-teach-project-private.h"
#include "worker/decode/koma-picture-finder.h"

/* Errors that are told by name; the others only counted. */
#define MAX_ERRORS 5

typedef struct
{
  KomaTeachProject *project; /* (owned) */
  GTask            *task;    /* (owned) */
  KomaTeachStep    *step;    /* (owned) */
  KomaTeachClass   *klass;   /* (nullable) (owned) */
  GPtrArray        *roots;   /* (element-type GFile) */
  guint             n_begun; /* roots; the last of them is searched */
  GCancellable     *cancellable;
  gulong            handler; /* of the caller's */

  guint             n_waiting; /* pictures; and 1 while it is searched */
  KomaTeachAdded   *added;
  GPtrArray        *errors;  /* (element-type utf8) */
  KomaTeachExample *example; /* (nullable) (owned) of a single picture … */
  GError           *error;   /* (nullable) … or why there is none */
} Adding;

void
koma_teach_added_free (KomaTeachAdded *added)
{
  g_strfreev (added->errors);
  g_free (added);
}

static void
adding_free (Adding *adding)
{
  g_clear_object (&adding->project);
  g_clear_object (&adding->task);
  g_clear_pointer (&adding->step, koma_teach_step_unref);
  g_clear_object (&adding->klass);
  g_clear_pointer (&adding->roots, g_ptr_array_unref);
  g_clear_object (&adding->cancellable);
  g_clear_pointer (&adding->added, koma_teach_added_free);
  g_clear_pointer (&adding->errors, g_ptr_array_unref);
  g_clear_object (&adding->example);
  g_clear_error (&adding->error);
  g_free (adding);
}

static void
cancelled_cb (GCancellable *cancellable,
              gpointer      user_data)
{
  g_cancellable_cancel (user_data);
}

static Adding *
adding_new (KomaTeachProject *project,
            KomaTeachClass   *klass, /* (nullable) */
            GTask            *task)             /* (transfer full) */
{
  Adding        *adding = g_new0 (Adding, 1);
  KomaTeachStep *step =
    koma_teach_steps_begin (&project->steps, KOMA_TEACH_ADD_EXAMPLES);
  GCancellable *callers = g_task_get_cancellable (task);

  koma_teach_step_note_name (step, KOMA_TEACH_ADD_EXAMPLES, klass);
  adding->project = g_object_ref (project);
  adding->task = task;
  adding->step = koma_teach_step_ref (step);
  adding->klass = klass != NULL ? g_object_ref (klass) : NULL;
  adding->cancellable = g_cancellable_new ();
  koma_teach_step_note_running (step, adding->cancellable);
  if (callers != NULL)
    adding->handler = g_cancellable_connect (callers, G_CALLBACK (cancelled_cb),
                                             g_object_ref (adding->cancellable), g_object_unref);
  adding->added = g_new0 (KomaTeachAdded, 1);
  adding->errors = g_ptr_array_new_with_free_func (g_free);
  koma_teach_project_end_change (project);
  return adding;
}

static void
return_files (Adding *adding)
{
  if (g_cancellable_is_cancelled (adding->cancellable)) {
    g_task_return_new_error (adding->task, G_IO_ERROR, G_IO_ERROR_CANCELLED, "Cancelled");
    return;
  }
  g_ptr_array_add (adding->errors, NULL);
  adding->added->errors =
    (char **) g_ptr_array_free (g_steal_pointer (&adding->errors), FALSE);
  g_task_return_pointer (adding->task, g_steal_pointer (&adding->added),
                         (GDestroyNotify) koma_teach_added_free);
}

static void
return_picture (Adding *adding)
{
  if (adding->example != NULL)
    g_task_return_pointer (adding->task, g_steal_pointer (&adding->example), g_object_unref);
  else if (adding->error != NULL)
    g_task_return_error (adding->task, g_steal_pointer (&adding->error));
  else
    g_task_return_new_error (adding->task, G_IO_ERROR, G_IO_ERROR_CANCELLED, "Cancelled");
}

/* One thing less to wait for; after the last it ends. */
static void
end_one (Adding *adding)
{
  if (--adding->n_waiting > 0)
    return;
  g_cancellable_disconnect (g_task_get_cancellable (adding->task), adding->handler);
  koma_teach_step_note_ended (adding->step, adding->cancellable);
  koma_teach_steps_forget_if_empty (&adding->project->steps, adding->step);
  koma_teach_project_end_change (adding->project);
  if (adding->roots != NULL)
    return_files (adding);
  else
    return_picture (adding);
  adding_free (adding);
}

static void
note_error (Adding       *adding,
            const char   *source, /* (nullable) */
            const GError *error)
{
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  adding->added->n_failed++;
  if (adding->errors->len < MAX_ERRORS)
    g_ptr_array_add (adding->errors, source != NULL
                                       ? g_strdup_printf ("%s: %s", source, error->message)
                                       : g_strdup (error->message));
}

static void
kept_cb (KomaTeachKeep *keep,
         gpointer       example,
         gpointer       user_data)
{
  Adding *adding = user_data;

  if (keep->error != NULL) {
    note_error (adding, keep->record->source, keep->error);
    if (adding->error == NULL)
      adding->error = g_steal_pointer (&keep->error);
  } else if (example != NULL) {
    adding->added->n_added++;
    adding->added->n_twins += koma_teach_example_get_twin (example) != NULL;
    g_set_object (&adding->example, example);
  }
  end_one (adding);
}

static void
send (Adding         *adding,
      KomaRequest    *request,
      const char     *source, /* (nullable) */
      KomaTeachClass *klass)
{
  KomaTeachKeep *keep = koma_teach_keep_new (request, adding->cancellable);

  keep->record->source = g_strdup (source);
  keep->record->is_from_camera = request->is_from_camera;
  keep->has_pixels = request->picture != NULL;
  keep->step = adding->step;
  keep->kept = kept_cb;
  keep->user_data = adding;
  adding->n_waiting++;
  koma_teach_project_keep (adding->project, keep, klass);
}

/* "cat" of PETS/cat/1.jpg, where PETS is searched; "PETS" of PETS/1.jpg. */
static char *
name_class (GFile *root,
            GFile *file)
{
  g_autofree char *relative = g_file_get_relative_path (root, file);
  const char      *slash = relative != NULL ? strchr (relative, '/') : NULL;
  g_autoptr (GFile) folder = relative != NULL ? g_object_ref (root) : g_file_get_parent (file);
  g_autofree char *name = slash != NULL    ? g_strndup (relative, (gsize) (slash - relative))
                          : folder != NULL ? g_file_get_basename (folder)
                                           : g_strdup ("");

  return g_filename_display_name (name);
}

/* Returns: (transfer none) (nullable): NULL: there are too many classes */
static KomaTeachClass *
find_class (Adding *adding,
            GFile  *file)
{
  g_autofree char *name = name_class (adding->roots->pdata[adding->n_begun - 1], file);
  KomaTeachClass  *klass = koma_teach_project_find_class (adding->project, name);

  if (klass != NULL)
    return klass;
  return koma_teach_project_add_class_in (adding->project, adding->step, name);
}

static void
found_cb (GPtrArray        *files,
          const KomaFileId *ids,
          gpointer          user_data)
{
  Adding *adding = user_data;

  for (guint i = 0; i < files->len && koma_teach_project_is_ready (adding->project); i++) {
    GFile           *file = files->pdata[i];
    KomaTeachClass  *klass = adding->klass != NULL ? adding->klass : find_class (adding, file);
    g_autofree char *base = g_file_get_basename (file);
    g_autofree char *source = g_filename_display_name (base);
    g_autoptr (KomaRequest) request = koma_request_new (&(KomaRequest){ .file = file });

    if (klass != NULL)
      send (adding, request, source, klass);
  }
}

static void search_next (Adding *adding);

static void
searched_cb (GObject      *object,
             GAsyncResult *result,
             gpointer      user_data)
{
  Adding *adding = user_data;

  if (koma_picture_finder_find_finish (result, NULL, NULL) &&
      adding->n_begun < adding->roots->len)
    search_next (adding);
  else
    end_one (adding);
}

/* One after another: a file's class depends on where it was found. */
static void
search_next (Adding *adding)
{
  g_autoptr (GPtrArray) one = g_ptr_array_new ();

  g_ptr_array_add (one, adding->roots->pdata[adding->n_begun++]);
  koma_picture_finder_find_async (one, found_cb, adding, adding->cancellable, searched_cb, adding);
}

static gboolean
return_if_not_ready (KomaTeachProject *self,
                     KomaTeachClass   *klass, /* (nullable) */
                     GTask            *task)
{
  if (koma_teach_project_is_ready (self) && (klass == NULL || !koma_teach_class_is_removed (klass)))
    return FALSE;
  g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_CANCELLED, "Cancelled");
  return TRUE;
}

/**
 * koma_teach_project_add_files_async:
 * @klass: (nullable): that all of them show; %NULL: their folders tell
 * @files: (element-type GFile): files and folders, which are searched
 * @cancellable: (nullable): ends it; what was added before stays
 *
 * Adds pictures. A project that is not ready, and a class that was removed, end it cancelled.
 *
 * Thread: main.
 */
void
koma_teach_project_add_files_async (KomaTeachProject   *self,
                                    KomaTeachClass     *klass,
                                    GPtrArray          *files,
                                    GCancellable       *cancellable,
                                    GAsyncReadyCallback callback,
                                    gpointer            user_data)
{
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);
  Adding *adding = NULL;

  g_return_if_fail (files->len > 0);

  g_task_set_source_tag (task, koma_teach_project_add_files_async);
  if (return_if_not_ready (self, klass, task))
    return;
  adding = adding_new (self, klass, g_steal_pointer (&task));
  adding->roots = g_ptr_array_copy (files, (GCopyFunc) (void (*) (void)) g_object_ref, NULL);
  g_ptr_array_set_free_func (adding->roots, g_object_unref);
  adding->n_waiting = 1;
  search_next (adding);
}

/**
 * koma_teach_project_add_files_finish:
 *
 * Thread: main. Errors: %G_IO_ERROR_CANCELLED.
 *
 * Returns: (transfer full): how many, and what could not be read
 */
KomaTeachAdded *
koma_teach_project_add_files_finish (KomaTeachProject *self,
                                     GAsyncResult     *result,
                                     GError          **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/**
 * koma_teach_project_add_picture_async:
 * @klass: that it shows
 * @request: the picture
 * @source: (nullable): a name for people
 * @cancellable: (nullable): ends it
 *
 * Thread: main; costs some microseconds.
 */
void
koma_teach_project_add_picture_async (KomaTeachProject   *self,
                                      KomaTeachClass     *klass,
                                      KomaRequest        *request,
                                      const char         *source,
                                      GCancellable       *cancellable,
                                      GAsyncReadyCallback callback,
                                      gpointer            user_data)
{
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_source_tag (task, koma_teach_project_add_picture_async);
  if (return_if_not_ready (self, klass, task))
    return;
  if (request->picture != NULL &&
      self->n_pixels >= KOMA_TEACH_MAX_PIXELS_WAITING) {
    g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_BUSY, "Too many pictures wait");
    return;
  }
  send (adding_new (self, klass, g_steal_pointer (&task)), request, source, klass);
}

/**
 * koma_teach_project_add_picture_finish:
 *
 * Thread: main. Errors: %G_IO_ERROR_BUSY: drop this frame; %G_IO_ERROR_CANCELLED; those of
 * koma_decoder_decode_bytes() and koma_fail_errno().
 *
 * Returns: (transfer full): the example; it is on the disk
 */
KomaTeachExample *
koma_teach_project_add_picture_finish (KomaTeachProject *self,
                                       GAsyncResult     *result,
                                       GError          **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
