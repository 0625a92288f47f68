/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/koma-values.h"
#include "koma-announcer.h"
#include "koma-camera-page.h"
#include "koma-camera-scores.h"
#include "koma-camera-view.h"
#include "worker/camera/koma-camera-feed.h"
#include "worker/camera/koma-camera.h"
#include "worker/camera/koma-score-average.h"
#include "worker/koma-rate-meter.h"

G_BEGIN_DECLS

/* The page is made of koma-camera-page-picture.c (frames and scores), koma-camera-page-state.c
 * (running or not, and why) and koma-camera-page.c (actions, cameras, the object). Each may call
 * those before it. */
struct _KomaCameraPage
{
  AdwBin parent_instance;

  /* Template children (borrowed). */
  GtkStack         *pages;
  AdwStatusPage    *status;
  GtkButton        *button;
  GtkLabel         *button_label;
  GtkWidget        *details;
  GtkWidget        *other;
  GtkLabel         *other_label;
  KomaCameraView   *view;
  KomaCameraScores *scores;
  GtkDropDown      *devices;
  GtkLabel         *keep_label;

  /* Owned. */
  KomaCamera         *camera;
  KomaCameraFeed     *feed;
  KomaModelControl   *control;
  KomaPreferences    *preferences;
  KomaCameraOptions  *options;
  KomaAnnouncer      *announcer;
  KomaScoreAverage   *average; /* NULL: scores are not averaged */
  GSimpleActionGroup *actions;

  /* What the page shows now. */
  gboolean         is_frozen;
  KomaCameraFrame *frame;  /* (nullable) owned */
  KomaResult      *result; /* (nullable) owned; the newest, maybe of an earlier frame */

  guint    n_kept;
  gboolean is_low;

  KomaRateMeter drawn;
  guint         speed_source;
  guint         devices_source;
  gulong        surface_handler;
};

/* koma-camera-page-picture.c */
void koma_camera_page_take_frame (KomaCameraPage *self, KomaCameraFrame *frame);
void koma_camera_page_take_result (KomaCameraPage  *self,
                                   KomaCameraFrame *frame,
                                   KomaResult      *result);
void koma_camera_page_take_failure (KomaCameraPage *self, const GError *error);
/* Drops what was said of another model, another region or another picture. */
void     koma_camera_page_start_over (KomaCameraPage *self);
gboolean koma_camera_page_show_speed (gpointer page); /* a GSourceFunc */

/* koma-camera-page-state.c */
gboolean koma_camera_page_is_running (KomaCameraPage *self);
void     koma_camera_page_set_frozen (KomaCameraPage *self, gboolean is_frozen);
/* (transfer full) (nullable): while that in use has gone */
KomaCameraDevice *koma_camera_page_find_other (KomaCameraPage *self);
void              koma_camera_page_offer_other (KomaCameraPage *self);
void              koma_camera_page_show_state (KomaCameraPage *self);
void              koma_camera_page_update_state (KomaCameraPage *self);

G_END_DECLS
