/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-picture-page.h"
#include "koma-picture-view.h"
#include "koma-score-list.h"
#include "koma-time-line.h"
#include "koma-why-panel.h"
#include "worker/explain/koma-worker-explain.h"

G_BEGIN_DECLS

/* The page is made of koma-picture-page-answer.c (headline, scores, the model's input, times),
 * koma-picture-page-why.c (the heat map), koma-picture-page-agreement.c (the backends),
 * koma-picture-page-ahead.c (the next picture), koma-picture-page-board.c (a board in it),
 * koma-picture-page-save.c, koma-picture-page-zoom.c (how large it is) and koma-picture-page.c (the
 * picture, previous and next). The last one calls the others, which call none of them. */
struct _KomaPicturePage
{
  AdwBin parent_instance;

  /* Template children (borrowed). */
  KomaReviewBar   *review_bar;
  GtkBox          *box;
  GtkWidget       *heading; /* the three below */
  GtkImage        *mark;
  GtkLabel        *headline;
  GtkLabel        *said, *rating;
  KomaPictureView *view;
  GtkLabel        *name;   /* of the class, while there is another … */
  GtkWidget       *beside; /* … with these */
  GtkLabel        *other_name;
  KomaPictureView *other_view;
  GtkWidget       *spinner;
  GtkLabel        *zoom_label;
  GtkWidget       *side;
  GtkWidget       *why_box; /* the three below */
  GtkToggleButton *why_button;
  GtkRevealer     *why_details;
  KomaWhyPanel    *why;
  GtkWidget       *board_button;
  KomaScoreList   *scores;
  GtkLabel        *scores_note;
  GtkWidget       *technical; /* the rest is in it */
  KomaTimeLine    *time_line;
  GtkPicture      *seen;
  GtkWidget       *agreement_button;
  GtkLabel        *agreement;

  /* Owned. */
  KomaWorker       *worker;
  KomaModelControl *control;
  KomaPreferences  *preferences;
  GListModel       *shown;       /* (nullable) while no picture is shown */
  KomaResultItem   *item;        /* (nullable) likewise */
  gulong            changed;     /* handler of that */
  guint             position;    /* of it in @shown, unless that has changed since */
  GCancellable     *cancellable; /* (nullable) of the work for this picture */

  /* The next picture, while pictures are reviewed (owned; nullable). */
  gboolean        is_reviewed;
  KomaResultItem *ahead_item;
  KomaPicture    *ahead; /* once it is decoded */
  GCancellable   *ahead_cancellable;

  /* The picture in which a board will be looked for (owned; nullable). */
  KomaPicture *board_picture;
  guint        board_source;

  /* The heat map (owned). */
  GCancellable      *why_cancellable; /* (nullable) */
  KomaExplanation   *explanation;     /* (nullable) so far */
  KomaExplanationMap map;             /* of the class that is chosen; no values: there is none */
};

/* Pixels of the longer side of the picture that is decoded: more than most screens have. */
#define KOMA_PICTURE_PAGE_SIDE 4096

/* What is asked of the worker for a picture; others may be shown when the answer comes. */
typedef struct
{
  KomaPicturePage *self;
  KomaResultItem  *item;
} KomaPictureWish;

KomaPictureWish *koma_picture_wish_new (KomaPicturePage *self);
gboolean         koma_picture_wish_is_current (const KomaPictureWish *wish);
void             koma_picture_wish_free (KomaPictureWish *wish);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaPictureWish, koma_picture_wish_free)

void koma_picture_page_ask (KomaPicturePage *self);           /* -answer.c */
void koma_picture_page_forget_answer (KomaPicturePage *self); /* -answer.c */
void koma_picture_page_show_said (KomaPicturePage *self);     /* -answer.c: by a person */
void koma_picture_page_explain (KomaPicturePage *self);       /* -why.c: if it is wanted */
void koma_picture_page_update_map (KomaPicturePage *self);    /* -why.c: another class */
void koma_picture_page_update_cover (KomaPicturePage *self);  /* -why.c: another look */
void koma_picture_page_update_strength (KomaPicturePage *self);
void koma_picture_page_update_beside (KomaPicturePage *self); /* -why.c: of two classes */
void koma_picture_page_stop_explaining (KomaPicturePage *self);
void koma_picture_page_compare (KomaPicturePage *self); /* -agreement.c */
void koma_picture_page_forget_agreement (KomaPicturePage *self);
void koma_picture_page_save (KomaPicturePage *self);          /* -save.c */
void koma_picture_page_look_ahead (KomaPicturePage *self);    /* -ahead.c */
void koma_picture_page_forget_ahead (KomaPicturePage *self);  /* -ahead.c */
void koma_picture_page_look_for_board (KomaPicturePage *self, /* -board.c: and offer to read it */
                                       KomaPicture     *picture);
void koma_picture_page_forget_board (KomaPicturePage *self); /* -board.c */
void koma_picture_page_drop_board (KomaPicturePage *self);   /* -board.c */
/* -zoom.c: its actions, and what they come to */
void koma_picture_page_install_zoom (GtkWidgetClass *widget_class);
void koma_picture_page_show_zoom (KomaPicturePage *self);

KomaPicture *koma_picture_page_take_ahead (KomaPicturePage *self); /* -ahead.c */

gboolean koma_picture_page_query_why (KomaPicturePage *self, /* -why.c: of "query-tooltip" */
                                      int              x,
                                      int              y,
                                      gboolean         is_by_keyboard,
                                      GtkTooltip      *tooltip);

G_END_DECLS
