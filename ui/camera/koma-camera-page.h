/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "koma-camera-options.h"
#include "ui/models/koma-model-control.h"
#include "ui/preferences/koma-preferences.h"

G_BEGIN_DECLS

/* The live camera: its picture and what is in it, or why there is none. The
 * camera is started by the user, and stops when the page is not to be seen.
 * Signal "keep" (KomaResultItem): a frame for the list of pictures. */
#define KOMA_TYPE_CAMERA_PAGE (koma_camera_page_get_type ())
G_DECLARE_FINAL_TYPE (KomaCameraPage, koma_camera_page, KOMA, CAMERA_PAGE, AdwBin)

GtkWidget *koma_camera_page_new (void);

/* Once, before it is shown. */
void koma_camera_page_connect (KomaCameraPage    *self,
                               KomaWorker        *worker,
                               KomaModelControl  *loader,
                               KomaPreferences   *preferences,
                               KomaCameraOptions *options);

void koma_camera_page_set_low (KomaCameraPage *self, gboolean is_low); /* no room for icons */

G_END_DECLS
