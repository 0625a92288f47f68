/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-activity-bar.h"
#include "koma-notice.h"
#include "koma-window.h"
#include "ui/camera/koma-camera-page.h"
#include "ui/models/koma-model-button.h"
#include "ui/models/koma-model-control.h"
#include "ui/models/koma-model-page.h"
#include "ui/preferences/koma-backend-control.h"
#include "ui/results/koma-result-feed.h"
#include "ui/results/koma-results-view.h"

G_BEGIN_DECLS

/* What the files of the window share: koma-window.c (what is shown),
 * koma-window-actions.c, koma-window-input.c (pictures in),
 * koma-window-backend.c, koma-window-board.c, koma-window-camera.c, koma-window-diagnostics.c,
 * koma-window-failover.c, koma-window-model.c, koma-window-samples.c. */
struct _KomaWindow
{
  AdwApplicationWindow parent_instance;

  /* Template children (borrowed). */
  AdwToastOverlay *toasts;
  GtkStack        *pages;
  GtkWidget       *back_button;
  GtkWidget       *open_button;
  GtkWidget       *camera_button;
  KomaModelButton *model_button;
  KomaNotice      *notice;
  KomaModelPage   *model_page;
  AdwStatusPage   *empty_page;
  GtkWidget       *samples_button;
  KomaResultsView *results;
  KomaCameraPage  *camera_page;
  KomaActivityBar *activity;
  GtkRevealer     *drop_overlay;

  /* Owned. */
  KomaWorker         *worker;
  KomaPreferences    *preferences;
  KomaModelControl   *loader;
  KomaBackendControl *backends;
  KomaResultFeed     *feed;
  KomaCameraOptions  *camera_options;
  char               *samples; /* (nullable) path of the folder */

  GtkWindow *preferences_window; /* (nullable) weak */
  GtkWindow *diagnostics_window; /* (nullable) weak */
  gboolean   is_camera;          /* its page is shown */

  /* What the layout has been made for. */
  gboolean is_narrow;
  gboolean is_low;
  guint    layout_source;

  /* Searches of folders. */
  GCancellable *searching; /* cancels all that are under way */
  guint         n_searches;
  guint         n_pasted; /* pictures without a file so far */
};

/* koma-window.c */
void koma_window_update (KomaWindow *self);
void koma_window_add_toast (KomaWindow *self, const char *text);

/* koma-window-actions.c */
void koma_window_install_actions (GtkWidgetClass *widget_class);
void koma_window_update_actions (KomaWindow *self);
void koma_window_open_in_viewer (KomaWindow *self, guint position);

/* koma-window-input.c */
void koma_window_add_drop_target (KomaWindow *self);
void koma_window_paste (KomaWindow *self);
void koma_window_cancel_searches (KomaWindow *self);
void koma_window_search (KomaWindow *self,
                         GPtrArray  *files, /* (element-type GFile) */
                         KomaGrids  *grids); /* (nullable) (transfer full) of their folder */

/* koma-window-board.c */
void koma_window_update_board (KomaWindow *self, gboolean is_selected);
void koma_window_cut_board (KomaWindow *self);

/* koma-window-backend.c */
void koma_window_show_preferences (KomaWindow *self);
void koma_window_show_about (KomaWindow *self);
void koma_window_use_automatic (KomaWindow *self);
void koma_window_show_backend_failure (KomaWindow *self); /* the bar at the bottom */
void koma_window_tell_backend_failure (KomaWindow *self, const GError *error);

/* koma-window-camera.c */
void koma_window_connect_camera (KomaWindow *self);
void koma_window_show_camera (KomaWindow *self, gboolean is_shown);

/* koma-window-diagnostics.c */
void koma_window_show_diagnostics (KomaWindow *self);
void koma_window_update_diagnostics (KomaWindow *self);

/* koma-window-samples.c */
void koma_window_find_samples (KomaWindow *self);
void koma_window_update_samples (KomaWindow *self);
void koma_window_open_samples (KomaWindow *self);

/* koma-window-failover.c */
void koma_window_connect_failover (KomaWindow *self);

/* koma-window-model.c */
void koma_window_connect_loader (KomaWindow *self);
void koma_window_add_toast_with_story (KomaWindow *self,
                                       const char *text,
                                       const char *heading,
                                       const char *story);
void koma_window_show_model (KomaWindow *self);

G_END_DECLS
