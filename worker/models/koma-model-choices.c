/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-model-choices.h"

#include "engine/koma-app.h"
#include "koma-data-dir.h"
#include "koma-known-models.h"
#include "koma-recent-models.h"

/* The model that is used where none was chosen. */
#define BUNDLED         "models/shogi"
#define BUNDLED_SAMPLES "samples"
/* That to try words with. */
#define WORDS         "models/words"
#define WORDS_SAMPLES "models/words/samples"

/* What Koma brings along. */
typedef struct
{
  char *model;   /* (nullable) path of the file */
  char *samples; /* (nullable) path of a folder: pictures that the model knows */
} Bundled;

struct _KomaModelChoices
{
  GObject parent_instance;

  /* Immutable after construction. */
  KomaRecentModels *recents;
  Bundled           bundled[2]; /* the first is used where none was chosen */
};

G_DEFINE_FINAL_TYPE (KomaModelChoices, koma_model_choices, G_TYPE_OBJECT)

static void
entry_free (gpointer data)
{
  KomaModelEntry *entry = data;

  g_free (entry->path);
  g_free (entry->name);
  g_free (entry);
}

static gboolean
has_path (const GPtrArray *entries,
          const char      *path)
{
  for (guint i = 0; i < entries->len; i++)
    if (g_str_equal (((KomaModelEntry *) g_ptr_array_index (entries, i))->path, path))
      return TRUE;
  return FALSE;
}

/**
 * koma_model_choices_name_path:
 * @path: of a model that is in no list, or of its folder
 *
 * Asks no disk: what ends otherwise than models do is taken for a folder.
 *
 * Thread: any.
 *
 * Returns: (transfer full): what the model there is probably called
 */
char *
koma_model_choices_name_path (const char *path)
{
  return koma_model_names_has_ending (path) ? koma_model_name_from_path (path)
                                            : g_filename_display_basename (path);
}

static void
add_entry (GPtrArray  *entries,
           const char *path,
           gboolean    is_recent)
{
  g_autofree char *file = koma_model_find_file (path, NULL);
  KomaModelEntry  *entry = NULL;

  if (file == NULL || has_path (entries, file) || !koma_model_is_path (file))
    return;
  entry = g_new0 (KomaModelEntry, 1);
  entry->path = g_steal_pointer (&file);
  entry->name = koma_model_find_name (entry->path);
  entry->is_recent = is_recent;
  g_ptr_array_add (entries, entry);
}

/* On a disk that is not mounted, or deleted: only the user knows. */
static void
add_gone (GPtrArray  *entries,
          const char *path)
{
  KomaModelEntry *entry = g_new (KomaModelEntry, 1);

  entry->path = g_strdup (path);
  entry->name = koma_model_choices_name_path (path);
  entry->is_recent = entry->is_gone = TRUE;
  g_ptr_array_add (entries, entry);
}

static int
compare_strings (gconstpointer a,
                 gconstpointer b)
{
  return g_strcmp0 (*(const char *const *) a, *(const char *const *) b);
}

static void
add_models_in (GPtrArray  *entries,
               const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  const char *name = NULL;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    if (*name != '.')
      g_ptr_array_add (names, g_strdup (name));
  g_ptr_array_sort (names, compare_strings);

  for (guint i = 0; i < names->len; i++) {
    g_autofree char *path = g_build_filename (folder, g_ptr_array_index (names, i), NULL);

    add_entry (entries, path, FALSE);
  }
}

static void
add_models_below (GPtrArray  *entries,
                  const char *data_dir)
{
  g_autofree char *folder = g_build_filename (data_dir, "koma", "models", NULL);

  add_models_in (entries, folder);
}

