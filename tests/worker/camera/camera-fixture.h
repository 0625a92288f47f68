/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What the tests of the camera share. */
#pragma once

#include "worker/camera/koma-camera-monitor.h"
#include "worker/camera/koma-camera.h"

G_BEGIN_DECLS

/* Run the main loop until then; a minute at most. */
void wait_for_state (KomaCamera *camera, KomaCameraState state);
void wait_for_frames (KomaCamera *camera, guint n_frames); /* more of them */
void wait_for_colour (KomaCamera *camera, guint8 r, guint8 g, guint8 b);
void wait_for_n_devices (KomaCameraList *list, guint n_devices);

/* A camera of PipeWire, of one colour; plugged in until it is unplugged. */
GSubprocess *plug_in (const char *name, guint width, guint height);
void         tell_camera (GSubprocess *camera, const char *command); /* see virtual-camera.c */
void         unplug (GSubprocess *camera);                           /* (transfer full) */

/* Another program of the tests; its standard input and output are piped. */
GSubprocess *start_program (const char *const *argv); /* in the folder of the built tests */
char        *read_line (GSubprocess *program);        /* runs the main loop till then */

/* Of this process. */
guint count_threads (void);
guint count_files (void);
gsize get_resident_bytes (void);

/* Of the pixel in the middle. */
void assert_colour (const KomaCameraFrame *frame, guint8 r, guint8 g, guint8 b);

G_END_DECLS
