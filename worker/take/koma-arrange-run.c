/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-arrange-run.h"

#include <errno.h>
#include <stdio.h>
#include <unistd.h>

#include <glib/gi18n.h>

#include "engine/koma-app.h"
#include "koma-arrange-journal.h"
#include "koma-file-place.h"
#include "koma-xmp.h"
#include "worker/koma-fail-errno.h"

#define MAX_SIDECAR_BYTES (4u << 20)

typedef struct
{
  KomaArrangePlan    *plan;
  KomaArrangeJournal *journal;
  GHashTable         *folders; /* char *: those that are there */
  GCancellable       *cancellable;
  guint32             run; /* part of the names of unfinished files */
  guint               n_parts;
} Run;

static gboolean
fail_changed (const char *path,
              GError    **error)
{
  g_autofree char *name = g_filename_display_name (path);

  g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, _ ("%s: changed meanwhile"), name);
  return FALSE;
}

/* The one that was planned for, and as it was. */
static gboolean
check_source (const Run             *run,
              const KomaArrangeStep *step,
              GError               **error)
{
  struct stat    info = { 0 };
  const gboolean is_move = run->plan->kind == KOMA_ARRANGE_MOVE;
  KomaFileId     id;

  if ((is_move ? lstat (step->from, &info) : stat (step->from, &info)) != 0)
    return koma_fail_errno (error, errno, step->from);
  id = koma_file_id_from_stat (&info);
  return koma_file_id_equal (&id, &step->id) || fail_changed (step->from, error);
}

/* In the folder of @path, so that it can be renamed to it. */
static char *
dup_part (Run        *run,
          const char *path)
{
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *name = g_strdup_printf (".koma-%08x-%u.part", run->run, run->n_parts++);

  return g_build_filename (folder, name, NULL);
}

/* Its name is there already. */
static gboolean
fail_no_folder (const char *path,
                GError    **error)
{
  g_autofree char *name = g_filename_display_name (path);

  g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_DIRECTORY,
               g_file_test (path, G_FILE_TEST_IS_SYMLINK)
                 ? _ ("%s: a link that leads to no folder")
                 : _ ("%s: a file, where a folder is wanted"),
               name);
  return FALSE;
}

static gboolean
make_folder (Run        *run,
             const char *path,
             GError    **error)
{
  const KomaArrangeRecord record = { .kind = KOMA_RECORD_FOLDER, .to = (char *) path };
  g_autofree char        *parent = NULL;

  if (g_hash_table_contains (run->folders, path) || g_file_test (path, G_FILE_TEST_IS_DIR)) {
    g_hash_table_add (run->folders, g_strdup (path));
    return TRUE;
  }
  parent = g_path_get_dirname (path);
  if (!make_folder (run, parent, error) ||
      !koma_arrange_journal_add (run->journal, &record, error))
    return FALSE;
  if (mkdir (path, 0777) != 0) {
    if (errno != EEXIST)
      return koma_fail_errno (error, errno, path);
    if (!g_file_test (path, G_FILE_TEST_IS_DIR))
      return fail_no_folder (path, error);
  }
  g_hash_table_add (run->folders, g_strdup (path));
  return TRUE;
}

/* A whole copy of the file, which is on the disk. */
static gboolean
copy_file (Run                   *run,
           const KomaArrangeStep *step,
           KomaArrangeRecord     *ret_placed,
           GError               **error)
{
  g_autofree char  *part = dup_part (run, step->to);
  g_autofree char  *sha256 = NULL;
  KomaArrangeRecord record = {
    .kind = KOMA_RECORD_COPY, .from = step->from, .to = step->to, .part = part
  };
  KomaFileId id = { 0 };

  if (!koma_arrange_journal_add (run->journal, &record, error) ||
      !koma_file_copy_part (step->from, part, run->cancellable, &id, &sha256, error))
    return FALSE;
  record.kind = KOMA_RECORD_PLACE;
  record.id = id;
  record.sha256 = sha256;
  if (!koma_arrange_journal_add (run->journal, &record, error) ||
      !koma_file_place (part, step->to, error)) {
    unlink (part);
    return FALSE;
  }
  *ret_placed = (KomaArrangeRecord){ .part = g_steal_pointer (&part),
                                     .sha256 = g_steal_pointer (&sha256) };
  return TRUE;
}

static gboolean
do_copy (Run                   *run,
         const KomaArrangeStep *step,
         GError               **error)
{
  g_auto (KomaArrangeRecord) placed = { 0 };

  return copy_file (run, step, &placed, error);
}

