/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-recent-models.h"

#include <gio/gio.h>

#include "engine/koma-app.h"
#include "worker/koma-set-aside.h"

/* More would be a list that nobody reads. */
#define MAX_RECENTS 20

struct _KomaRecentModels
{
  char        *file;
  GAsyncQueue *changes; /* (element-type utf8) not in the file yet, oldest first: "+URI", "-URI" */
  GMutex       lock;    /* held while the file is read and written */
};

/**
 * koma_recent_models_new:
 * @file: path of the file that keeps the list; it need not exist
 *
 * Thread: any; nothing is read yet.
 *
 * Returns: (transfer full): the list
 */
KomaRecentModels *
koma_recent_models_new (const char *file)
{
  KomaRecentModels *recents = g_new0 (KomaRecentModels, 1);

  recents->file = g_strdup (file);
  recents->changes = g_async_queue_new_full (g_free);
  g_mutex_init (&recents->lock);
  return recents;
}

void
koma_recent_models_free (KomaRecentModels *recents)
{
  /* After the thread that read last, which had the last reference to the owner but one. */
  g_mutex_lock (&recents->lock);
  g_mutex_unlock (&recents->lock);
  g_mutex_clear (&recents->lock);
  g_async_queue_unref (recents->changes);
  g_free (recents->file);
  g_free (recents);
}

static void
note_change (KomaRecentModels *recents,
             char              kind,
             const char       *path)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autofree char *uri = g_file_get_uri (file);

  g_async_queue_push (recents->changes, g_strdup_printf ("%c%s", kind, uri));
}

/**
 * koma_recent_models_add:
 * @recents: a list
 * @path: of a model, which becomes the first; made absolute
 *
 * Thread: any. koma_recent_models_list() writes it to the file.
 */
void
koma_recent_models_add (KomaRecentModels *recents,
                        const char       *path)
{
  note_change (recents, '+', path);
}

/**
 * koma_recent_models_remove:
 * @recents: a list
 * @path: of a model, which is forgotten
 *
 * Thread: any. koma_recent_models_list() writes it to the file.
 */
void
koma_recent_models_remove (KomaRecentModels *recents,
                           const char       *path)
{
  note_change (recents, '-', path);
}

/* What can be understood of it. */
static GPtrArray *
read_uris (const char *file,
           gboolean   *ret_is_damaged)
{
  g_autoptr (GPtrArray) uris = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  gsize            length = 0;
  g_auto (GStrv) lines = NULL;

  if (!koma_file_read (file, KOMA_MAX_SMALL_BYTES, &text, &length, &error)) {
    *ret_is_damaged = !g_error_matches (error, G_FILE_ERROR, G_FILE_ERROR_NOENT);
    return g_steal_pointer (&uris);
  }
  *ret_is_damaged = strlen (text) != length;
  lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i] != NULL && uris->len < MAX_RECENTS; i++) {
    if (g_str_has_prefix (lines[i], "file:"))
      g_ptr_array_add (uris, g_strdup (lines[i]));
    else if (*lines[i] != '\0')
      *ret_is_damaged = TRUE;
  }
  return g_steal_pointer (&uris);
}

static void
apply_change (GPtrArray  *uris,
              const char *change)
{
  const char *uri = change + 1;
  guint       index = 0;

  while (g_ptr_array_find_with_equal_func (uris, uri, g_str_equal, &index))
    g_ptr_array_remove_index (uris, index);
  if (*change == '+')
    g_ptr_array_insert (uris, 0, g_strdup (uri));
  if (uris->len > MAX_RECENTS)
    g_ptr_array_set_size (uris, MAX_RECENTS);
}

/* A full disk must not keep anybody from classifying pictures. */
static void
write_uris (const char      *file,
            gboolean         is_damaged,
            const GPtrArray *uris)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *folder = g_path_get_dirname (file);
  g_autofree char *aside = NULL;
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < uris->len; i++)
    g_string_append_printf (text, "%s\n", (const char *) g_ptr_array_index (uris, i));
  g_mkdir_with_parents (folder, 0700);
  if (is_damaged)
    aside = koma_set_aside (file, &error);
  if (error == NULL)
    (void) g_file_set_contents (file, text->str, (gssize) text->len, &error);
  if (error != NULL)
    g_debug ("%s", error->message);
}

/**
 * koma_recent_models_list:
 * @recents: a list
 *
 * Two programs that write at the same moment lose one of the two changes,
 * never the file: it is replaced as a whole. A damaged one stays, under another
 * name.
 *
 * Thread: any but main.
 *
 * Returns: (transfer full) (array zero-terminated=1): absolute paths, newest
 *   first; whether there still is something at them was not looked at
 */
char **
koma_recent_models_list (KomaRecentModels *recents)
{
  G_GNUC_UNUSED g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&recents->lock);
  gboolean      is_damaged = FALSE;
  gboolean      has_changed = FALSE;
  g_autoptr (GPtrArray) uris = read_uris (recents->file, &is_damaged);
  g_autoptr (GStrvBuilder) paths = g_strv_builder_new ();
  char *change = NULL;

  while ((change = g_async_queue_try_pop (recents->changes)) != NULL) {
    apply_change (uris, change);
    g_free (change);
    has_changed = TRUE;
  }
  if (has_changed)
    write_uris (recents->file, is_damaged, uris);
  for (guint i = 0; i < uris->len; i++) {
    g_autofree char *path = g_filename_from_uri (g_ptr_array_index (uris, i), NULL, NULL);

    if (path != NULL)
      g_strv_builder_add (paths, path);
  }
  return g_strv_builder_end (paths);
}
