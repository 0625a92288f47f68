/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "worker/queue/koma-result.h"

G_BEGIN_DECLS

/* The best classes of the camera's picture, shown over it. */
#define KOMA_CAMERA_N_SCORES 3

#define KOMA_TYPE_CAMERA_SCORES (koma_camera_scores_get_type ())
G_DECLARE_FINAL_TYPE (KomaCameraScores, koma_camera_scores, KOMA, CAMERA_SCORES, AdwBin)

/* Best first. If the first score is below @not_sure_below, the title is “Not sure”. */
void koma_camera_scores_show (KomaCameraScores      *self,
                              const KomaResultClass *classes, /* [n_classes] */
                              guint                  n_classes,
                              double                 not_sure_below);
/* Instead of scores: there is no model, or no result yet. */
void koma_camera_scores_show_message (KomaCameraScores *self, const char *message);
/* The class, “Not sure” …; or something else instead. */
const char *koma_camera_scores_get_title (KomaCameraScores *self);
void        koma_camera_scores_set_title (KomaCameraScores *self, const char *title);
/* In two lines where it is too long for one: for a place that may change its height. */
void koma_camera_scores_wrap_title (KomaCameraScores *self);
/* Not visible until the owner makes it so. */
GtkWidget *koma_camera_scores_get_speed (KomaCameraScores *self);
void       koma_camera_scores_set_speed (KomaCameraScores *self,
                                         const char       *speed,
                                         const char       *details); /* tooltip */

G_END_DECLS
