/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-result-row.h"
#include "koma-score-bar.h"
#include "koma-thumbnail-view.h"

G_BEGIN_DECLS

/* The row is made of koma-result-row.c (its parts, and what they show), which calls
 * koma-result-row-layout.c (their places) and koma-result-row-words.c (what it says). */
struct _KomaResultRow
{
  GtkWidget parent_instance;

  /* Children (borrowed). */
  KomaThumbnailView *thumbnail;
  GtkLabel          *name;
  KomaScoreBar      *bar[KOMA_MAX_RESULTS]; /* [n_bars] */
  guint              n_bars;
  GtkLabel          *header; /* (nullable) as the others below, until it is needed */
  GtkLabel          *status; /* instead of the bars */
  GtkLabel          *model;  /* behind the name */

  gboolean is_tile;

  /* Owned. */
  char            *group; /* (nullable) that begins here, for screen readers */
  KomaPreferences *preferences;
  KomaResultItem  *item;
  gulong           state_handler;
  gulong           names_handler;
};

/* koma-result-row-layout.c: virtual functions of the widget */
GtkSizeRequestMode koma_result_row_get_request_mode (GtkWidget *widget);

void koma_result_row_measure (GtkWidget     *widget,
                              GtkOrientation orientation,
                              int            for_size,
                              int           *minimum,
                              int           *natural,
                              int           *minimum_baseline,
                              int           *natural_baseline);
void koma_result_row_size_allocate (GtkWidget *widget, int width, int height, int baseline);

/* koma-result-row-words.c, of a row with an item: a person's word, where there is an answer, which
 * it goes before; what stands in place of the bars; the model that answered; the details, for the
 * tooltip; the whole row, for screen readers; the name. */
KomaCorrection *koma_result_row_get_correction (KomaResultRow *self); /* (nullable) */
gboolean        koma_result_row_is_not_sure (KomaResultRow *self);
const char     *koma_result_row_get_status (KomaResultRow *self);     /* (nullable) */
char           *koma_result_row_describe_model (KomaResultRow *self); /* (nullable) */
char           *koma_result_row_describe_details (KomaResultRow *self);
char           *koma_result_row_describe (KomaResultRow *self);
char           *koma_result_row_describe_name (KomaResultRow *self);

G_END_DECLS
