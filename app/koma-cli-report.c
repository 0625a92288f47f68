/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "koma-cli-report.h"

#include <stdio.h>
#include <unistd.h>

#include <gio/gio.h>
#include <glib/gi18n.h>

#include "koma-cli.h"

/* Often enough to look alive, seldom enough to cost nothing. */
#define PROGRESS_INTERVAL_US (G_USEC_PER_SEC / 10)

struct _KomaCliReport
{
  KomaSheet *table; /* (nullable) text for people has none */
  double     sure_from;
  gboolean   has_sha256;
  guint      n_turned;
  gint64     start_us;
  gint64     progress_us; /* when it was shown last; 0: nothing is shown */
  gboolean   has_terminal;
};

/* All kinds but text are tables that the window writes too. */
gboolean
koma_cli_report_get_sheet (KomaFormatKind format,
                           KomaSheetKind *ret_kind)
{
  static const KomaSheetKind kinds[] = {
    [KOMA_FORMAT_JSON] = KOMA_SHEET_JSON,
    [KOMA_FORMAT_JSONL] = KOMA_SHEET_JSONL,
    [KOMA_FORMAT_CSV] = KOMA_SHEET_CSV,
    [KOMA_FORMAT_HTML] = KOMA_SHEET_HTML,
  };

  if (format == KOMA_FORMAT_TEXT)
    return FALSE;
  *ret_kind = kinds[format];
  return TRUE;
}

static void
print_part (KomaCliReport *self,
            void (*append) (KomaSheet *, GString *))
{
  g_autoptr (GString) text = g_string_new (NULL);

  append (self->table, text);
  koma_cli_print ("%s", text->str);
}

/**
 * koma_cli_report_new:
 * @options: what a table has; its kind is that of @format
 */
KomaCliReport *
koma_cli_report_new (KomaFormatKind          format,
                     const KomaSheetOptions *options)
{
  KomaCliReport   *self = g_new0 (KomaCliReport, 1);
  KomaSheetOptions table = *options;

  self->sure_from = options->sure_from;
  self->has_sha256 = options->has_sha256;
  self->start_us = g_get_monotonic_time ();
  self->has_terminal = isatty (STDERR_FILENO) && !isatty (STDOUT_FILENO);
  if (koma_cli_report_get_sheet (format, &table.kind)) {
    self->table = koma_sheet_new (&table);
    print_part (self, koma_sheet_append_head);
  }
  return self;
}

static void
clear_progress (KomaCliReport *self)
{
  if (self->progress_us != 0)
    g_printerr ("\r\033[K");
  self->progress_us = 0;
}

void
koma_cli_report_free (KomaCliReport *self)
{
  if (self == NULL)
    return;
  clear_progress (self);
  if (self->table != NULL)
    print_part (self, koma_sheet_append_tail);
  else if (self->n_turned > 0)
    koma_cli_warn (ngettext ("%u picture was looked at upside down too",
                             "%u pictures were looked at upside down too", self->n_turned),
                   self->n_turned);
  g_clear_pointer (&self->table, koma_sheet_free);
  g_free (self);
}

static void
print_row (KomaCliReport *self,
           KomaExportRow *row)
{
  g_autoptr (GString) text = g_string_new (NULL);

  /* Without a hash, the row is as true as with one; why its file is gone is not said here. */
  if (self->has_sha256 && row->sha256 == NULL)
    koma_export_row_hash (row, NULL, NULL);
  koma_sheet_append_row (self->table, text, row);
  fputs (text->str, stdout);
}

static void
print_text (KomaCliReport *self,
            const char    *path,
            KomaResult    *result)
{
  g_autoptr (GString) line = g_string_new (NULL);

  for (guint i = 0; i < result->n_classes; i++) {
    const KomaResultClass class = koma_result_get_class (result, i);

    g_string_append_printf (line, "%s%s %.1f %%", i > 0 ? ", " : "", class.name,
                            100 * class.score);
  }
  if (koma_result_is_sure (result, self->sure_from))
    koma_cli_say ("%s: %s\n", path, line->str);
  else
    /* Translators: a picture's path, and the classes that it could be, with their scores */
    koma_cli_say (_ ("%s: not sure: %s\n"), path, line->str);
}

/* The worker's messages name the file, as a window needs it that shows no
 * path; here the path stands before them. */
static const char *
skip_name (const char *message,
           const char *name)
{
  g_autofree char *prefix = g_strconcat (name, ": ", NULL);

  return g_str_has_prefix (message, prefix) ? message + strlen (prefix) : message;
}

static void
warn_failure (const KomaExportRow *row)
{
  g_autofree char *base = g_file_get_basename (row->file);
  g_autofree char *name = g_filename_display_name (base);

  koma_cli_warn ("%s: %s", row->path, skip_name (row->error->message, name));
}

/**
 * koma_cli_report_add:
 *
 * Prints what became of one picture. Failures are named on standard error in
 * every format, and part of the output in those that programs read, which
 * koma_cli_report_flush() writes.
 */
void
koma_cli_report_add (KomaCliReport *self,
                     KomaExportRow *row)
{
  KomaResult *result = row->result;

  clear_progress (self);
  if (result == NULL)
    warn_failure (row);
  if (self->table != NULL)
    print_row (self, row);
  else if (result != NULL)
    print_text (self, row->path, result);
  self->n_turned += result != NULL && result->is_turned;
}

/**
 * koma_cli_report_flush:
 *
 * Writes the rows that were added: to be called before anything is waited for.
 */
void
koma_cli_report_flush (void)
{
  fflush (stdout);
}

/**
 * koma_cli_report_progress:
 *
 * Shows how far it is, on a terminal, and where results do not show it.
 */
void
koma_cli_report_progress (KomaCliReport *self,
                          guint          n_done,
                          guint          n_found,
                          gboolean       is_all_found)
{
  gint64 now = g_get_monotonic_time ();
  double seconds = (now - self->start_us) / (double) G_USEC_PER_SEC;

  if (!self->has_terminal || now - self->progress_us < PROGRESS_INTERVAL_US)
    return;
  g_printerr ("\r\033[K%u/%u%s  %.1f/s", n_done, n_found, is_all_found ? "" : "+",
              n_done / MAX (seconds, 1e-3));
  self->progress_us = now;
}
