/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-evaluated-export.h"

#include "koma-svg.h"
#include "worker/koma-csv.h"

static gboolean
is_svg (const char *path)
{
  return g_str_has_suffix (path, ".svg");
}

/**
 * koma_evaluated_can_export:
 *
 * Returns: whether @part can be written in the form that @path ends in. Thread: any.
 */
gboolean
koma_evaluated_can_export (KomaEvaluatedPart part,
                           const char       *path)
{
  return g_str_has_suffix (path, ".csv") || (is_svg (path) && part != KOMA_EXPORT_SCORES);
}

static void
append_score (GString *csv,
              double   value)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  g_string_append_c (csv, ',');
  g_string_append (csv, g_ascii_formatd (text, sizeof text, "%.9g", value));
}

/* "truth" and the label of each class. */
static void
append_head (GString             *csv,
             const char          *first,
             const KomaEvaluated *evaluated)
{
  g_string_append (csv, first);
  for (guint c = 0; c < evaluated->n_classes; c++) {
    g_string_append_c (csv, ',');
    koma_csv_append (csv, koma_labels_get (evaluated->labels, c));
  }
  g_string_append (csv, "\r\n");
}

static void
write_matrix (const KomaEvaluated *evaluated,
              GString             *csv)
{
  const guint *count = evaluated->evaluation->confusion;

  append_head (csv, "truth", evaluated);
  for (guint truth = 0; truth < evaluated->n_classes; truth++) {
    koma_csv_append (csv, koma_labels_get (evaluated->labels, truth));
    for (guint answer = 0; answer < evaluated->n_classes; answer++)
      g_string_append_printf (csv, ",%u", *count++);
    g_string_append (csv, "\r\n");
  }
}

static void
write_diagram (const KomaEvaluated *evaluated,
               GString             *csv)
{
  g_string_append (csv, "from,to,pictures,right,mean_score\r\n");
  for (guint i = 0; i < KOMA_N_RELIABILITY_BINS; i++) {
    const KomaReliabilityBin *bin = &evaluated->evaluation->bins[i];

    g_string_append_printf (csv, "0.%u,%u.%u,%u,%u", i, (i + 1) / KOMA_N_RELIABILITY_BINS,
                            (i + 1) % KOMA_N_RELIABILITY_BINS, bin->n, bin->n_right);
    if (bin->n > 0)
      append_score (csv, bin->best_scores / bin->n);
    else
      g_string_append_c (csv, ',');
    g_string_append (csv, "\r\n");
  }
}

static void
write_scores (const KomaEvaluated *evaluated,
              GString             *csv)
{
  const float *score = evaluated->scores;

  append_head (csv, "file,truth", evaluated);
  for (guint i = 0; i < evaluated->n; i++) {
    koma_csv_append (csv, koma_evaluated_get_path (evaluated, i));
    g_string_append_c (csv, ',');
    koma_csv_append (csv, koma_labels_get (evaluated->labels, evaluated->classes[i]));
    for (guint c = 0; c < evaluated->n_classes; c++)
      append_score (csv, *score++);
    g_string_append (csv, "\r\n");
  }
}

static char *
make_csv (const KomaEvaluated *evaluated,
          KomaEvaluatedPart    part)
{
  g_autoptr (GString) csv = g_string_new (NULL);

  if (part == KOMA_EXPORT_MATRIX)
    write_matrix (evaluated, csv);
  else if (part == KOMA_EXPORT_DIAGRAM)
    write_diagram (evaluated, csv);
  else
    write_scores (evaluated, csv);
  return g_string_free (g_steal_pointer (&csv), FALSE);
}

/**
 * koma_evaluated_export:
 * @path: replaced if it is there; koma_evaluated_can_export() says whether its end is right
 *
 * Errors: #GFileError. Thread: any but the window's.
 */
gboolean
koma_evaluated_export (const KomaEvaluated *evaluated,
                       KomaEvaluatedPart    part,
                       const char          *path,
                       GError             **error)
{
  g_autofree char *text = NULL;

  if (!is_svg (path))
    text = make_csv (evaluated, part);
  else if (part == KOMA_EXPORT_MATRIX)
    text = koma_svg_paint_matrix (evaluated);
  else
    text = koma_svg_paint_diagram (evaluated);
  return g_file_set_contents (path, text, -1, error);
}
