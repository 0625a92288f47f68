/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Wide, one line a picture, so that it opens as a table. New columns come at the end. */
#include "koma-sheet-private.h"

#include "koma-said.h"
#include "worker/koma-csv.h"

/* "model" and "backend" are among the first columns. */
static const char *const of_provenance[] = { "model_hash", "recipe", "device", "precision",
                                             "koma_version" };

void
koma_sheet_csv_append_head (KomaSheet *self,
                            GString   *text)
{
  g_string_append (text, "path,model,backend,sure");
  for (guint i = 1; i <= self->options.top_k; i++)
    g_string_append_printf (text, ",index%u,label%u,score%u,name%u", i, i, i, i);
  g_string_append (text, ",error,uri");
  for (guint i = 0; i < G_N_ELEMENTS (of_provenance); i++)
    g_string_append_printf (text, ",%s", of_provenance[i]);
  if (self->options.has_sha256)
    g_string_append (text, ",sha256");
  if (self->options.has_corrections)
    g_string_append (text, ",corrected_label,corrected_by,corrected_at");
  if (self->options.has_taken)
    g_string_append (text, ",taken_at,camera");
  if (self->options.has_ratings)
    g_string_append (text, ",rating,rated_by,rated_at");
  g_string_append (text, "\r\n");
}

static void
append_cell (GString    *text,
             const char *value) /* (nullable) */
{
  g_string_append_c (text, ',');
  koma_csv_append (text, value != NULL ? value : "");
}

static void
append_class (GString          *text,
              const KomaResult *result,
              guint             rank)
{
  const KomaResultClass class = koma_result_get_class (result, rank);
  char score[G_ASCII_DTOSTR_BUF_SIZE];

  g_string_append_printf (text, ",%u", class.index);
  append_cell (text, class.label);
  g_string_append_printf (text, ",%s", g_ascii_formatd (score, sizeof score, "%.6f", class.score));
  append_cell (text, class.name);
}

static gboolean
is_wanted (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (of_provenance); i++)
    if (g_str_equal (of_provenance[i], name))
      return TRUE;
  return FALSE;
}

static void
append_provenance (KomaSheet           *self,
                   GString             *text,
                   const KomaExportRow *row)
{
  KomaProvenance from = { 0 };
  const gboolean is_known = koma_sheet_get_provenance (self, row, &from);

  for (guint i = 0; i < KOMA_N_PROVENANCE; i++) {
    const char *name = NULL, *value = NULL;

    koma_provenance_get_pair (&from, i, &name, &value);
    if (is_wanted (name))
      append_cell (text, is_known ? value : "");
  }
}

static void
append_correction (GString              *text,
                   const KomaCorrection *correction) /* (nullable) */
{
  g_autofree char *time = correction != NULL ? koma_said_dup_time (correction->corrected_us) : NULL;

  append_cell (text, correction != NULL ? correction->label : "");
  append_cell (text, correction != NULL ? correction->author : "");
  append_cell (text, time);
}

static void
append_taken (GString             *text,
              const KomaExportRow *row)
{
  g_autofree char *time = koma_sheet_dup_taken_at (row);
  g_autofree char *camera = koma_sheet_dup_camera (row);

  append_cell (text, time);
  append_cell (text, camera);
}

static void
append_rating (GString          *text,
               const KomaRating *rating) /* (nullable) */
{
  g_autofree char *time = NULL;

  if (rating == NULL) {
    g_string_append (text, ",,,");
    return;
  }
  time = koma_said_dup_time (rating->rated_us);
  g_string_append_printf (text, ",%d", rating->stars);
  append_cell (text, rating->author);
  append_cell (text, time);
}

void
koma_sheet_csv_append_row (KomaSheet           *self,
                           GString             *text,
                           const KomaExportRow *row)
{
  KomaResult    *result = row->result;
  const guint    n_classes = result != NULL ? result->n_classes : 0;
  KomaProvenance from = { 0 };

  koma_sheet_get_provenance (self, row, &from);
  koma_csv_append (text, row->path);
  append_cell (text, from.model);
  append_cell (text, result != NULL ? from.backend : "");
  append_cell (text, result == NULL                      ? ""
                     : koma_sheet_is_sure (self, result) ? "true"
                                                         : "false");
  for (guint i = 0; i < self->options.top_k; i++) {
    if (i < n_classes)
      append_class (text, result, i);
    else
      g_string_append (text, ",,,,");
  }
  append_cell (text, row->error != NULL ? row->error->message : "");
  append_cell (text, row->uri);
  append_provenance (self, text, row);
  if (self->options.has_sha256)
    append_cell (text, row->sha256);
  if (self->options.has_corrections)
    append_correction (text, row->correction);
  if (self->options.has_taken)
    append_taken (text, row);
  if (self->options.has_ratings)
    append_rating (text, row->rating);
  g_string_append (text, "\r\n");
}
