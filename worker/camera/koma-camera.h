/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-camera-frame.h"
#include "koma-camera-list.h"

G_BEGIN_DECLS

#define KOMA_TYPE_CAMERA (koma_camera_get_type ())
G_DECLARE_FINAL_TYPE (KomaCamera, koma_camera, KOMA, CAMERA, GObject)

typedef enum {
  KOMA_CAMERA_OFF,
  KOMA_CAMERA_ASKING,         /* the desktop asks the user, perhaps */
  KOMA_CAMERA_NO_CAMERA,      /* goes on when one is plugged in */
  KOMA_CAMERA_DENIED,         /* by the user, or by the system */
  KOMA_CAMERA_BUSY,           /* another program has it */
  KOMA_CAMERA_MISSING_PLUGIN, /* see koma_camera_get_detail(), koma_camera_get_package() */
  KOMA_CAMERA_STARTING,       /* until the first frame */
  KOMA_CAMERA_RUNNING,
  KOMA_CAMERA_UNPLUGGED, /* or frozen; goes on when it is back */
  KOMA_CAMERA_FAILED,    /* see koma_camera_get_detail() */
  KOMA_N_CAMERA_STATES,
} KomaCameraState;

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

void koma_camera_start (KomaCamera *self,
                        const char *device_id,      /* (nullable) the preferred one, or the first */
                        const char *parent_window); /* (nullable) "x11:XID", "wayland:HANDLE" */
void koma_camera_stop (KomaCamera *self);

/* The camera of the last time, remembered by the application. */
const char *koma_camera_get_preferred (KomaCamera *self); /* (nullable) an id */
void        koma_camera_set_preferred (KomaCamera *self, const char *id);

KomaCameraState   koma_camera_get_state (KomaCamera *self);
const char       *koma_camera_get_detail (KomaCamera *self);  /* (nullable) English, to copy */
const char       *koma_camera_get_package (KomaCamera *self); /* (nullable) Debian's, missing */
KomaCameraDevice *koma_camera_get_device (KomaCamera *self);  /* (nullable) (transfer none) */
KomaCameraFrame  *koma_camera_get_frame (KomaCamera *self);   /* (nullable) (transfer none) */

void koma_camera_get_stats (KomaCamera *self, KomaCameraStats *ret_stats);

G_END_DECLS
