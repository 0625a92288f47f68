/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-evaluated.h"

G_BEGIN_DECLS

/* What something in a chart is; a painter chooses the colours. */
typedef enum {
  KOMA_INK_TEXT,
  KOMA_INK_LINE,
  KOMA_INK_RIGHT,
  KOMA_INK_WRONG,
  KOMA_INK_SCORE,
} KomaInk;

typedef enum {
  KOMA_TEXT_LEFT,   /* begins at the point */
  KOMA_TEXT_CENTRE, /* around the point */
  KOMA_TEXT_RIGHT,  /* ends at the point */
  KOMA_TEXT_UP,     /* begins at the point, turned to go up */
} KomaTextPlace;

/* Charts are drawn by one of two painters: that of SVG files (koma-svg.h), and the window's.
 * Numbers are pixels from the top left; of a text, the point is in the middle of its height. */
typedef struct
{
  void (*rectangle) (double   x,
                     double   y,
                     double   width,
                     double   height,
                     KomaInk  ink,
                     double   alpha,
                     gpointer user_data);
  void (*line) (double   x1,
                double   y1,
                double   x2,
                double   y2,
                gboolean is_dashed,
                gpointer user_data);
  void (*text) (double        x,
                double        y,
                double        size,
                KomaTextPlace place,
                const char   *text,
                gpointer      user_data);
  gpointer user_data;
} KomaPainter;

/* How often answers are right, by their score: bars on a line would be the truth. */
void koma_diagram_chart_draw (const KomaPainter    *painter,
                              const KomaEvaluation *evaluation,
                              double                width,
                              double                height);
/* What was taken for what. Classes without pictures that are never answered are left out. */
void koma_matrix_chart_draw (const KomaPainter   *painter,
                             const KomaEvaluated *evaluated,
                             double              *ret_width,
                             double              *ret_height);

G_END_DECLS
