/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-cli-collection.h"

#include <glib/gi18n.h>

#include "koma-cli.h"

void
koma_cli_kept_clear (KomaCliKept *kept)
{
  koma_collection_known_clear (&kept->known);
  *kept = (KomaCliKept){ 0 };
}

/* The check, which has the file open, too, ends first. */
static void
close_file (KomaCliCollection *self)
{
  g_clear_pointer (&self->check, koma_collection_check_free);
  g_clear_pointer (&self->writer, koma_collection_writer_free);
}

void
koma_cli_collection_clear (KomaCliCollection *self)
{
  close_file (self);
  g_clear_pointer (&self->info, koma_model_info_unref);
  g_clear_pointer (&self->named, g_hash_table_unref);
}

/* What was computed is printed all the same. */
static void
stop_keeping (KomaCliCollection *self,
              const GError      *error)
{
  /* Translators: a sentence that names a file and says what is wrong with it */
  koma_cli_warn (_ ("%s; answers are no longer kept"), error->message);
  self->is_incomplete = TRUE;
  close_file (self);
}

static void
failed_cb (gpointer data)
{
  KomaCliCollection *self = data;
  g_autoptr (GError) error = NULL;

  if (!koma_collection_writer_check (self->writer, &error))
    stop_keeping (self, error);
}

static gboolean
open_file (KomaCliCollection *self,
           gboolean           is_checked,
           GError           **error)
{
  KomaCollection *collection = is_checked ? koma_collection_open (self->path, error)
                                          : koma_collection_open_unchecked (self->path, error);

  if (collection == NULL)
    return FALSE;
  if (koma_collection_get_notice (collection) != NULL)
    koma_cli_warn ("%s", koma_collection_get_notice (collection));
  if (!is_checked)
    self->check = koma_collection_check_new (koma_collection_get_path (collection), NULL, NULL);
  self->writer = koma_collection_writer_new (collection, failed_cb, self);
  return TRUE;
}

/* What is damaged at its beginning is checked at once; else a thread does it while rows are read,
 * which are checked one by one. */
gboolean
koma_cli_collection_open (KomaCliCollection    *self,
                          const KomaCliOptions *options)
{
  g_autoptr (GError) error = NULL;

  self->path = options->collection;
  self->is_retry = options->is_retry;
  if (self->path == NULL || open_file (self, FALSE, &error) ||
      (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA) &&
       (g_clear_error (&error), open_file (self, TRUE, &error))))
    return TRUE;
  koma_cli_warn ("%s", error->message);
  return FALSE;
}

static gboolean
choose_model (KomaCliCollection *self,
              GError           **error)
{
  const gboolean is_chosen = koma_collection_choose_model (
    koma_collection_writer_hold (self->writer), self->info, error);

  koma_collection_writer_release (self->writer);
  return is_chosen;
}

/* Waits until all of the file was checked: before the first answer is kept, and where a row can not
 * be read. A damaged one is opened anew, with what can be read of it. */
static void
settle (KomaCliCollection *self)
{
  g_autoptr (GError) error = NULL;
  gboolean is_sound = self->check == NULL || koma_collection_check_wait (self->check);

  g_clear_pointer (&self->check, koma_collection_check_free);
  if (is_sound)
    return;
  close_file (self);
  if (!open_file (self, TRUE, &error) || (self->info != NULL && !choose_model (self, &error)))
    stop_keeping (self, error);
}

/* Whether it is worth to try again what @error says: the file is known to be sound now. */
static gboolean
mend (KomaCliCollection *self,
      GError           **error)
{
  if (self->check == NULL || !g_error_matches (*error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA))
    return FALSE;
  g_clear_error (error);
  settle (self);
  return self->writer != NULL;
}

gboolean
koma_cli_collection_choose_model (KomaCliCollection *self,
                                  KomaModelInfo     *info,
                                  guint              top_k)
{
  g_autoptr (GError) error = NULL;

  self->top_k = top_k;
  if (self->writer == NULL)
    return TRUE;
  g_clear_pointer (&self->info, koma_model_info_unref);
  self->info = koma_model_info_ref (info);
  if (choose_model (self, &error) || (mend (self, &error) && choose_model (self, &error)))
    return TRUE;
  if (error != NULL)
    koma_cli_warn ("%s", error->message);
  return FALSE;
}

const char *
koma_cli_collection_find_range (KomaCliCollection *self,
                                KomaModelInfo     *info)
{
  const char *range = NULL;
  g_autoptr (GError) error = NULL;

  if (self->writer == NULL)
    return NULL;
  koma_collection_find_range (koma_collection_writer_hold (self->writer), info, &range, &error);
  koma_collection_writer_release (self->writer);
  if (error != NULL)
    koma_cli_warn ("%s", error->message);
  return range;
}

gboolean
koma_cli_collection_knows_all (KomaCliCollection *self,
                               GPtrArray         *paths)
{
  for (guint i = 0; i < paths->len; i++) {
    g_auto (KomaCollectionKnown) known = { 0 };
    KomaFileId id = { 0 };

    if (!koma_collection_get_file_id (paths->pdata[i], &id) ||
        !koma_collection_writer_find (self->writer, paths->pdata[i], &id, self->top_k,
                                      self->top_k, &known, NULL) ||
        (known.result == NULL && (known.failure == NULL || self->is_retry)))
      return FALSE;
  }
  return TRUE;
}

static gboolean
add_folder (KomaCliCollection *self,
            const char        *path,
            GError           **error)
{
  const gboolean is_added =
    koma_collection_add_folder (koma_collection_writer_hold (self->writer), path, error);

  koma_collection_writer_release (self->writer);
  return is_added;
}

