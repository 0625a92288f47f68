/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "koma-camera-options.h"
#include "ui/models/koma-model-control.h"
#include "ui/preferences/koma-preferences.h"

G_BEGIN_DECLS

/* The live camera: its picture with the scores, or the reason why there is none. The user starts
 * the camera. It stops when the page is no longer visible.
 * Signal "keep" (KomaResultItem): a frame for the list of pictures. */
#define KOMA_TYPE_CAMERA_PAGE (koma_camera_page_get_type ())
G_DECLARE_FINAL_TYPE (KomaCameraPage, koma_camera_page, KOMA, CAMERA_PAGE, AdwBin)

/* Call it once, before the page is shown. */
void koma_camera_page_connect (KomaCameraPage    *self,
                               KomaWorker        *worker,
                               KomaModelControl  *control,
                               KomaPreferences   *preferences,
                               KomaCameraOptions *options);

void koma_camera_page_set_low (KomaCameraPage *self, gboolean is_low); /* no room for icons */

G_END_DECLS
