/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-camera.h"
#include "koma-camera-stream.h"
#include "worker/koma-rate-meter.h"

G_BEGIN_DECLS

/* Shared by the files of the camera: koma-camera-steps.c, its state machine,
 * and koma-camera.c above that, the object with start and stop. Thread: main. */
typedef enum {
  ACCESS_UNKNOWN,
  ACCESS_ASKING,
  ACCESS_GRANTED, /* or nobody to ask */
} Access;

struct _KomaCamera
{
  GObject parent_instance;

  /* Immutable after construction. */
  KomaCameraList *list; /* (owned) */

  /* As the user wants it. */
  gboolean is_wanted;
  char    *wanted_id; /* (nullable) any */
  char    *preferred; /* (nullable) */

  /* How it is. */
  KomaCameraState   state;
  KomaCameraTrouble trouble;
  KomaCameraDevice *device; /* (nullable) */
  KomaCameraFrame  *frame;  /* (nullable) the newest */
  KomaCameraStats   stats;  /* counts of earlier streams, but n_shown of all */
  KomaRateMeter     meter;

  Access        access;
  GCancellable *asking;      /* (nullable) */
  int           pipewire_fd; /* or -1 */

  KomaCameraStream *stream;     /* (nullable) until it has ended */
  gboolean          is_leaving; /* the stream has been stopped */
  guint             n_retries;  /* since the last frame */
  guint             retry;      /* source id */
  guint             watchdog;   /* source id */
  guint64           n_seen;     /* frames of the stream at the last tick */
  guint             n_still;    /* ticks without one */
};

/* koma-camera-steps.c */
void koma_camera_set_state (KomaCamera *self, KomaCameraState state);
void koma_camera_proceed (KomaCamera *self); /* takes the next step */
void koma_camera_take_list_change (KomaCamera *self);
void koma_camera_stop_stream (KomaCamera *self); /* it ends soon */
void koma_camera_free_stream (KomaCamera *self);
void koma_camera_stop_asking (KomaCamera *self);
void koma_camera_close_access (KomaCamera *self);

G_END_DECLS