static void
add_installed (KomaModelChoices *self,
               GPtrArray        *entries)
{
  const char *override = g_getenv ("KOMA_MODEL_PATH");
  g_auto (GStrv) folders = g_strsplit (override != NULL ? override : "", ":", -1);
  const char *const *system_dirs = g_get_system_data_dirs ();

  for (guint i = 0; i < G_N_ELEMENTS (self->bundled); i++)
    if (self->bundled[i].model != NULL)
      add_entry (entries, self->bundled[i].model, FALSE);
  for (guint i = 0; folders[i] != NULL; i++)
    if (*folders[i] != '\0')
      add_models_in (entries, folders[i]);
  add_models_below (entries, g_get_user_data_dir ());
  for (guint i = 0; system_dirs[i] != NULL; i++)
    add_models_below (entries, system_dirs[i]);
}

static void
koma_model_choices_finalize (GObject *object)
{
  KomaModelChoices *self = KOMA_MODEL_CHOICES (object);

  koma_recent_models_free (self->recents);
  for (guint i = 0; i < G_N_ELEMENTS (self->bundled); i++) {
    g_free (self->bundled[i].model);
    g_free (self->bundled[i].samples);
  }
  G_OBJECT_CLASS (koma_model_choices_parent_class)->finalize (object);
}

static void
koma_model_choices_class_init (KomaModelChoicesClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = koma_model_choices_finalize;
}

static Bundled
find_bundled (const char *model,
              const char *samples)
{
  g_autofree char *folder = koma_data_dir_find (model);

  return (Bundled){
    .model = folder != NULL ? koma_model_find_file (folder, NULL) : NULL,
    .samples = koma_data_dir_find (samples),
  };
}

static void
koma_model_choices_init (KomaModelChoices *self)
{
  g_autofree char *path = g_build_filename (g_get_user_state_dir (), "koma", "models", NULL);

  self->recents = koma_recent_models_new (path);
  self->bundled[0] = find_bundled (BUNDLED, BUNDLED_SAMPLES);
  self->bundled[1] = find_bundled (WORDS, WORDS_SAMPLES);
}

/**
 * koma_model_choices_new:
 *
 * Nothing is read yet, it is only asked whether Koma's own
 * model is there.
 *
 * Thread: any.
 *
 * Returns: (transfer full): the choices
 */
KomaModelChoices *
koma_model_choices_new (void)
{
  return g_object_new (KOMA_TYPE_MODEL_CHOICES, NULL);
}

/**
 * koma_model_choices_get_bundled:
 * @self: the choices
 *
 * Thread: any.
 *
 * Returns: (nullable): path of the file of the model that Koma brings along
 *   and uses where none was chosen; %NULL where it is missing
 */
const char *
koma_model_choices_get_bundled (KomaModelChoices *self)
{
  return self->bundled[0].model;
}

/**
 * koma_model_choices_get_samples:
 * @self: the choices
 * @path: of a model
 *
 * Thread: any.
 *
 * Returns: (nullable): path of a folder of pictures that the model knows; %NULL where it is none of
 *   Koma's own
 */
const char *
koma_model_choices_get_samples (KomaModelChoices *self,
                                const char       *path)
{
  for (guint i = 0; i < G_N_ELEMENTS (self->bundled); i++)
    if (g_strcmp0 (self->bundled[i].model, path) == 0)
      return self->bundled[i].samples;
  return NULL;
}

/* What is not there, or lies in an archive, has the name that it had when it was opened. */
static void
name_as_known (GPtrArray *entries)
{
  g_autoptr (GKeyFile) file = koma_known_models_read ();

  for (guint i = 0; i < entries->len; i++) {
    KomaModelEntry *entry = g_ptr_array_index (entries, i);
    g_auto (KomaKnownModel) known = { 0 };

    if ((!entry->is_gone && !koma_archive_is (entry->path)) ||
        !koma_known_models_get (file, entry->path, &known) || known.name == NULL)
      continue;
    g_free (entry->name);
    entry->name = g_steal_pointer (&known.name);
  }
}

/**
 * koma_model_choices_list:
 * @self: the choices
 * @has_gone: with those opened before that are not there now
 *
 * Looks for models: those opened before, newest first, then Koma's own two, then
 * those in the folders of `KOMA_MODEL_PATH` (colons between them: for a build
 * that is not installed), in `koma/models` of the user's and of the system's
 * data directories, by name. Each path once.
 *
 * Thread: any but main: it reads folders.
 *
 * Returns: (transfer full) (element-type KomaModelEntry): the models
 */
