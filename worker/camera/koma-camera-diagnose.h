/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-camera-trouble.h"

G_BEGIN_DECLS

/* An error of GStreamer as a trouble. Private to the camera. */
void koma_camera_diagnose_missing (KomaCameraTrouble *ret_trouble, const char *element);
void koma_camera_diagnose_error (KomaCameraTrouble *ret_trouble,
                                 const GError      *error,
                                 const char        *debug); /* (nullable) */

G_END_DECLS
