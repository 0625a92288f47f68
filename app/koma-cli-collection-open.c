/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The file of --collection, from its opening until it is known to be sound, or given up. */
#include "koma-cli-collection-private.h"

#include <glib/gi18n.h>

#include "koma-cli.h"

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
void
koma_cli_collection_stop (KomaCliCollection *self,
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
    koma_cli_collection_stop (self, error);
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
void
koma_cli_collection_settle (KomaCliCollection *self)
{
  g_autoptr (GError) error = NULL;
  gboolean is_sound = self->check == NULL || koma_collection_check_wait (self->check);

  g_clear_pointer (&self->check, koma_collection_check_free);
  if (is_sound)
    return;
  close_file (self);
  if (!open_file (self, TRUE, &error) || (self->info != NULL && !choose_model (self, &error)))
    koma_cli_collection_stop (self, error);
}

/* Whether it is worth to try again what @error says: the file is known to be sound now. */
gboolean
koma_cli_collection_mend (KomaCliCollection *self,
                          GError           **error)
{
  if (self->check == NULL || !g_error_matches (*error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA))
    return FALSE;
  g_clear_error (error);
  koma_cli_collection_settle (self);
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
  if (choose_model (self, &error) || (koma_cli_collection_mend (self, &error) && choose_model (self, &error)))
    return TRUE;
  if (error != NULL)
    koma_cli_warn ("%s", error->message);
  return FALSE;
}