/* To another file system: the file goes once its copy was read back from there. */
static gboolean
move_far (Run                   *run,
          const KomaArrangeStep *step,
          GError               **error)
{
  g_auto (KomaArrangeRecord) placed = { 0 };
  g_autofree char  *found = NULL;
  g_autofree char  *spare = dup_part (run, step->from);
  KomaArrangeRecord record = { .kind = KOMA_RECORD_REMOVE,
                               .from = step->from,
                               .to = step->to,
                               .part = spare, /* for the way back */
                               .id = step->id,
                               .sha256 = NULL };

  if (!copy_file (run, step, &placed, error) || !koma_file_sync_folder (step->to, error))
    return FALSE;
  found = koma_file_hash (step->to, NULL, NULL, error);
  if (found == NULL)
    return FALSE;
  if (!g_str_equal (found, placed.sha256))
    return fail_changed (step->to, error);
  record.sha256 = placed.sha256;
  if (!koma_arrange_journal_add (run->journal, &record, error) || !check_source (run, step, error))
    return FALSE;
  return unlink (step->from) == 0 || koma_fail_errno (error, errno, step->from);
}

static gboolean
do_move (Run                   *run,
         const KomaArrangeStep *step,
         GError               **error)
{
  const KomaArrangeRecord record = {
    .kind = KOMA_RECORD_MOVE, .from = step->from, .to = step->to, .id = step->id
  };
  g_autoptr (GError) reason = NULL;

  if (!koma_arrange_journal_add (run->journal, &record, error))
    return FALSE;
  if (koma_file_place (step->from, step->to, &reason))
    return TRUE;
  if (g_error_matches (reason, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED))
    return move_far (run, step, error);
  g_propagate_error (error, g_steal_pointer (&reason));
  return FALSE;
}

static gboolean
do_link (Run                   *run,
         const KomaArrangeStep *step,
         GError               **error)
{
  const KomaArrangeRecord record = {
    .kind = KOMA_RECORD_LINK, .from = step->from, .to = step->to
  };

  return koma_arrange_journal_add (run->journal, &record, error) &&
         (symlink (step->from, step->to) == 0 || koma_fail_errno (error, errno, step->to));
}

/* The sidecar as it is; there may be none. */
static gboolean
read_sidecar (const char  *path,
              GBytes     **ret_before,
              struct stat *ret_info,
              GError     **error)
{
  g_autofree char *name = NULL;
  char            *text = NULL;
  gsize            length = 0;

  if (lstat (path, ret_info) != 0)
    return errno == ENOENT || koma_fail_errno (error, errno, path);
  /* It would be replaced by a file, and what it leads to may be anything. */
  if (!S_ISREG (ret_info->st_mode)) {
    name = g_filename_display_name (path);
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_REGULAR_FILE,
                 _ ("%s: no regular file; Koma writes labels into no other"), name);
    return FALSE;
  }
  if (!koma_file_read (path, MAX_SIDECAR_BYTES, &text, &length, error))
    return FALSE;
  *ret_before = g_bytes_new_take (text, length);
  return TRUE;
}

/* Takes the place of the sidecar that was read, if that is as it was. */
static gboolean
place_sidecar (const char        *part,
               const char        *to,
               const struct stat *before, /* (nullable) there was none */
               GError           **error)
{
  KomaFileId now, then;

  if (before == NULL)
    return koma_file_place (part, to, error);
  then = koma_file_id_from_stat (before);
  if (!koma_file_id_get (to, &now) || !koma_file_id_equal (&now, &then))
    return fail_changed (to, error);
  return rename (part, to) == 0 || koma_fail_errno (error, errno, to);
}

static gboolean
write_label (Run                   *run,
             const KomaArrangeStep *step,
             GBytes                *before, /* (nullable) */
             struct stat            info,
             GBytes                *after,
             GError               **error)
{
  g_autofree char        *part = dup_part (run, step->to);
  g_autofree char        *sha256 = g_compute_checksum_for_bytes (G_CHECKSUM_SHA256, after);
  const KomaArrangeRecord record = { .kind = KOMA_RECORD_LABEL,
                                     .to = step->to,
                                     .part = part,
                                     .sha256 = sha256,
                                     .before = before,
                                     .mode = info.st_mode & 0777,
                                     .mtime_ns = koma_file_id_from_stat (&info).mtime_ns };
  struct stat             mode = info;
  KomaFileId              id;

  mode.st_atim.tv_nsec = mode.st_mtim.tv_nsec = UTIME_NOW;
  if (!koma_arrange_journal_add (run->journal, &record, error) ||
      !koma_file_write_part (after, part, before != NULL ? &mode : NULL, &id, error))
    return FALSE;
  if (place_sidecar (part, step->to, before != NULL ? &info : NULL, error))
    return TRUE;
  unlink (part);
  return FALSE;
}

