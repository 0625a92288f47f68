/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-chart.h"

#include <glib/gi18n.h>

#define LEFT    48
#define BOTTOM  40
#define TOP     16
#define RIGHT   12
#define SIZE    11
#define N_STEPS 5

typedef struct
{
  const KomaPainter *painter;
  double             width; /* of the area between the axes */
  double             height;
} Chart;

static double
get_x (const Chart *chart,
       double       share)
{
  return LEFT + share * chart->width;
}

static double
get_y (const Chart *chart,
       double       share)
{
  return TOP + (1 - share) * chart->height;
}

static void
draw_axes (const Chart *chart)
{
  const KomaPainter *painter = chart->painter;

  for (guint i = 0; i <= N_STEPS; i++) {
    const double     share = (double) i / N_STEPS;
    g_autofree char *text = g_strdup_printf ("%u%%", i * 100 / N_STEPS);

    painter->line (get_x (chart, 0), get_y (chart, share), get_x (chart, 1), get_y (chart, share),
                   FALSE, painter->user_data);
    painter->text (LEFT - 6, get_y (chart, share), SIZE, KOMA_TEXT_RIGHT, text,
                   painter->user_data);
    painter->text (get_x (chart, share), get_y (chart, 0) + 12, SIZE,
                   i < N_STEPS ? KOMA_TEXT_CENTRE : KOMA_TEXT_RIGHT, text, painter->user_data);
  }
  painter->text (get_x (chart, 0.5), get_y (chart, 0) + 30, SIZE, KOMA_TEXT_CENTRE,
                 _ ("Score of the answer"), painter->user_data);
}

/* The bar is what was right; what the scores promised too much or too little is paler. */
static void
draw_bin (const Chart              *chart,
          guint                     i,
          const KomaReliabilityBin *bin)
{
  const KomaPainter *painter = chart->painter;
  const double       right = (double) bin->n_right / bin->n, score = bin->best_scores / bin->n;
  const double       x = get_x (chart, (double) i / KOMA_N_RELIABILITY_BINS) + 1;
  const double       width = chart->width / KOMA_N_RELIABILITY_BINS - 2;
  g_autofree char   *text = g_strdup_printf ("%u", bin->n);

  painter->rectangle (x, get_y (chart, MIN (right, score)), width,
                      MIN (right, score) * chart->height, KOMA_INK_RIGHT, 0.7, painter->user_data);
  painter->rectangle (x, get_y (chart, MAX (right, score)), width,
                      ABS (score - right) * chart->height,
                      score > right ? KOMA_INK_WRONG : KOMA_INK_RIGHT, 0.35, painter->user_data);
  painter->rectangle (x, get_y (chart, score) - 1, width, 2, KOMA_INK_SCORE, 1,
                      painter->user_data);
  painter->text (x + width / 2, MAX (get_y (chart, MAX (right, score)) - 8, SIZE / 2 + 1), SIZE - 1,
                 KOMA_TEXT_CENTRE, text, painter->user_data);
}

/**
 * koma_diagram_chart_draw:
 * @painter: draws it
 * @width: in pixels, as @height; 200 at least
 *
 * Draws a reliability diagram with the number of pictures over each bar. Thread: any.
 */
void
koma_diagram_chart_draw (const KomaPainter    *painter,
                         const KomaEvaluation *evaluation,
                         double                width,
                         double                height)
{
  const Chart chart = { painter, width - LEFT - RIGHT, height - TOP - BOTTOM };

  draw_axes (&chart);
  for (guint i = 0; i < KOMA_N_RELIABILITY_BINS; i++)
    if (evaluation->bins[i].n > 0)
      draw_bin (&chart, i, &evaluation->bins[i]);
  painter->line (get_x (&chart, 0), get_y (&chart, 0), get_x (&chart, 1), get_y (&chart, 1), TRUE,
                 painter->user_data);
}