gboolean
koma_cli_collection_add_paths (KomaCliCollection *self,
                               char             **paths)
{
  g_autoptr (GError) error = NULL;
  gboolean is_added = TRUE;

  self->named = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (guint i = 0; is_added && self->writer != NULL && paths[i] != NULL; i++)
    if (!g_file_test (paths[i], G_FILE_TEST_IS_DIR))
      g_hash_table_add (self->named, g_strdup (paths[i]));
    else
      is_added = add_folder (self, paths[i], &error) ||
                 (mend (self, &error) && add_folder (self, paths[i], &error));
  if (error != NULL)
    koma_cli_warn ("%s", error->message);
  return is_added;
}

static gboolean
is_named (const KomaCliCollection *self,
          const char              *path)
{
  return self->named != NULL && g_hash_table_contains (self->named, path);
}

static gboolean
is_out (KomaCliCollection *self,
        const char        *path)
{
  gboolean is_left_out = FALSE;
  g_autoptr (GError) error = NULL;

  if (!koma_collection_is_left_out (koma_collection_writer_hold (self->writer), path, &is_left_out,
                                    &error))
    koma_cli_warn ("%s", error->message);
  koma_collection_writer_release (self->writer);
  return is_left_out;
}

void
koma_cli_collection_drop_left_out (KomaCliCollection *self,
                                   GPtrArray         *paths)
{
  for (guint i = paths->len; self->writer != NULL && i > 0; i--)
    if (!is_named (self, paths->pdata[i - 1]) && is_out (self, paths->pdata[i - 1]))
      g_ptr_array_remove_index (paths, i - 1);
}

static void
take_in (KomaCliCollection *self,
         const char        *path)
{
  g_autoptr (GError) error = NULL;

  settle (self);
  if (self->writer == NULL)
    return;
  koma_collection_leave_out (koma_collection_writer_hold (self->writer), path, FALSE, &error);
  koma_collection_writer_release (self->writer);
  if (error != NULL)
    stop_keeping (self, error);
}

/* One that the user names belongs to the collection again. */
static gboolean
is_left_out (KomaCliCollection   *self,
             const char          *path,
             KomaCollectionKnown *known)
{
  if (known->is_left_out && is_named (self, path)) {
    known->is_left_out = FALSE;
    take_in (self, path);
  }
  self->n_left_out += known->is_left_out;
  return known->is_left_out;
}

static gboolean
find (KomaCliCollection *self,
      const char        *path,
      KomaCliKept       *kept,
      GError           **error)
{
  return koma_collection_writer_find (self->writer, path, &kept->id, self->top_k, self->top_k,
                                      &kept->known, error);
}

/* What can not be read is told, and computed anew. */
gboolean
koma_cli_collection_look_up (KomaCliCollection *self,
                             const char        *path,
                             const KomaFileId  *id,
                             KomaCliKept       *ret_kept)
{
  g_autoptr (GError) error = NULL;

  ret_kept->id = *id;
  if (self->writer == NULL ||
      (id->inode == 0 && !koma_collection_get_file_id (path, &ret_kept->id)))
    return FALSE;
  ret_kept->is_file = TRUE;
  if (!find (self, path, ret_kept, &error) &&
      (!mend (self, &error) || !find (self, path, ret_kept, &error))) {
    if (error != NULL)
      koma_cli_warn ("%s", error->message);
    return FALSE;
  }
  if (is_left_out (self, path, &ret_kept->known))
    return FALSE;
  if (self->is_retry)
    g_clear_error (&ret_kept->known.failure);
  if (ret_kept->known.result == NULL && ret_kept->known.failure == NULL)
    return FALSE;
  self->n_known++;
  return TRUE;
}

void
koma_cli_collection_add (KomaCliCollection *self,
                         const char        *path,
                         const KomaCliKept *kept,
                         KomaResult        *result,
                         const GError      *error)
{
  const KomaCollectionEntry entry = {
    .path = path, .id = kept->id, .result = result, .failure = error
  };
  g_autoptr (GError) reason = NULL;

  self->n_computed++;
  settle (self);
  if (self->writer == NULL || !kept->is_file)
    return;
  if (!koma_collection_writer_add (self->writer, &entry, self->top_k, &reason))
    stop_keeping (self, reason);
}

void
koma_cli_collection_add_sha256 (KomaCliCollection *self,
                                const char        *path,
                                const KomaCliKept *kept,
                                const char        *sha256)
{
  g_autoptr (GError) reason = NULL;

  if (!kept->is_file || sha256 == NULL || kept->known.sha256 != NULL)
    return;
  settle (self);
  if (self->writer == NULL)
    return;
  if (!koma_collection_writer_add_sha256 (self->writer, path, &kept->id, sha256, &reason))
    stop_keeping (self, reason);
}

void
koma_cli_collection_tell (const char *path,
                          guint       n_known,
                          guint       n_computed,
                          guint       n_failed)
{
  /* Translators: a file that keeps answers, and numbers of pictures */
  koma_cli_warn (_ ("%s: known: %u, computed: %u, failed: %u"), path, n_known, n_computed,
                 n_failed);
}

gboolean
koma_cli_collection_end (KomaCliCollection *self,
                         guint              n_failed)
{
  g_autoptr (GError) error = NULL;

  if (self->path == NULL)
    return TRUE;
  settle (self);
  if (!koma_collection_writer_close (g_steal_pointer (&self->writer), &error))
    stop_keeping (self, error);
  koma_cli_collection_tell (self->path, self->n_known, self->n_computed, n_failed);
  return !self->is_incomplete;
}
