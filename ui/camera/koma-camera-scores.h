/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "worker/queue/koma-result.h"

G_BEGIN_DECLS

/* What the camera's pictures show: the best classes, over the picture. */
#define KOMA_CAMERA_N_SCORES 3

#define KOMA_TYPE_CAMERA_SCORES (koma_camera_scores_get_type ())
G_DECLARE_FINAL_TYPE (KomaCameraScores, koma_camera_scores, KOMA, CAMERA_SCORES, AdwBin)

GtkWidget *koma_camera_scores_new (void);

/* Best first. Below @not_sure_below the first is not put forward. */
void koma_camera_scores_show (KomaCameraScores      *self,
                              const KomaResultClass *classes, /* [n_classes] */
                              guint                  n_classes,
                              double                 not_sure_below);
/* Instead of scores: there is no model, or none has answered yet. */
void        koma_camera_scores_show_message (KomaCameraScores *self, const char *message);
const char *koma_camera_scores_get_title (KomaCameraScores *self); /* the class, “Not sure” … */
void        koma_camera_scores_set_speed (KomaCameraScores *self,
                                          const char       *speed,
                                          const char       *details); /* for who asks */

G_END_DECLS
