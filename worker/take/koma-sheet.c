/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-sheet-private.h"

/**
 * koma_sheet_new:
 * @options: (transfer none): copied, with a reference to the model
 *
 * Thread: any.
 *
 * Returns: (transfer full): a table without rows
 */
KomaSheet *
koma_sheet_new (const KomaSheetOptions *options)
{
  KomaSheet *self = g_new0 (KomaSheet, 1);

  self->options = *options;
  self->title = g_strdup (options->title);
  if (options->info != NULL)
    koma_model_info_ref (options->info);
  self->infos = g_ptr_array_new_with_free_func ((GDestroyNotify) koma_model_info_unref);
  return self;
}

void
koma_sheet_free (KomaSheet *self)
{
  g_free (self->title);
  g_clear_pointer (&self->options.info, koma_model_info_unref);
  g_ptr_array_unref (self->infos);
  g_free (self);
}

/**
 * koma_sheet_append_head:
 *
 * Appends what stands before the first row.
 */
void
koma_sheet_append_head (KomaSheet *self,
                        GString   *text)
{
  if (self->options.kind == KOMA_SHEET_CSV)
    koma_sheet_csv_append_head (self, text);
  else if (self->options.kind == KOMA_SHEET_HTML)
    koma_sheet_html_append_head (self, text);
}

/**
 * koma_sheet_append_row:
 * @row: a picture with its answer, or with what went wrong
 *
 * Appends the next row. What was appended so far and the tail are a whole file at any time.
 */
void
koma_sheet_append_row (KomaSheet           *self,
                       GString             *text,
                       const KomaExportRow *row)
{
  switch (self->options.kind) {
  case KOMA_SHEET_CSV:
    koma_sheet_csv_append_row (self, text, row);
    break;
  case KOMA_SHEET_JSONL:
    koma_sheet_json_append_row (self, text, row);
    g_string_append_c (text, '\n');
    break;
  case KOMA_SHEET_JSON:
    g_string_append (text, self->n_rows == 0 ? "[\n" : ",\n");
    koma_sheet_json_append_row (self, text, row);
    break;
  case KOMA_SHEET_HTML:
    koma_sheet_html_append_row (self, text, row);
    break;
  default:
    g_assert_not_reached ();
  }
  self->n_rows++;
}

/**
 * koma_sheet_append_tail:
 *
 * Appends what stands behind the last row.
 */
void
koma_sheet_append_tail (KomaSheet *self,
                        GString   *text)
{
  if (self->options.kind == KOMA_SHEET_JSON)
    g_string_append (text, self->n_rows == 0 ? "[]\n" : "\n]\n");
  else if (self->options.kind == KOMA_SHEET_HTML)
    koma_sheet_html_append_tail (self, text);
}

const char *
koma_sheet_kind_get_suffix (KomaSheetKind kind)
{
  static const char *const suffixes[KOMA_N_SHEETS] = { "csv", "jsonl", "json", "html" };

  g_return_val_if_fail (kind < KOMA_N_SHEETS, NULL);

  return suffixes[kind];
}
