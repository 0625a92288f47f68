/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "ui/camera/koma-camera-options.h"
#include "worker/teach/learn/koma-teach-learn.h"

G_BEGIN_DECLS

/* Shows the camera or one picture, and what the project answers. The camera runs while the pane is
 * mapped, and since somebody started it. Signal "frame" (KomaCameraFrame): the newest. */
#define KOMA_TYPE_TRY_PANE (koma_try_pane_get_type ())
G_DECLARE_FINAL_TYPE (KomaTryPane, koma_try_pane, KOMA, TRY_PANE, AdwBin)

void koma_try_pane_set_options (KomaTryPane *self, KomaCameraOptions *options); /* once */
void koma_try_pane_set_project (KomaTryPane      *self,
                                KomaTeachProject *project); /* (nullable) */
void koma_try_pane_start_camera (KomaTryPane *self);        /* nothing where it runs */
/* A file or bytes, in place of the camera. */
void koma_try_pane_show_picture (KomaTryPane *self, KomaRequest *request);
void koma_try_pane_set_narrow (KomaTryPane *self, gboolean is_narrow);

G_END_DECLS
