/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-cli-collection-private.h"

#include <glib/gi18n.h>

#include "koma-cli.h"

void
koma_cli_kept_clear (KomaCliKept *kept)
{
  koma_collection_known_clear (&kept->known);
  *kept = (KomaCliKept){ 0 };
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
                 (koma_cli_collection_mend (self, &error) && add_folder (self, paths[i], &error));
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

  koma_cli_collection_settle (self);
  if (self->writer == NULL)
    return;
  koma_collection_leave_out (koma_collection_writer_hold (self->writer), path, FALSE, &error);
  koma_collection_writer_release (self->writer);
  if (error != NULL)
    koma_cli_collection_stop (self, error);
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
                             KomaCliKept       *ret_kept)
{
  g_autoptr (GError) error = NULL;

  if (self->writer == NULL || !koma_collection_get_file_id (path, &ret_kept->id))
    return FALSE;
  ret_kept->is_file = TRUE;
  if (!find (self, path, ret_kept, &error) &&
      (!koma_cli_collection_mend (self, &error) || !find (self, path, ret_kept, &error))) {
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
  koma_cli_collection_settle (self);
  if (self->writer == NULL || !kept->is_file)
    return;
  if (!koma_collection_writer_add (self->writer, &entry, self->top_k, &reason))
    koma_cli_collection_stop (self, reason);
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
  koma_cli_collection_settle (self);
  if (self->writer == NULL)
    return;
  if (!koma_collection_writer_add_sha256 (self->writer, path, &kept->id, sha256, &reason))
    koma_cli_collection_stop (self, reason);
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
  koma_cli_collection_settle (self);
  if (!koma_collection_writer_close (g_steal_pointer (&self->writer), &error))
    koma_cli_collection_stop (self, error);
  koma_cli_collection_tell (self->path, self->n_known, self->n_computed, n_failed);
  return !self->is_incomplete;
}
