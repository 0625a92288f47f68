/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-teach-folder.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "engine/koma-app.h"
#include "worker/koma-fail-errno.h"
#include "koma-teach-journal.h"
#include "koma-teach-replay.h"
#include "worker/models/koma-folder-remove.h"
#include "worker/models/koma-staging.h"

/* Of the folder of a project that was removed. */
#define REMOVED         ".removed-"
#define MAX_AGE_SECONDS (30 * 24 * 60 * 60)

static char *
get_root (void)
{
  return g_build_filename (g_get_user_data_dir (), "koma", "teach", NULL);
}

/**
 * koma_teach_folder_get:
 * @name: of a project, as koma_teach_folder_list_finish() has it; no slash, no dot in front
 *
 * Thread: any. Returns: (transfer full): its folder, which need not be there
 */
char *
koma_teach_folder_get (const char *name)
{
  g_autofree char *root = get_root ();

  return g_build_filename (root, name, NULL);
}

/**
 * koma_teach_folder_get_unused:
 *
 * Thread: any. Returns: (transfer full): a folder that is not there
 */
char *
koma_teach_folder_get_unused (void)
{
  g_autofree char *name = g_strdup_printf ("project-%08x%08x", g_random_int (), g_random_int ());

  return koma_teach_folder_get (name);
}

/**
 * koma_teach_folder_is_taught:
 * @path: of a model's file
 *
 * Thread: any. Returns: whether a project saved it into the library
 */
gboolean
koma_teach_folder_is_taught (const char *path)
{
  g_autofree char *store = koma_staging_get_store ();
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *above = g_path_get_dirname (folder);
  g_autofree char *name = g_path_get_basename (folder);

  return g_str_equal (above, store) && g_str_has_prefix (name, KOMA_TEACH_FOLDER_TAUGHT);
}

static void
entry_free (KomaTeachEntry *entry)
{
  g_free (entry->folder);
  g_free (entry->name);
  g_strfreev (entry->classes);
  g_free (entry->saved);
  g_free (entry);
}

/* ---- The list ---- */

static char **
list_classes (const GPtrArray *classes)
{
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();

  for (guint i = 0; i < classes->len; i++)
    g_strv_builder_add (names, ((const KomaTeachClassRecord *) classes->pdata[i])->name);
  return g_strv_builder_end (names);
}

/* Returns: (nullable): NULL: it is none that could be shown */
static KomaTeachEntry *
read_entry (const char *folder)
{
  g_autofree char *path = g_build_filename (folder, KOMA_TEACH_JOURNAL, NULL);
  g_autofree char *text = NULL;
  gsize            length = 0;
  struct stat      info;
  g_autoptr (KomaTeachReplay) replay = NULL;
  KomaTeachEntry *entry = NULL;

  if (stat (path, &info) != 0 ||
      !koma_file_read (path, KOMA_MAX_SIDE_BYTES, &text, &length, NULL))
    return NULL;
  replay = koma_teach_replay_new (text, length, NULL);
  if (replay == NULL || (replay->classes->len == 0 && replay->project.name == NULL))
    return NULL;
  entry = g_new0 (KomaTeachEntry, 1);
  entry->folder = g_strdup (folder);
  entry->name = g_strdup (replay->project.name != NULL ? replay->project.name : "");
  entry->classes = list_classes (replay->classes);
  entry->n_classes = replay->classes->len;
  entry->n_examples = replay->examples->len;
  entry->changed_us = info.st_mtim.tv_sec * G_USEC_PER_SEC + info.st_mtim.tv_nsec / 1000;
  entry->saved = g_strdup (replay->project.saved);
  return entry;
}

/* The folder's own time is that of its removal, see set_removed (). */
static void
delete_if_old (const char *root,
               const char *name)
{
  g_autofree char *path = g_build_filename (root, name, NULL);
  const gint64     now = g_get_real_time () / G_USEC_PER_SEC;
  struct stat      info;

  if (stat (path, &info) == 0 && now - info.st_mtim.tv_sec >= MAX_AGE_SECONDS)
    (void) koma_folder_remove_path (path, NULL);
}

static int
compare_entries (gconstpointer a,
                 gconstpointer b)
{
  const gint64 first = (*(const KomaTeachEntry *const *) a)->changed_us;
  const gint64 second = (*(const KomaTeachEntry *const *) b)->changed_us;

  return first > second ? -1 : first < second;
}

static void
list_thread (GTask        *task,
             gpointer      source_object,
             gpointer      task_data,
             GCancellable *cancellable)
{
  g_autofree char *root = get_root ();
  g_autoptr (GDir) dir = g_dir_open (root, 0, NULL);
  g_autoptr (GPtrArray) entries =
    g_ptr_array_new_with_free_func ((GDestroyNotify) entry_free);
  const char *name = NULL;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL) {
    g_autofree char *folder = g_build_filename (root, name, NULL);
    KomaTeachEntry  *entry = *name != '.' ? read_entry (folder) : NULL;

    if (entry != NULL)
      g_ptr_array_add (entries, entry);
    else if (g_str_has_prefix (name, REMOVED))
      delete_if_old (root, name);
  }
  g_ptr_array_sort (entries, compare_entries);
  g_task_return_pointer (task, g_steal_pointer (&entries), (GDestroyNotify) g_ptr_array_unref);
}

