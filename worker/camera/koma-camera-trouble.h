/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-camera.h"

G_BEGIN_DECLS

/* Why there are no pictures. All zeros is none. Private to the camera. */
typedef struct
{
  KomaCameraState state;   /* that it leads to; KOMA_CAMERA_OFF: no trouble */
  char           *detail;  /* (nullable) English */
  char           *package; /* (nullable) of Debian, that would help */
} KomaCameraTrouble;

void koma_camera_trouble_set (KomaCameraTrouble *trouble,
                              KomaCameraState    state,
                              const char        *detail);
void koma_camera_trouble_clear (KomaCameraTrouble *trouble);

G_END_DECLS
