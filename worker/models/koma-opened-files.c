/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-opened-files.h"

#include "engine/koma-app.h"
#include "koma-gathered-files.h"
#include "worker/collection/koma-collection.h"

void
koma_opened_files_free (KomaOpenedFiles *self)
{
  if (self->model != NULL && koma_gathered_files_is (self->model))
    koma_gathered_files_remove (self->model);
  g_free (self->model);
  g_free (self->collection);
  g_ptr_array_unref (self->pictures);
  g_ptr_array_unref (self->folders);
  g_free (self->labels_path);
  g_clear_pointer (&self->labels, koma_labels_unref);
  g_free (self->trouble_names);
  g_free (self->refused_name);
  g_free (self);
}

/* What is known before all files have been looked at. */
typedef struct
{
  KomaOpenedFiles *opened;
  GPtrArray       *models;  /* (element-type filename) files that are models */
  GPtrArray       *tries;   /* (element-type filename) .json files that are none by their looks */
  GPtrArray       *unknown; /* (element-type GFile) among the pictures, by their names none */
  GPtrArray       *parts;   /* (element-type filename) all files that may belong to a model */
} Sorting;

static void
sorting_init (Sorting *self)
{
  self->opened = g_new0 (KomaOpenedFiles, 1);
  self->opened->pictures = g_ptr_array_new_with_free_func (g_object_unref);
  self->opened->folders = g_ptr_array_new_with_free_func (g_object_unref);
  self->models = g_ptr_array_new ();
  self->tries = g_ptr_array_new ();
  self->unknown = g_ptr_array_new ();
  self->parts = g_ptr_array_new ();
}

