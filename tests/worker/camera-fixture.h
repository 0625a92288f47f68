/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What the tests of the camera share. */
#pragma once

#include "worker/koma-camera-monitor.h"
#include "worker/koma-camera.h"

G_BEGIN_DECLS

/* Run the main loop until then; a minute at most. */
void wait_for_state (KomaCamera *camera, KomaCameraState state);
void wait_for_frames (KomaCamera *camera, guint n_frames); /* more of them */
void wait_for_colour (KomaCamera *camera, guint8 r, guint8 g, guint8 b);
void wait_for_n_devices (KomaCameraList *list, guint n_devices);

/* Of the pixel in the middle. */
void assert_colour (const KomaCameraFrame *frame, guint8 r, guint8 g, guint8 b);

G_END_DECLS