static gboolean
do_label (Run                   *run,
          const KomaArrangeStep *step,
          GError               **error)
{
  g_autoptr (GBytes) before = NULL;
  g_autoptr (GBytes) after = NULL;
  struct stat info = { 0 };

  if (!read_sidecar (step->to, &before, &info, error))
    return FALSE;
  after = koma_xmp_merge (before,
                          &(KomaXmpEntry){ step->result, step->correction, run->plan->n_labels,
                                           step->stars },
                          error);
  if (after == NULL)
    return koma_file_prefix_error (step->to, error);
  return write_label (run, step, before, info, after, error);
}

static gboolean
do_step (Run                   *run,
         const KomaArrangeStep *step,
         GError               **error)
{
  const KomaArrangeFolder *folder = run->plan->folders->pdata[step->folder];

  if (!check_source (run, step, error) ||
      (folder->path != NULL && !make_folder (run, folder->path, error)))
    return FALSE;
  switch (run->plan->kind) {
  case KOMA_ARRANGE_COPY:
    return do_copy (run, step, error);
  case KOMA_ARRANGE_MOVE:
    return do_move (run, step, error);
  case KOMA_ARRANGE_LINK:
    return do_link (run, step, error);
  case KOMA_ARRANGE_LABEL:
    return do_label (run, step, error);
  default:
    g_return_val_if_reached (FALSE);
  }
}

/* What would fail for each of the files that are left. */
static gboolean
is_fatal (const GError *error)
{
  return g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NO_SPACE) ||
         g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

static void
do_steps (Run               *run,
          KomaArrangeReport *report,
          KomaTakeProgress  *progress)
{
  const GPtrArray *steps = run->plan->steps;

  for (guint i = 0; i < steps->len && !report->is_stopped; i++) {
    g_autoptr (GError) error = NULL;

    if (g_cancellable_set_error_if_cancelled (run->cancellable, &error) ||
        !do_step (run, steps->pdata[i], &error)) {
      report->is_stopped = is_fatal (error);
      if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        koma_arrange_report_take_error (report, g_steal_pointer (&error));
    } else
      report->n_done++;
    koma_take_progress_set (progress, i + 1, steps->len);
  }
}

/* What is not on the disk may be lost with the power, and is told. */
static void
sync_folders (Run               *run,
              KomaArrangeReport *report)
{
  for (guint i = 0; i < run->plan->folders->len; i++) {
    const KomaArrangeFolder *folder = run->plan->folders->pdata[i];
    g_autofree char         *inside =
      folder->path != NULL ? g_build_filename (folder->path, "x", NULL) : NULL;
    g_autoptr (GError) error = NULL;

    if (inside != NULL && g_file_test (folder->path, G_FILE_TEST_IS_DIR) &&
        !koma_file_sync_folder (inside, &error))
      koma_arrange_report_take_error (report, g_steal_pointer (&error));
  }
}

KomaArrangeReport *
koma_arrange_run (KomaArrangePlan  *plan,
                  KomaTakeProgress *progress,
                  GCancellable     *cancellable,
                  GError          **error)
{
  g_autoptr (KomaArrangeJournal) journal = koma_arrange_journal_create (error);
  g_autoptr (GHashTable) folders = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (KomaArrangeReport) report = NULL;
  g_autoptr (GError) failure = NULL;
  const KomaArrangeRecord end = { .kind = KOMA_RECORD_END };
  Run                     run = { plan, journal, folders, cancellable, g_random_int (), 0 };

  if (journal == NULL)
    return NULL;
  report = koma_arrange_report_new (plan->kind, plan->steps->len);
  do_steps (&run, report, progress);
  sync_folders (&run, report);
  /* Without it, the next start asks whether it is to be undone: no harm. */
  if (!koma_arrange_journal_add (journal, &end, &failure))
    koma_arrange_report_take_error (report, g_steal_pointer (&failure));
  return g_steal_pointer (&report);
}
