/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-board-diagram.h"
#include "koma-board-hands.h"
#include "koma-board-page.h"
#include "koma-board-view.h"
#include "koma-halves.h"

G_BEGIN_DECLS

/* The page is made of koma-board-page-read.c (what is read, and how it is shown) and
 * koma-board-page.c (its widgets and what the user does), which calls the former. */

/* All that the user can change, and take back. */
typedef struct
{
  KomaPosition position;
  KomaPoint    corners[4];
  gboolean     is_doubtful[KOMA_POSITION_SQUARES];
  gboolean     has_corners;  /* of a board that was found, or as the user put them */
  gboolean     has_position; /* else only the corners mean something */
} KomaBoardState;

struct _KomaBoardPage
{
  AdwBin parent_instance;

  /* Borrowed. */
  KomaHalves       *halves; /* the picture and the position */
  KomaBoardView    *view;
  KomaBoardDiagram *diagram;
  KomaBoardHands   *hands;
  GtkWidget        *turn;
  GtkWidget        *result; /* what needs a position */
  GtkStack         *second; /* that, or nothing yet */
  GtkWidget        *offer;  /* of the model that knows the pieces */

  KomaWorker   *worker;      /* (nullable) */
  KomaRequest  *request;     /* (nullable) the picture */
  GCancellable *cancellable; /* (nullable) of what is being read */
  GCancellable *loading;     /* (nullable) of the picture that is shown */

  KomaBoardState now;
  GArray        *before; /* of KomaBoardState */
  gboolean       is_showing;
  gboolean       knows_pieces; /* the model in use */
  gboolean       is_waiting;   /* for the model that does */
  gboolean       has_offer;
};

/* koma-board-page-read.c */
void koma_board_page_show_state (KomaBoardPage *self);
void koma_board_page_remember (KomaBoardPage *self); /* before the user changes something */
void koma_board_page_read (KomaBoardPage *self);     /* where there are corners, within them */
void koma_board_page_stop_reading (KomaBoardPage *self);
void koma_board_page_show_none (KomaBoardPage *self, const char *text);
void koma_board_page_moved (KomaBoardPage *self);

G_END_DECLS
