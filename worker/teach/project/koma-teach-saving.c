/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-teach-saving.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "worker/koma-fail-errno.h"
#include "worker/teach/disk/koma-teach-folder.h"
#include "worker/models/koma-folder-remove.h"
#include "worker/models/koma-staging.h"
#include "worker/models/koma-stored-model.h"

#define MODEL_FILE "model.json"

void
koma_teach_saving_free (gpointer data)
{
  KomaTeachSaving *self = data;

  g_clear_pointer (&self->base, koma_model_unref);
  g_clear_pointer (&self->features, koma_graph_free);
  g_clear_pointer (&self->head, koma_head_unref);
  g_free (self->name);
  g_free (self->folder);
  g_free (self->replaces);
  g_free (self);
}

/* Of a file, or of a folder as the list of what is in it. */
static gboolean
synchronise (const char *path,
             GError    **error)
{
  const int fd = open (path, O_RDONLY | O_CLOEXEC);
  gboolean  is_done = fd >= 0 && fsync (fd) == 0;
  int       code = errno;

  if (fd >= 0)
    close (fd);
  return is_done || koma_fail_errno (error, code, path);
}

/* All files, and then the folder. */
static gboolean
synchronise_all (const char *folder,
                 GError    **error)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, error);
  const char *name = NULL;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL) {
    g_autofree char *path = g_build_filename (folder, name, NULL);

    if (!synchronise (path, error))
      return FALSE;
  }
  return dir != NULL && synchronise (folder, error);
}

static gboolean
write_model (const KomaTeachSaving *self,
             const char            *folder,
             GError               **error)
{
  return koma_taught_model_write (self->base, self->features, self->head, self->name, folder,
                                  error) &&
         synchronise_all (folder, error);
}

/* A folder that is there and empty is taken; anything else stays as it is. */
static char *
write_folder (const KomaTeachSaving *self,
              GError               **error)
{
  g_autofree char *parent = g_path_get_dirname (self->folder);
  g_autofree char *made = g_build_filename (parent, ".koma-taught-XXXXXX", NULL);
  gboolean         is_whole = FALSE;

  if (g_mkdir_with_parents (parent, 0755) != 0 || g_mkdtemp_full (made, 0755) == NULL) {
    koma_fail_errno (error, errno, self->folder);
    return NULL;
  }
  is_whole = write_model (self, made, error);
  if (is_whole && g_rename (made, self->folder) != 0)
    is_whole = koma_fail_errno (error, errno, self->folder);
  if (is_whole && synchronise (parent, error))
    return g_build_filename (self->folder, MODEL_FILE, NULL);
  (void) koma_folder_remove_path (made, NULL);
  return NULL;
}

/* "my-pets-1a2b3c4d": a folder of its own for each time. */
static char *
make_name (const char *name)
{
  g_autofree char *ascii = g_str_to_ascii (name, "C");
  g_autofree char *lower = g_ascii_strdown (ascii, 40);

  g_strcanon (lower, "abcdefghijklmnopqrstuvwxyz0123456789", '-');
  return g_strdup_printf (KOMA_TEACH_FOLDER_TAUGHT "%s-%08x", lower, g_random_int ());
}

static gboolean
write_record (const KomaTeachSaving *self,
              const char            *folder, /* of the store */
              const char            *path,   /* that it has for now */
              GError               **error)
{
  g_autofree char *address = g_strconcat ("taught:", folder, NULL);
  g_autofree char *file = g_build_filename (path, KOMA_STORED_MODEL_RECORD, NULL);
  g_autoptr (GKeyFile) record = g_key_file_new ();
  const KomaStoredModel stored = {
    .folder = (char *) folder,
    .file = (char *) MODEL_FILE,
    .name = self->name,
    .address = address,
    .kind = KOMA_MODEL_KIND_CLASSIFIER,
    .n_classes = koma_head_get_n_classes (self->head),
  };

  koma_stored_model_write (&stored, record);
  return g_key_file_save_to_file (record, file, error);
}

/* The folder in the store of a model that this wrote before; (nullable) it is none. */
static char *
find_replaced (const char *path) /* (nullable) */
{
  g_autofree char *folder = path != NULL ? g_path_get_dirname (path) : NULL;

  return path != NULL && koma_teach_folder_is_taught (path) ? g_path_get_basename (folder) : NULL;
}

/* The new one is there before the old one goes. */
static char *
write_stored (const KomaTeachSaving *self,
              GError               **error)
{
  g_autofree char *store = koma_staging_get_store ();
  g_autofree char *name = make_name (self->name);
  g_autofree char *replaced = find_replaced (self->replaces);
  g_autoptr (KomaStaging) staging = koma_staging_open (name, error);
  const char *folder = staging != NULL ? koma_staging_get_folder (staging) : NULL;

  if (staging == NULL)
    return NULL;
  if (!write_record (self, name, folder, error) || !write_model (self, folder, error) ||
      !koma_staging_commit (staging, error)) {
    koma_staging_discard (staging);
    return NULL;
  }
  if (replaced != NULL)
    koma_staging_remove_stored (replaced, NULL);
  return g_build_filename (store, name, MODEL_FILE, NULL);
}

/**
 * koma_teach_saving_write:
 *
 * Writes the model: whole, or not at all.
 *
 * Thread: any but main. Errors: those of koma_taught_model_write(), koma_fail_errno() and
 * koma_staging_open().
 *
 * Returns: (transfer full): path of its file
 */
char *
koma_teach_saving_write (const KomaTeachSaving *self,
                         GError               **error)
{
  return self->folder != NULL ? write_folder (self, error) : write_stored (self, error);
}
