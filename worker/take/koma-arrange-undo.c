/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-arrange-undo.h"

#include <errno.h>
#include <stdio.h>
#include <unistd.h>

#include <glib/gi18n.h>

#include "koma-arrange-journal.h"
#include "koma-file-place.h"
#include "worker/koma-fail-errno.h"

typedef struct
{
  KomaArrangeReport *report;
  GHashTable        *kept;      /* char *: copies that have no original any more */
  gboolean           is_failed; /* something could not be undone that may be tried again */
} Undo;

static gboolean
exists (const char *path)
{
  KomaFileId id;

  return koma_file_id_get (path, &id) || errno != ENOENT;
}

static void
leave (Undo       *undo,
       const char *path,
       const char *reason)
{
  koma_arrange_report_add (undo->report, path, reason);
}

static void
leave_changed (Undo       *undo,
               const char *path)
{
  leave (undo, path, _ ("changed since; it is left as it is"));
}

static void
fail (Undo   *undo,
      GError *error) /* (transfer full) */
{
  undo->is_failed = TRUE;
  koma_arrange_report_take_error (undo->report, error);
}

static gboolean
has_content (const char *path,
             const char *sha256)
{
  g_autofree char *found = koma_file_hash (path, NULL, NULL, NULL);

  return g_strcmp0 (found, sha256) == 0;
}

static void
remove_file (Undo       *undo,
             const char *path)
{
  g_autoptr (GError) error = NULL;

  if (unlink (path) == 0)
    undo->report->n_done++;
  else {
    koma_fail_errno (&error, errno, path);
    fail (undo, g_steal_pointer (&error));
  }
}

static void
place_back (Undo       *undo,
            const char *from,
            const char *to)
{
  GError *error = NULL;

  if (koma_file_place (from, to, &error))
    undo->report->n_done++;
  else if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_EXISTS))
    koma_arrange_report_take_error (undo->report, error);
  else
    fail (undo, error);
}

/* A copy that is as it was made goes. */
static void
undo_place (Undo                    *undo,
            const KomaArrangeRecord *record)
{
  KomaFileId id;

  if (g_hash_table_contains (undo->kept, record->to) || !koma_file_id_get (record->to, &id))
    return;
  if (koma_file_id_equal (&id, &record->id) && has_content (record->to, record->sha256))
    remove_file (undo, record->to);
  else if (!exists (record->part)) /* else it was never placed, and this is another's */
    leave_changed (undo, record->to);
}

static void
undo_move (Undo                    *undo,
           const KomaArrangeRecord *record)
{
  KomaFileId id;

  if (koma_file_id_get (record->from, &id) && koma_file_id_equal (&id, &record->id))
    return; /* it was never moved, or is back */
  if (g_hash_table_contains (undo->kept, record->to))
    return;
  if (!koma_file_id_get (record->to, &id)) {
    /* From another file system it came back as a copy. */
    if (!exists (record->from))
      leave (undo, record->to, _ ("has gone since"));
  } else if (!koma_file_id_equal (&id, &record->id))
    leave_changed (undo, record->to);
  else
    place_back (undo, record->to, record->from);
}

/* The only copy of the file is on another file system. */
static gboolean
copy_back (const KomaArrangeRecord *record,
           GError                 **error)
{
  g_autofree char *sha256 = NULL;
  KomaFileId       id;

  unlink (record->part);
  if (!koma_file_copy_part (record->to, record->part, NULL, &id, &sha256, error))
    return FALSE;
  if (koma_file_place (record->part, record->from, error))
    return koma_file_sync_folder (record->from, error);
  unlink (record->part);
  return FALSE;
}

static void
undo_remove (Undo                    *undo,
             const KomaArrangeRecord *record)
{
  GError    *error = NULL;
  KomaFileId id;

  /* Its copy may go: the file never went, or is back. */
  if (koma_file_id_get (record->from, &id) && has_content (record->from, record->sha256))
    return;
  g_hash_table_add (undo->kept, g_strdup (record->to));
  if (!exists (record->to))
    leave (undo, record->to, _ ("has gone since"));
  else if (!has_content (record->to, record->sha256))
    leave_changed (undo, record->to);
  else if (!copy_back (record, &error))
    fail (undo, error);
  else
    g_hash_table_remove (undo->kept, record->to);
}

static void
undo_link (Undo                    *undo,
           const KomaArrangeRecord *record)
{
  g_autofree char *target = g_file_read_link (record->to, NULL);

  if (target != NULL && g_str_equal (target, record->from))
    remove_file (undo, record->to);
  else if (exists (record->to))
    leave_changed (undo, record->to);
}

