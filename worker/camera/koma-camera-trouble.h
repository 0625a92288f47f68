/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum {
  KOMA_CAMERA_OFF,
  KOMA_CAMERA_ASKING,         /* the desktop asks the user, perhaps */
  KOMA_CAMERA_NO_CAMERA,      /* goes on when one is plugged in */
  KOMA_CAMERA_DENIED,         /* by the user, or by the system */
  KOMA_CAMERA_BUSY,           /* another program has it */
  KOMA_CAMERA_MISSING_PLUGIN, /* the trouble's detail is its name */
  KOMA_CAMERA_STARTING,       /* until the first frame */
  KOMA_CAMERA_RUNNING,
  KOMA_CAMERA_UNPLUGGED, /* or frozen; goes on when it is back */
  KOMA_CAMERA_FAILED,    /* the trouble's detail says why */
  KOMA_N_CAMERA_STATES,
} KomaCameraState;

/* Why there are no pictures. All zeros is none. */
typedef struct
{
  KomaCameraState state;   /* that it leads to; KOMA_CAMERA_OFF: no trouble */
  char           *detail;  /* (nullable) English; of a missing plugin GStreamer's element */
  char           *package; /* (nullable) of Debian and Ubuntu, that would help */
} KomaCameraTrouble;

void koma_camera_trouble_set (KomaCameraTrouble *trouble,
                              KomaCameraState    state,
                              const char        *detail); /* (nullable) */
void koma_camera_trouble_copy (KomaCameraTrouble *to, const KomaCameraTrouble *from);
void koma_camera_trouble_clear (KomaCameraTrouble *trouble);

G_END_DECLS