static void
sorting_clear (Sorting *self)
{
  g_clear_pointer (&self->opened, koma_opened_files_free);
  g_clear_pointer (&self->models, g_ptr_array_unref);
  g_clear_pointer (&self->tries, g_ptr_array_unref);
  g_clear_pointer (&self->unknown, g_ptr_array_unref);
  g_clear_pointer (&self->parts, g_ptr_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Sorting, sorting_clear)

static void
refuse (KomaOpenedFiles   *self,
        const char        *path,
        const KomaForeign *foreign)
{
  if (self->refused != NULL)
    return;
  self->refused = foreign;
  self->refused_name = g_filename_display_basename (path);
}

static void
add_folder (KomaOpenedFiles *self,
            GFile           *folder)
{
  const char      *path = g_file_peek_path (folder);
  g_autofree char *model = koma_model_find_usual (path);

  if (model != NULL && self->model == NULL)
    self->model = g_strdup (path);
  g_ptr_array_add (self->pictures, g_object_ref (folder));
  g_ptr_array_add (self->folders, g_object_ref (folder));
}

static void
add_labels (KomaOpenedFiles *self,
            const char      *path)
{
  if (self->labels_path != NULL)
    return;
  self->labels_path = g_strdup (path);
  self->labels = koma_labels_new_from_file (path, NULL);
}

/* Of the files of one model some look like nothing by themselves. */
static void
add_other (Sorting *self,
           GFile   *file)
{
  char              *path = (char *) g_file_peek_path (file);
  g_autofree char   *lower = g_ascii_strdown (path, -1);
  const KomaForeign *foreign = NULL;

  if (koma_collection_is_file (path)) {
    if (self->opened->collection == NULL)
      self->opened->collection = g_strdup (path);
    return;
  }
  g_ptr_array_add (self->parts, path);
  if (koma_model_is_path (path)) {
    g_ptr_array_add (self->models, path);
    return;
  }
  if (g_str_has_suffix (lower, ".json")) {
    g_ptr_array_add (self->tries, path);
    return;
  }
  if (g_str_has_suffix (lower, ".txt") || g_str_has_suffix (lower, ".csv")) {
    add_labels (self->opened, path);
    return;
  }
  foreign = koma_foreign_find_file (path);
  if (foreign != NULL) {
    refuse (self->opened, path, foreign);
    return;
  }
  g_ptr_array_add (self->opened->pictures, g_object_ref (file));
  g_ptr_array_add (self->unknown, file);
}

static void
add_file (Sorting *self,
          GFile   *file)
{
  const char *path = g_file_peek_path (file);

  if (path == NULL || koma_picture_name_is_picture (path))
    g_ptr_array_add (self->opened->pictures, g_object_ref (file));
  else if (g_file_test (path, G_FILE_TEST_IS_DIR))
    add_folder (self->opened, file);
  else
    add_other (self, file);
}

/* ---- One model of all the files ---- */

static const char *
find_named (const GPtrArray *paths,
            const char      *name)
{
  for (guint i = 0; i < paths->len; i++) {
    g_autofree char *base = g_path_get_basename (paths->pdata[i]);

    if (g_str_equal (base, name))
      return paths->pdata[i];
  }
  return NULL;
}

static char *
join_names (const GPtrArray *paths)
{
  g_autoptr (GString) names = g_string_new (NULL);

  for (guint i = 0; i < paths->len; i++) {
    g_autofree char *name = g_filename_display_basename (paths->pdata[i]);

    g_string_append_printf (names, "%s%s", i > 0 ? ", " : "", name);
  }
  return g_string_free (g_steal_pointer (&names), FALSE);
}

/* Writers call a model model.json, and other files beside it end in .json too. A .json file that is
 * no model is tried as one: then the user learns what is wrong with it.
 * Returns: (transfer none) (nullable) */
static const char *
choose_model (Sorting *self)
{
  const GPtrArray *paths = self->models->len > 0 ? self->models : self->tries;
  const char      *usual = find_named (paths, "model.json");

  koma_model_join_files (self->models);

  if (usual != NULL || paths->len == 0)
    return usual;
  if (self->models->len > 1) {
    self->opened->trouble = KOMA_OPENED_SEVERAL_MODELS;
    self->opened->trouble_names = join_names (self->models);
    return NULL;
  }
  return paths->pdata[0];
}

/* A picture may have a name that says nothing. */
static gboolean
looks_like_picture (GFile *file)
{
  guint8           head[KOMA_FILE_HEAD_BYTES] = { 0 };
  gsize            length = 0;
  g_autofree char *type = NULL;

  if (!koma_file_read_head (g_file_peek_path (file), head, &length, NULL))
    return FALSE;
  type = g_content_type_guess (NULL, head, length, NULL);
  return g_content_type_is_a (type, "image/*");
}

static void
drop_parts_from_pictures (Sorting *self)
{
  for (guint i = 0; i < self->unknown->len; i++) {
    GFile *file = self->unknown->pdata[i];

    if (!looks_like_picture (file))
      g_ptr_array_remove (self->opened->pictures, file);
  }
}

/* Returns: (transfer none) (nullable): the name that two of the parts have */
static const char *
find_same_name (Sorting *self)
{
  g_autoptr (GHashTable) names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < self->parts->len; i++) {
    char       *path = self->parts->pdata[i];
    char       *name = g_path_get_basename (path);
    const char *other = g_hash_table_lookup (names, name);

    if (other != NULL && !g_str_equal (other, path)) {
      g_free (name);
      return path;
    }
    g_hash_table_insert (names, name, path);
  }
  return NULL;
}

static gboolean
is_elsewhere (Sorting    *self,
              const char *model)
{
  g_autofree char *own_folder = g_path_get_dirname (model);

  for (guint i = 0; i < self->parts->len; i++) {
    g_autofree char *folder = g_path_get_dirname (self->parts->pdata[i]);

    if (!g_str_equal (folder, own_folder))
      return TRUE;
  }
  return FALSE;
}

