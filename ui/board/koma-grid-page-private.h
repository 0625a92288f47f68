/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-board-view.h"
#include "koma-grid-answers.h"
#include "koma-grid-cells.h"
#include "koma-grid-page.h"
#include "koma-halves.h"
#include "ui/results/koma-result-feed.h"

G_BEGIN_DECLS

/* The page is made of koma-grid-page-cut.c (how the picture is cut, and what becomes of the cells)
 * and koma-grid-page.c (its widgets and the picture), which calls the former. */

/* All that the user can change, and take back. */
typedef struct
{
  guint     n_rows;
  guint     n_columns;
  gboolean  is_whole; /* the corners are those of the picture */
  KomaPoint corners[4];
} KomaGridState;

struct _KomaGridPage
{
  AdwBin parent_instance;

  /* Borrowed. */
  KomaHalves      *halves; /* the picture and the answers */
  KomaBoardView   *view;
  KomaGridCells   *cells;
  KomaGridAnswers *answers;
  GtkWidget       *stop;
  GtkWidget       *rows;
  GtkWidget       *columns;
  GtkWidget       *whole;
  GtkWidget       *buttons; /* of what is done with answers */

  /* Owned; NULL before the first picture. */
  KomaWorker      *worker;
  KomaPreferences *preferences;
  KomaRequest     *request; /* the picture */
  char            *name;
  KomaGridPicture *grid;    /* (nullable) as it is cut now … */
  KomaResultFeed  *feed;    /* (nullable) … and what classifies its cells */
  GCancellable    *loading; /* (nullable) of the picture that is shown */

  KomaGridState now;
  GArray       *before; /* of KomaGridState */
  guint         cut_source;
  gboolean      is_showing;
  gboolean      has_choice; /* of rows and columns, by the user */
  double        width;      /* of the picture; 0: not known yet */
  double        height;
};

void koma_grid_page_cut (KomaGridPage *self);
void koma_grid_page_drop_feed (KomaGridPage *self);
void koma_grid_page_show_state (KomaGridPage *self);
void koma_grid_page_set_status (KomaGridPage *self, const char *text);

/* Of widgets: the user has changed something. */
void koma_grid_page_side_changed (KomaGridPage *self);
void koma_grid_page_moved (KomaGridPage *self);
void koma_grid_page_take_whole (KomaGridPage *self);

G_END_DECLS
