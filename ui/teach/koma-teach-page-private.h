/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-class-card.h"
#include "koma-recorder.h"
#include "koma-teach-page.h"
#include "koma-try-pane.h"
#include "ui/window/koma-notice.h"
#include "ui/window/koma-transfer.h"
#include "worker/teach/project/koma-teach-add.h"
#include "worker/teach/learn/koma-teach-learn.h"

G_BEGIN_DECLS

/* The page is made of koma-teach-page-update.c (what is shown), koma-teach-page-add.c (pictures
 * that come), koma-teach-page-record.c (the camera), koma-teach-page-base.c (the model it learns
 * with), koma-teach-page-save.c, koma-teach-page-actions.c (the user), koma-teach-page-projects.c
 * (which project) and koma-teach-page.c (the object). Each may call those before it. */
struct _KomaTeachPage
{
  AdwBin parent_instance;

  /* Template children (borrowed). */
  KomaNotice        *notice;
  GtkBox            *split;
  GtkStack          *pages;
  AdwStatusPage     *empty_page;
  AdwStatusPage     *failed_page;
  GtkWidget         *others; /* projects, of the empty page */
  GtkFlowBox        *cards;
  GtkScrolledWindow *cards_area;
  GtkScrolledWindow *pane_area;
  KomaTryPane       *pane;
  GtkBox            *bar;
  GtkLabel          *status;
  GtkProgressBar    *progress;

  /* Owned; NULL before koma_teach_page_connect () and after disposal. */
  KomaLibrary        *library;
  KomaModelControl   *control;
  KomaCameraOptions  *options;
  char               *folder;  /* (nullable) of the project, or of that to open */
  KomaTeachProject   *project; /* (nullable) until the page is first shown */
  GtkSliceListModel  *shown;   /* (nullable) those of its classes that have cards by now */
  GSimpleActionGroup *actions;
  char               *said; /* (nullable) of the situation, to screen readers */

  /* The camera. */
  KomaRecorder    recorder;
  KomaTeachClass *recorded;   /* (nullable) owned: the class of the button held last */
  guint           n_recorded; /* since it was pressed */
  guint           n_keeping;  /* frames that are being kept */

  GtkWindow *pictures_window;   /* (nullable) weak */
  GtkWindow *evaluation_window; /* (nullable) weak */
  GtkWindow *projects_window;   /* (nullable) weak */
  GtkWindow *fine_tune_window;  /* (nullable) weak */
  GtkWindow *settings_window;   /* (nullable) weak */
  gboolean   is_saving;
  gboolean   was_offered;     /* that model: the user may have closed the notice */
  gboolean   wants_suggested; /* the model that is being downloaded is to be used */
  guint      named_class;     /* its card takes the focus when it is there; 0: none */
  guint      update_source;
  guint      more_tick; /* while cards are added; 0: all are there */
};

/* koma-teach-page-update.c */
void            koma_teach_page_update (KomaTeachPage *self);
void            koma_teach_page_queue_update (KomaTeachPage *self);
KomaTeachClass *koma_teach_page_find_class (KomaTeachPage *self, guint id); /* full, nullable */
/* @button, @action: (nullable) */
void koma_teach_page_say (KomaTeachPage *self,
                          const char    *text,
                          const char    *button,
                          const char    *action);
void koma_teach_page_offer_undo (KomaTeachPage *self, const char *text); /* nullable: of the step */

/* koma-teach-page-add.c */
void koma_teach_page_add_files (KomaTeachPage *self, KomaTeachClass *klass, GPtrArray *files);
void koma_teach_page_add_request (KomaTeachPage  *self,
                                  KomaTeachClass *klass,
                                  KomaRequest    *request,
                                  const char     *name);
void koma_teach_page_take (KomaTeachPage  *self,
                           KomaTeachClass *klass, /* nullable */
                           KomaTransfer   *transfer);
void koma_teach_page_try (KomaTeachPage *self, KomaTransfer *transfer);
void koma_teach_page_paste_into (KomaTeachPage *self, KomaTeachClass *klass);

/* koma-teach-page-record.c */
void koma_teach_page_connect_card (KomaTeachPage *self, KomaClassCard *card);
void koma_teach_page_take_frame (KomaTeachPage *self, KomaCameraFrame *frame);

/* koma-teach-page-base.c */
void koma_teach_page_update_base (KomaTeachPage *self);
void koma_teach_page_add_base_actions (KomaTeachPage *self);

/* koma-teach-page-save.c */
void koma_teach_page_add_save_actions (KomaTeachPage *self);

/* koma-teach-page-actions.c */
void koma_teach_page_add_actions (KomaTeachPage *self);

/* koma-teach-page-projects.c */
void koma_teach_page_add_project_actions (KomaTeachPage *self);

G_END_DECLS
