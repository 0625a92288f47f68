/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-score-bar.h"

G_BEGIN_DECLS

#define KOMA_SCORE_BAR_HEIGHT 6 /* of the trough, in pixels */

/* The bar is made of koma-score-bar.c (what it shows, and how that is drawn), which calls
 * koma-score-bar-layout.c (where that is). */
struct _KomaScoreBar
{
  GtkWidget parent_instance;

  double   score;
  gboolean is_stacked;
  gboolean is_word;              /* a person's: there is no score */
  int      percent_width;        /* of 100 %, which is the widest */
  guint    percent_width_serial; /* of the context when that was measured */

  /* Owned. */
  GtkWidget   *fill;
  GtkWidget   *mark; /* (nullable) few bars ever have one */
  PangoLayout *label;
  PangoLayout *percent;
};

/* As they are seen, also where one reads from the right. */
typedef struct
{
  GdkRectangle label; /* has no height */
  GdkRectangle trough;
  GdkRectangle percent;
} KomaScoreBarPlaces;

/* koma-score-bar-layout.c */
void               koma_score_bar_set_percent (KomaScoreBar *self, double score);
KomaScoreBarPlaces koma_score_bar_get_places (KomaScoreBar *self);

/* The same: virtual functions of the widget. */
GtkSizeRequestMode koma_score_bar_get_request_mode (GtkWidget *widget);

void koma_score_bar_measure (GtkWidget     *widget,
                             GtkOrientation orientation,
                             int            for_size,
                             int           *minimum,
                             int           *natural,
                             int           *minimum_baseline,
                             int           *natural_baseline);
void koma_score_bar_size_allocate (GtkWidget *widget, int width, int height, int baseline);

G_END_DECLS
