/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-camera-frame.h"
#include "koma-camera-list.h"

G_BEGIN_DECLS

#define KOMA_TYPE_CAMERA (koma_camera_get_type ())
G_DECLARE_FINAL_TYPE (KomaCamera, koma_camera, KOMA, CAMERA, GObject)

/* Since the camera was started last. */
typedef struct
{
  guint64 n_captured; /* came out of the camera */
  guint64 n_shown;    /* handed out by "frame" */
  guint64 n_dropped;  /* a newer one came before it could be */
  guint   width;      /* pixels; 0 before the first frame */
  guint   height;
  double  rate; /* frames per second, measured over about a second; 0: not known yet */
} KomaCameraStats;

/* Properties "state" (int, a KomaCameraState) and "device"; signal "frame",
 * with the newest KomaCameraFrame. All in the default main context. */
KomaCamera *koma_camera_new (KomaCameraList *list);

/* @device_id: (nullable) the preferred one, or the first */
void koma_camera_start (KomaCamera *self, const char *device_id);
void koma_camera_stop (KomaCamera *self);

/* The camera of the last time, remembered by the application. */
void koma_camera_set_preferred (KomaCamera *self, const char *id); /* (nullable) */

KomaCameraState          koma_camera_get_state (KomaCamera *self);
const KomaCameraTrouble *koma_camera_get_trouble (KomaCamera *self); /* of a state that is bad */
KomaCameraDevice        *koma_camera_get_device (KomaCamera *self);  /* (nullable) borrowed */
KomaCameraFrame         *koma_camera_get_frame (KomaCamera *self);   /* (nullable) borrowed */

/* Of frames that come later. */
void koma_camera_set_shown (KomaCamera *self, const KomaCameraShown *shown);
void koma_camera_get_stats (KomaCamera *self, KomaCameraStats *ret_stats);

G_END_DECLS
