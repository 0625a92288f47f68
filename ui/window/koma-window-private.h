/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-activity-bar.h"
#include "koma-long-work.h"
#include "koma-notice.h"
#include "koma-range-notice.h"
#include "koma-picture-input.h"
#include "koma-speaker.h"
#include "koma-suggestion.h"
#include "koma-toast.h"
#include "koma-window-install.h"
#include "koma-window.h"
#include "ui/board/koma-board-page.h"
#include "ui/board/koma-grid-page.h"
#include "ui/camera/koma-camera-page.h"
#include "ui/collection/koma-collection-control.h"
#include "ui/models/koma-library.h"
#include "ui/models/koma-model-offers.h"
#include "ui/models/koma-model-button.h"
#include "ui/models/koma-model-control.h"
#include "ui/models/koma-model-page.h"
#include "ui/picture/koma-picture-page.h"
#include "ui/preferences/koma-backend-control.h"
#include "ui/results/koma-bursts.h"
#include "ui/results/koma-result-feed.h"
#include "ui/results/koma-results-view.h"
#include "ui/teach/koma-teach-page.h"
#include "ui/words/koma-words-bar.h"

G_BEGIN_DECLS

/* What the window is about now. The list has other pages while it is empty. */
typedef enum {
  KOMA_VIEW_LIST,
  KOMA_VIEW_CAMERA,
  KOMA_VIEW_TEACH,
  KOMA_VIEW_PICTURE, /* one of the list, large */
  KOMA_VIEW_BOARD,
  KOMA_VIEW_GRID,
} KomaWindowView;

/* The window is made of koma-window.c and of the files below, in an order in which each may call
 * those before it. All other files of this folder know nothing of the window. */
struct _KomaWindow
{
  AdwApplicationWindow parent_instance;

  /* Template children (borrowed). */
  GtkStack        *pages;
  GtkWidget       *back_button, *open_button, *camera_button;
  AdwHeaderBar    *header;
  KomaModelButton *model_button;
  AdwBin          *model_bar;
  GtkWidget       *teach_title;
  AdwWindowTitle  *picture_title;
  KomaNotice      *safe_notice, *notice, *gone_notice;
  KomaSuggestion  *suggestion; /* of another model, for these pictures */
  KomaRangeNotice *range_notice;
  KomaWordsBar    *words_bar;
  KomaModelPage   *model_page;
  AdwStatusPage   *empty_page;
  KomaModelOffers *offers;
  KomaResultsView *results;
  KomaActivityBar *activity;
  KomaToast       *toast;
  GtkRevealer     *drop_overlay;

  /* (nullable) Borrowed; made when first needed. */
  KomaCameraPage  *camera_page;
  KomaTeachPage   *teach_page;
  KomaPicturePage *picture_page;
  KomaBoardPage   *board_page;
  KomaGridPage    *grid_page;

  /* Owned; NULL once the window is closed. */
  KomaWorker            *worker;
  KomaPreferences       *preferences;
  KomaModelControl      *control;
  KomaLibrary           *library;
  KomaBackendControl    *backends;
  KomaResultFeed        *feed;
  KomaPictureInput      *input;
  KomaCollectionControl *collection;
  KomaCameraOptions     *camera_options;
  KomaLongWork          *long_work;
  KomaSpeaker           *speaker;
  GMenu                 *corrections;       /* classes that a picture of the list may show */
  char                  *described_classes; /* (nullable) those in that menu */
  char                  *project;           /* (nullable) folder, for the page of classes */

  /* (nullable) Weak. */
  GtkWindow *preferences_window, *diagnostics_window;
  GtkWindow *library_window, *recipe_window, *evaluate_window, *compare_window;

  KomaWindowView view;

  /* The review of doubtful answers. */
  GListModel         *review;     /* (nullable) owned: what is reviewed now */
  guint               n_reviewed; /* of these, the first ones */
  gboolean            is_undoing_review;
  GCancellable       *to_review;   /* (nullable) owned: of one that is about to begin */
  KomaBursts         *bursts;      /* (nullable) owned: of the list when the review began */
  GHashTable         *in_bursts;   /* (nullable) owned KomaResultItem: answered with another */
  GtkEventController *review_keys; /* (nullable) borrowed */

  /* What the layout has been made for. */
  gboolean is_narrow, is_low;
  gboolean is_large, is_wide; /* the text; enough for classes beside what is tried */
  guint    layout_source;
};

/* koma-window-pages.c */
void koma_window_pages_add (KomaWindow *self, const char *name, GtkWidget *page);
void koma_window_pages_adapt (KomaWindow *self);

/* koma-window-update.c */
void koma_window_update (KomaWindow *self);
void koma_window_update_actions (KomaWindow *self); /* after a change of the selection alone */
void koma_window_update_picture_windows (KomaWindow *self);
void koma_window_show (KomaWindow *self, KomaWindowView view); /* whose page there is */

/* koma-window-model.c, koma-window-library.c */
void koma_window_connect_model (KomaWindow *self);
void koma_window_connect_library (KomaWindow *self);

/* koma-window-teach.c */
void koma_window_connect_teach (KomaWindow *self);
void koma_window_show_teach (KomaWindow *self);

/* koma-window-picture.c */
void     koma_window_open_picture (KomaWindow *self, guint position);
void     koma_window_open_picture_of (KomaWindow *self, GListModel *items, guint position);
gboolean koma_window_open_picture_item (KomaWindow *self, KomaResultItem *item); /* if listed */
void     koma_window_ensure_picture_page (KomaWindow *self);
gboolean koma_window_leave_fullscreen (KomaWindow *self);

/* koma-window-camera.c, -take.c, -find.c, -desktop.c, -collection.c, -review.c */
void koma_window_show_camera (KomaWindow *self);
void koma_window_connect_take (KomaWindow *self);
void koma_window_export (KomaWindow *self, GListModel *items);
void koma_window_connect_find (KomaWindow *self);
void koma_window_connect_desktop (KomaWindow *self);
void koma_window_connect_collection (KomaWindow *self);
void koma_window_close_comparison (KomaWindow *self); /* of models, if it is open */
void koma_window_undo_review (KomaWindow *self);      /* the last change of the list, too */

G_END_DECLS