/**
 * koma_teach_folder_list_async:
 *
 * Thread: main.
 */
void
koma_teach_folder_list_async (GCancellable       *cancellable,
                              GAsyncReadyCallback callback,
                              gpointer            user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);

  g_task_set_source_tag (task, koma_teach_folder_list_async);
  g_task_set_name (task, "[koma] list projects");
  g_task_run_in_thread (task, list_thread);
}

/**
 * koma_teach_folder_list_finish:
 *
 * Thread: main. Errors: %G_IO_ERROR_CANCELLED.
 *
 * Returns: (transfer full) (element-type KomaTeachEntry): the projects that there are
 */
GPtrArray *
koma_teach_folder_list_finish (GAsyncResult *result,
                               GError      **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

/* ---- Changes ---- */

typedef struct
{
  char    *folder;
  char    *name; /* (nullable) to be called so; NULL: removed, or not */
  gboolean is_removed;
} Change;

static void
change_free (gpointer data)
{
  Change *change = data;

  g_free (change->folder);
  g_free (change->name);
  g_free (change);
}

static gboolean
rename_project (const Change *change,
                GError      **error)
{
  g_autoptr (KomaTeachJournal) journal = koma_teach_journal_open (change->folder, error);
  g_autoptr (KomaTeachReplay) replay = NULL;
  g_autofree char *text = NULL;
  g_autofree char *line = NULL;
  gsize            length = 0;

  if (journal == NULL || !koma_teach_journal_read (journal, &text, &length, error))
    return FALSE;
  replay = koma_teach_replay_new (text, length, error);
  if (replay == NULL || !koma_teach_journal_cut (journal, replay->whole_bytes, error))
    return FALSE;
  g_free (replay->project.name);
  replay->project.name = g_strdup (change->name);
  line = koma_teach_record_project (&replay->project);
  return koma_teach_journal_append (journal, line, error);
}

/* A Koma that has it open keeps it open: its descriptors are those of the folder. */
static gboolean
set_removed (const Change *change,
             GError      **error)
{
  g_autofree char *root = g_path_get_dirname (change->folder);
  g_autofree char *name = g_path_get_basename (change->folder);
  g_autofree char *removed = g_strdup_printf ("%s" G_DIR_SEPARATOR_S REMOVED "%s", root, name);
  const char      *before = change->is_removed ? change->folder : removed;
  const char      *after = change->is_removed ? removed : change->folder;

  if (change->is_removed)
    utimensat (AT_FDCWD, before, NULL, 0);
  return g_rename (before, after) == 0 || koma_fail_errno (error, errno, change->folder);
}

static void
change_thread (GTask        *task,
               gpointer      source_object,
               gpointer      task_data,
               GCancellable *cancellable)
{
  const Change *change = task_data;
  GError       *error = NULL;

  if (change->name != NULL ? rename_project (change, &error) : set_removed (change, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void
begin_change (Change              change, /* its strings are copied */
              GAsyncReadyCallback callback,
              gpointer            user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, NULL, callback, user_data);

  change.folder = g_strdup (change.folder);
  change.name = g_strdup (change.name);
  g_task_set_source_tag (task, begin_change);
  g_task_set_name (task, "[koma] change project");
  g_task_set_task_data (task, g_memdup2 (&change, sizeof change), change_free);
  g_task_run_in_thread (task, change_thread);
}

/**
 * koma_teach_folder_rename_async:
 * @folder: of a project that is not open
 * @name: for people
 *
 * Thread: main.
 */
void
koma_teach_folder_rename_async (const char         *folder,
                                const char         *name,
                                GAsyncReadyCallback callback,
                                gpointer            user_data)
{
  begin_change ((Change){ (char *) folder, (char *) name, FALSE }, callback, user_data);
}

/**
 * koma_teach_folder_remove_async:
 * @folder: of a project
 * @is_removed: whether it goes, or comes back
 *
 * Thread: main.
 */
void
koma_teach_folder_remove_async (const char         *folder,
                                gboolean            is_removed,
                                GAsyncReadyCallback callback,
                                gpointer            user_data)
{
  begin_change ((Change){ (char *) folder, NULL, is_removed }, callback, user_data);
}

/**
 * koma_teach_folder_change_finish:
 *
 * Thread: main. Errors: see koma_teach_folder_rename_async() and koma_teach_folder_remove_async().
 *
 * Returns: whether it is so now
 */
gboolean
koma_teach_folder_change_finish (GAsyncResult *result,
                                 GError      **error)
{
  return g_task_propagate_boolean (G_TASK (result), error);
}
