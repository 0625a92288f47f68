/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-chart.h"

#include <glib/gi18n.h>

#define NAMES     140 /* pixels */
#define SIZE      11
#define CELL      24
#define SMALL     3  /* cells of classes that are too many for names and numbers */
#define MAX_NAMED 80 /* classes */
#define MAX_CHARS 20

typedef struct
{
  const KomaPainter   *painter;
  const KomaEvaluated *evaluated;
  GArray              *classes; /* guint: those that are drawn */
  gboolean             is_named;
  double               cell;
  double               left;
} Chart;

/* A class counts that has pictures, or that was answered. */
static GArray *
list_classes (const KomaEvaluation *evaluation)
{
  GArray            *classes = g_array_new (FALSE, FALSE, sizeof (guint));
  const guint        n = evaluation->n_classes;
  g_autofree guint8 *is_used = g_new0 (guint8, n);

  for (gsize i = 0; i < (gsize) n * n; i++)
    if (evaluation->confusion[i] > 0)
      is_used[i / n] = is_used[i % n] = 1;
  for (guint c = 0; c < n; c++)
    if (is_used[c])
      g_array_append_val (classes, c);
  return classes;
}

static char *
shorten (const char *name)
{
  g_autofree char *start = NULL;

  if (g_utf8_strlen (name, -1) <= MAX_CHARS)
    return g_strdup (name);
  start = g_utf8_substring (name, 0, MAX_CHARS - 1);
  return g_strconcat (start, "…", NULL);
}

static void
draw_name (const Chart *chart,
           guint        i)
{
  const KomaPainter *painter = chart->painter;
  const double       at = chart->left + (i + 0.5) * chart->cell;
  g_autofree char   *name = shorten (
      koma_labels_get_name (chart->evaluated->labels, g_array_index (chart->classes, guint, i)));

  painter->text (chart->left - 6, at, SIZE, KOMA_TEXT_RIGHT, name, painter->user_data);
  painter->text (at, chart->left - 6, SIZE, KOMA_TEXT_UP, name, painter->user_data);
}

static void
draw_cell (const Chart *chart,
           guint        row,
           guint        column,
           guint        n,
           guint        n_row)
{
  const KomaPainter *painter = chart->painter;
  const double       x = chart->left + column * chart->cell, y = chart->left + row * chart->cell;
  const double       gap = chart->is_named ? 1 : 0;
  g_autofree char   *text = g_strdup_printf ("%u", n);

  painter->rectangle (x, y, chart->cell - gap, chart->cell - gap,
                      row == column ? KOMA_INK_RIGHT : KOMA_INK_WRONG, 0.2 + 0.6 * n / n_row,
                      painter->user_data);
  if (chart->is_named)
    painter->text (x + chart->cell / 2, y + chart->cell / 2, SIZE - 1, KOMA_TEXT_CENTRE, text,
                   painter->user_data);
}

static void
draw_row (const Chart *chart,
          guint        row)
{
  const KomaEvaluation *evaluation = chart->evaluated->evaluation;
  const guint           truth = g_array_index (chart->classes, guint, row);
  const guint           n_row = koma_evaluation_count_class (evaluation, truth);

  for (guint column = 0; column < chart->classes->len; column++) {
    const guint answer = g_array_index (chart->classes, guint, column);
    const guint n = evaluation->confusion[(gsize) truth * evaluation->n_classes + answer];

    if (n > 0)
      draw_cell (chart, row, column, n, n_row);
  }
}

/**
 * koma_matrix_chart_draw:
 * @painter: draws it
 * @ret_width: (out): the pixels that it takes, as @ret_height
 *
 * Draws a row for each class, from top to bottom, and a column for each answer. Above 80 classes
 * names and numbers are left out. Thread: any.
 */
void
koma_matrix_chart_draw (const KomaPainter   *painter,
                        const KomaEvaluated *evaluated,
                        double              *ret_width,
                        double              *ret_height)
{
  g_autoptr (GArray) classes = list_classes (evaluated->evaluation);
  const gboolean is_named = classes->len <= MAX_NAMED;
  const Chart    chart = { painter, evaluated, classes, is_named, is_named ? CELL : SMALL,
                        is_named ? NAMES : 20 };
  const double   side = chart.left + classes->len * chart.cell;

  painter->text (chart.left, 10, SIZE, KOMA_TEXT_LEFT, _ ("Columns: answers. Rows: classes."),
                 painter->user_data);
  painter->line (chart.left, chart.left, side, chart.left, FALSE, painter->user_data);
  painter->line (chart.left, chart.left, chart.left, side, FALSE, painter->user_data);
  for (guint i = 0; i < classes->len; i++) {
    if (is_named)
      draw_name (&chart, i);
    draw_row (&chart, i);
  }
  *ret_width = MAX (side, chart.left + 220) + 4;
  *ret_height = side + 4;
}