static void
gather (Sorting    *self,
        const char *model)
{
  KomaOpenedFiles *opened = self->opened;
  const char      *same = find_same_name (self);

  if (same != NULL) {
    opened->trouble = KOMA_OPENED_SAME_NAME;
    opened->trouble_names = g_filename_display_basename (same);
    return;
  }
  opened->model = koma_gathered_files_make (model, self->parts, NULL);
  if (opened->model == NULL) {
    opened->trouble = KOMA_OPENED_NO_SPACE;
    opened->trouble_names = g_filename_display_basename (model);
  }
}

/* Weights and labels that were opened together with their model are its own. */
static void
settle_model (Sorting *self)
{
  KomaOpenedFiles *opened = self->opened;
  const char      *model = choose_model (self);

  if (model != NULL) {
    g_clear_pointer (&opened->model, g_free);
    drop_parts_from_pictures (self);
    if (is_elsewhere (self, model))
      gather (self, model);
    else
      opened->model = g_strdup (model);
  }
  if (opened->model == NULL && opened->trouble == KOMA_OPENED_WELL)
    return;
  opened->refused = NULL;
  g_clear_pointer (&opened->labels_path, g_free);
  g_clear_pointer (&opened->labels, koma_labels_unref);
}

typedef struct
{
  GPtrArray *files; /* (element-type GFile) */
  gboolean   are_labels;
} Files;

static void
files_free (gpointer data)
{
  g_ptr_array_unref (((Files *) data)->files);
  g_free (data);
}

static void
sort_thread (GTask        *task,
             gpointer      source_object,
             gpointer      task_data,
             GCancellable *cancellable)
{
  const Files *files = task_data;
  g_auto (Sorting) self = { 0 };

  sorting_init (&self);
  for (guint i = 0; i < files->files->len && !g_cancellable_is_cancelled (cancellable); i++) {
    GFile *file = g_ptr_array_index (files->files, i);

    if (files->are_labels && g_file_peek_path (file) != NULL)
      add_labels (self.opened, g_file_peek_path (file));
    else
      add_file (&self, file);
  }
  settle_model (&self);
  g_task_return_pointer (task, g_steal_pointer (&self.opened),
                         (GDestroyNotify) koma_opened_files_free);
}

/**
 * koma_opened_files_sort_async:
 * @files: (element-type GFile): files and folders
 * @are_labels: the user says that they are lists of labels, whatever their names
 * @cancellable: (nullable): for the call
 * @callback: called in the caller's main context
 * @user_data: for @callback
 *
 * Tells models from pictures, by what is in the files, and beside the main
 * loop. Folders count as pictures, those with a model in them too; a
 * folder that is a model of another kind is refused. The files of a model, its weights and labels
 * too, may come from several folders: then they are put beside each other by links.
 *
 * Thread: one whose default main context runs.
 */
void
koma_opened_files_sort_async (GPtrArray          *files,
                              gboolean            are_labels,
                              GCancellable       *cancellable,
                              GAsyncReadyCallback callback,
                              gpointer            user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);
  Files *copy = g_new (Files, 1);

  copy->files = g_ptr_array_copy (files, (GCopyFunc) g_object_ref, NULL);
  copy->are_labels = are_labels;
  g_ptr_array_set_free_func (copy->files, g_object_unref);
  g_task_set_source_tag (task, koma_opened_files_sort_async);
  g_task_set_name (task, "[koma] sort opened files");
  g_task_set_task_data (task, copy, files_free);
  g_task_run_in_thread (task, sort_thread);
}

/**
 * koma_opened_files_sort_finish:
 * @result: what the callback got
 * @error: return location
 *
 * Thread: that of the callback.
 *
 * Returns: (transfer full): the files, sorted
 *
 * Errors: %G_IO_ERROR_CANCELLED.
 */
KomaOpenedFiles *
koma_opened_files_sort_finish (GAsyncResult *result,
                               GError      **error)
{
  g_return_val_if_fail (g_async_result_is_tagged (result, koma_opened_files_sort_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