GPtrArray *
koma_model_choices_list (KomaModelChoices *self,
                         gboolean          has_gone)
{
  g_autoptr (GPtrArray) entries = g_ptr_array_new_with_free_func (entry_free);
  g_autoptr (GPtrArray) installed = g_ptr_array_new_with_free_func (entry_free);
  g_auto (GStrv) recents = koma_recent_models_list (self->recents);

  add_installed (self, installed);
  for (guint i = 0; recents[i] != NULL; i++) {
    g_autofree char *file = koma_model_find_file (recents[i], NULL);

    if (file == NULL && has_gone)
      add_gone (entries, recents[i]);
    else if (file != NULL && !has_path (installed, file))
      add_entry (entries, file, TRUE);
  }
  g_ptr_array_extend_and_steal (entries, g_steal_pointer (&installed));
  name_as_known (entries);
  return g_steal_pointer (&entries);
}

static void
write_thread (GTask        *task,
              gpointer      source_object,
              gpointer      task_data,
              GCancellable *cancellable)
{
  KomaModelChoices *self = source_object;

  g_strfreev (koma_recent_models_list (self->recents));
  g_task_return_boolean (task, TRUE);
}

static void
write_recents (KomaModelChoices *self)
{
  g_autoptr (GTask) task = g_task_new (self, NULL, NULL, NULL);

  g_task_set_source_tag (task, write_recents);
  g_task_set_name (task, "[koma] write recent models");
  g_task_run_in_thread (task, write_thread);
}

static void
list_thread (GTask        *task,
             gpointer      source_object,
             gpointer      task_data,
             GCancellable *cancellable)
{
  g_task_return_pointer (task, koma_model_choices_list (source_object, TRUE),
                         (GDestroyNotify) g_ptr_array_unref);
}

/**
 * koma_model_choices_list_async:
 * @self: the choices
 * @cancellable: (nullable): for the call
 * @callback: called in the caller's main context
 * @user_data: for @callback
 *
 * As koma_model_choices_list() with those that are gone, beside the main loop.
 *
 * Thread: one whose default main context runs.
 */
void
koma_model_choices_list_async (KomaModelChoices   *self,
                               GCancellable       *cancellable,
                               GAsyncReadyCallback callback,
                               gpointer            user_data)
{
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_source_tag (task, koma_model_choices_list_async);
  g_task_set_name (task, "[koma] list models");
  g_task_run_in_thread (task, list_thread);
}

/**
 * koma_model_choices_list_finish:
 * @self: the choices
 * @result: what the callback got
 * @error: return location
 *
 * Thread: that of the callback.
 *
 * Returns: (transfer full) (element-type KomaModelEntry): the models
 *
 * Errors: %G_IO_ERROR_CANCELLED.
 */
GPtrArray *
koma_model_choices_list_finish (KomaModelChoices *self,
                                GAsyncResult     *result,
                                GError          **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/**
 * koma_model_choices_add_recent:
 * @self: the choices
 * @path: of a model that was opened
 *
 * Remembers a model, as the newest, unless it is Koma's own, which is always
 * there. Its path is made absolute; the file that keeps it is written beside
 * the main loop.
 *
 * Thread: any.
 */
void
koma_model_choices_add_recent (KomaModelChoices *self,
                               const char       *path)
{
  if (g_strcmp0 (path, self->bundled[0].model) == 0)
    return;
  koma_recent_models_add (self->recents, path);
  write_recents (self);
}

/**
 * koma_model_choices_remove_recent:
 * @self: the choices
 * @path: of a model that was opened
 *
 * Forgets it; the file that keeps it is written beside the main loop.
 *
 * Thread: any.
 */
void
koma_model_choices_remove_recent (KomaModelChoices *self,
                                  const char       *path)
{
  koma_recent_models_remove (self->recents, path);
  write_recents (self);
}
