/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "archive-reader.h"

#include "engine/koma/koma-error.h"

/**
 * koma_archive_reader_new:
 *
 * Returns: (transfer full): a reader of zip archives that has opened nothing yet
 */
KomaArchiveReader *
koma_archive_reader_new (void)
{
  KomaArchiveReader *reader = archive_read_new ();

  g_assert (reader != NULL); /* out of memory, as in g_malloc () */
  (void) archive_read_support_format_zip (reader);
  return reader;
}

/**
 * koma_archive_reader_free:
 * @reader: (transfer full): a reader
 */
void
koma_archive_reader_free (KomaArchiveReader *reader)
{
  (void) archive_read_free (reader);
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
  const char *message = archive_error_string (reader);

  return koma_fail (error, KOMA_ERROR_MODEL, "%s: %s", what,
                    message != NULL ? message : "unknown");
}