/* Byte for byte, with its mode and its time. */
static gboolean
write_before (const KomaArrangeRecord *record,
              GError                 **error)
{
  struct stat info = { .st_mode = record->mode, .st_uid = (uid_t) -1, .st_gid = (gid_t) -1 };
  KomaFileId  id;

  info.st_mtim = (struct timespec){ .tv_sec = record->mtime_ns / G_GINT64_CONSTANT (1000000000),
                                    .tv_nsec = record->mtime_ns % G_GINT64_CONSTANT (1000000000) };
  info.st_atim = info.st_mtim;
  unlink (record->part);
  return koma_file_write_part (record->before, record->part, &info, &id, error) &&
         (rename (record->part, record->to) == 0 ||
          koma_fail_errno (error, errno, record->to));
}

static gboolean
is_as_before (const KomaArrangeRecord *record)
{
  g_autofree char *sha256 = NULL;

  if (record->before == NULL)
    return !exists (record->to);
  sha256 = g_compute_checksum_for_bytes (G_CHECKSUM_SHA256, record->before);
  return has_content (record->to, sha256);
}

static void
undo_label (Undo                    *undo,
            const KomaArrangeRecord *record)
{
  GError *error = NULL;

  if (!has_content (record->to, record->sha256)) {
    if (!is_as_before (record))
      leave_changed (undo, record->to);
  } else if (record->before == NULL)
    remove_file (undo, record->to);
  else if (write_before (record, &error))
    undo->report->n_done++;
  else
    fail (undo, error);
}

static void
undo_record (Undo                    *undo,
             const KomaArrangeRecord *record)
{
  switch (record->kind) {
  case KOMA_RECORD_PLACE:
    undo_place (undo, record);
    break;
  case KOMA_RECORD_MOVE:
    undo_move (undo, record);
    break;
  case KOMA_RECORD_REMOVE:
    undo_remove (undo, record);
    break;
  case KOMA_RECORD_LINK:
    undo_link (undo, record);
    break;
  case KOMA_RECORD_LABEL:
    undo_label (undo, record);
    break;
  case KOMA_RECORD_FOLDER:
    /* One that has other files stays. */
    if (rmdir (record->to) != 0)
      g_debug ("%s: %s", record->to, g_strerror (errno));
    break;
  default:
    break;
  }
  if (record->part != NULL)
    unlink (record->part);
}

/* What the journal does not say any more can be undone by hand alone; it stays for whoever can
 * read more of it. */
static void
tell_of_damage (Undo                   *undo,
                KomaArrangeJournal     *journal,
                const KomaArrangeLines *lines)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *reason = NULL;
  g_autofree char *path = koma_arrange_journal_set_aside (journal, &error);

  if (lines->n_unknown == 0)
    /* Translators: of a journal; a line says what was done with one file */
    reason = g_strdup_printf (ngettext ("%u line is damaged; what it says was not undone",
                                        "%u lines are damaged; what they say was not undone",
                                        lines->n_damaged),
                              lines->n_damaged);
  else
    reason = g_strdup_printf (_ ("%u damaged lines and %u of another version of Koma; what they "
                                 "say was not undone"),
                              lines->n_damaged, lines->n_unknown);
  leave (undo, path != NULL ? path : koma_arrange_journal_get_path (journal), reason);
  if (error != NULL)
    fail (undo, g_steal_pointer (&error));
}

KomaArrangeReport *
koma_arrange_undo (const char       *journal_path,
                   KomaTakeProgress *progress,
                   GError          **error)
{
  g_autoptr (KomaArrangeJournal) journal = koma_arrange_journal_open (journal_path, error);
  g_auto (KomaArrangeLines) lines = { 0 };
  g_autoptr (GHashTable) kept = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  Undo undo = { NULL, kept, FALSE };

  if (journal == NULL || !koma_arrange_journal_read (journal, &lines, error))
    return NULL;
  undo.report = koma_arrange_report_new (koma_arrange_lines_sum_up (&lines).kind,
                                         lines.records->len);
  for (guint i = lines.records->len; i > 0; i--) {
    undo_record (&undo, lines.records->pdata[i - 1]);
    koma_take_progress_set (progress, lines.records->len - i + 1, lines.records->len);
  }
  /* What is undone already is found so when it is tried again. */
  if (undo.is_failed)
    return undo.report;
  if (koma_arrange_lines_are_whole (&lines))
    koma_arrange_journal_remove (journal);
  else
    tell_of_damage (&undo, journal, &lines);
  return undo.report;
}
