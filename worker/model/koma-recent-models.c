/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The main thread only notes what is to change; whoever comes first of a
 * thread of the pool and a reader carries the notes out:
 *
 *   change () ─→ notes ─→ settle (): read file, apply notes, write file
 *
 * Two programs that write at the same moment lose one of the two changes,
 * never the file: it is replaced as a whole. */

#include "koma-recent-models.h"

#include <gio/gio.h>

/* More would be a list that nobody reads. */
#define MAX_RECENTS 20

typedef struct
{
  char    *uri;
  gboolean is_added;
} Note;

struct _KomaRecentModels
{
  gatomicrefcount ref_count;

  /* Immutable after construction. */
  char *file;

  /* Guarded by notes_lock; never held while a file is touched. */
  GMutex notes_lock;
  GQueue notes; /* (element-type Note) */

  /* Held while the file is read and written. */
  GMutex file_lock;
};

static void
note_free (gpointer data)
{
  Note *note = data;

  g_free (note->uri);
  g_free (note);
}

/**
 * koma_recent_models_new:
 * @file: path of the file that keeps the list; it need not exist
 *
 * Makes a list; nothing is read yet.
 *
 * Thread: any.
 *
 * Returns: (transfer full): the list
 */
KomaRecentModels *
koma_recent_models_new (const char *file)
{
  KomaRecentModels *recents = g_new0 (KomaRecentModels, 1);

  g_atomic_ref_count_init (&recents->ref_count);
  recents->file = g_strdup (file);
  g_mutex_init (&recents->notes_lock);
  g_queue_init (&recents->notes);
  g_mutex_init (&recents->file_lock);
  return recents;
}

/**
 * koma_recent_models_ref:
 * @recents: a list
 *
 * Thread: any.
 *
 * Returns: (transfer full): @recents
 */
KomaRecentModels *
koma_recent_models_ref (KomaRecentModels *recents)
{
  g_atomic_ref_count_inc (&recents->ref_count);
  return recents;
}

/**
 * koma_recent_models_unref:
 * @recents: (nullable) (transfer full): a list
 *
 * Thread: any.
 */
void
koma_recent_models_unref (KomaRecentModels *recents)
{
  if (recents == NULL || !g_atomic_ref_count_dec (&recents->ref_count))
    return;
  g_queue_clear_full (&recents->notes, note_free);
  g_mutex_clear (&recents->notes_lock);
  g_mutex_clear (&recents->file_lock);
  g_free (recents->file);
  g_free (recents);
}

static GPtrArray *
read_uris (const char *file)
{
  g_autoptr (GPtrArray) uris = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;

  if (!g_file_get_contents (file, &text, NULL, NULL))
    return g_steal_pointer (&uris);
  lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i] != NULL && uris->len < MAX_RECENTS; i++)
    if (g_str_has_prefix (lines[i], "file:"))
      g_ptr_array_add (uris, g_strdup (lines[i]));
  return g_steal_pointer (&uris);
}

static void
apply_note (GPtrArray  *uris,
            const Note *note)
{
  guint index = 0;

  while (g_ptr_array_find_with_equal_func (uris, note->uri, g_str_equal, &index))
    g_ptr_array_remove_index (uris, index);
  if (note->is_added)
    g_ptr_array_insert (uris, 0, g_strdup (note->uri));
  if (uris->len > MAX_RECENTS)
    g_ptr_array_set_size (uris, MAX_RECENTS);
}

static void
write_uris (const char      *file,
            const GPtrArray *uris)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *folder = g_path_get_dirname (file);
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < uris->len; i++)
    g_string_append_printf (text, "%s\n", (const char *) g_ptr_array_index (uris, i));
  g_mkdir_with_parents (folder, 0700);
  /* A full disk must not keep anybody from classifying pictures. */
  if (!g_file_set_contents (file, text->str, (gssize) text->len, &error))
    g_debug ("%s", error->message);
}

static GQueue *
take_notes (KomaRecentModels *recents)
{
  GQueue *notes = g_queue_new ();

  g_mutex_lock (&recents->notes_lock);
  *notes = recents->notes;
  g_queue_init (&recents->notes);
  g_mutex_unlock (&recents->notes_lock);
  return notes;
}

/* Brings the file up to date; returns what is in it. */
static GPtrArray *
settle (KomaRecentModels *recents)
{
  GQueue    *notes = NULL;
  GPtrArray *uris = NULL;

  g_mutex_lock (&recents->file_lock);
  notes = take_notes (recents);
  uris = read_uris (recents->file);
  for (GList *link = notes->head; link != NULL; link = link->next)
    apply_note (uris, link->data);
  if (!g_queue_is_empty (notes))
    write_uris (recents->file, uris);
  g_mutex_unlock (&recents->file_lock);

  g_queue_free_full (notes, note_free);
  return uris;
}

static void
settle_thread (GTask        *task,
               gpointer      source_object,
               gpointer      task_data,
               GCancellable *cancellable)
{
  g_ptr_array_unref (settle (task_data));
  g_task_return_boolean (task, TRUE);
}

/**
 * koma_recent_models_change:
 * @recents: a list
 * @path: of a model; made absolute
 * @is_added: whether it was opened, and becomes the first; else it is forgotten
 *
 * Changes the list. The file follows, written by a thread; only the last
 * twenty stay in it.
 *
 * Thread: any.
 */
void
koma_recent_models_change (KomaRecentModels *recents,
                           const char       *path,
                           gboolean          is_added)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GTask) task = g_task_new (NULL, NULL, NULL, NULL);
  Note *note = g_new (Note, 1);

  note->uri = g_file_get_uri (file);
  note->is_added = is_added;
  g_mutex_lock (&recents->notes_lock);
  g_queue_push_tail (&recents->notes, note);
  g_mutex_unlock (&recents->notes_lock);

  g_task_set_name (task, "[koma] write recent models");
  g_task_set_task_data (task, koma_recent_models_ref (recents),
                        (GDestroyNotify) koma_recent_models_unref);
  g_task_run_in_thread (task, settle_thread);
}

/**
 * koma_recent_models_list:
 * @recents: a list
 *
 * Carries out what was changed, and reads the list.
 *
 * Thread: any but main.
 *
 * Returns: (transfer full) (array zero-terminated=1): absolute paths, newest
 *   first; whether there still is something at them was not looked at
 */
char **
koma_recent_models_list (KomaRecentModels *recents)
{
  g_autoptr (GPtrArray) uris = settle (recents);
  g_autoptr (GPtrArray) paths = g_ptr_array_new ();

  for (guint i = 0; i < uris->len; i++) {
    char *path = g_filename_from_uri (g_ptr_array_index (uris, i), NULL, NULL);

    if (path != NULL)
      g_ptr_array_add (paths, path);
  }
  g_ptr_array_add (paths, NULL);
  return (char **) g_ptr_array_free (g_steal_pointer (&paths), FALSE);
}
