/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "archive-reader.h"

#include "engine/koma/koma-error.h"

/**
 * koma_archive_reader_new:
 * @error: return location
 *
 * Thread: any; loads libarchive the first time. Errors: %KOMA_ERROR_UNSUPPORTED where there
 * is none.
 *
 * Returns: (transfer full): a reader of zip archives that has opened nothing yet
 */
KomaArchiveReader *
koma_archive_reader_new (GError **error)
{
  g_autofree KomaArchiveReader *reader = g_new0 (KomaArchiveReader, 1);

  if (!koma_libarchive_load (&reader->library, error)) {
    g_prefix_error (error, "archives need libarchive, which can not be used: ");
    return NULL;
  }
  reader->archive = reader->library.archive_read_new ();
  g_assert (reader->archive != NULL); /* out of memory, as in g_malloc () */
  (void) reader->library.archive_read_support_format_zip (reader->archive);
  return g_steal_pointer (&reader);
}

/**
 * koma_archive_reader_free:
 * @reader: (transfer full): a reader
 */
void
koma_archive_reader_free (KomaArchiveReader *reader)
{
  (void) reader->library.archive_read_free (reader->archive);
  g_free (reader);
}

/**
 * koma_archive_reader_fail:
 * @reader: that could not go on
 * @what: the beginning of the message
 * @error: return location
 *
 * Errors: %KOMA_ERROR_MODEL, always.
 *
 * Returns: %FALSE
 */
gboolean
koma_archive_reader_fail (KomaArchiveReader *reader,
                          const char        *what,
                          GError           **error)
{
  const char *message = reader->library.archive_error_string (reader->archive);

  return koma_fail (error, KOMA_ERROR_MODEL, "%s: %s", what,
                    message != NULL ? message : "unknown");
}
