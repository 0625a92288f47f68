/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/* How something went from round to round: a line of what was learned from, and a dashed one of what
 * was held out. Says nothing to screen readers: words beside it do. */
#define KOMA_TYPE_LEARNING_CURVE (koma_learning_curve_get_type ())
G_DECLARE_FINAL_TYPE (KomaLearningCurve, koma_learning_curve, KOMA, LEARNING_CURVE, GtkDrawingArea)

/* Both [n]. @top: what the upper edge stands for; 0: the greatest of them. The lower edge is 0. */
void koma_learning_curve_show (KomaLearningCurve *self,
                               const float       *learned,
                               const float       *held_out,
                               guint              n,
                               guint              n_max, /* rounds that there will be */
                               double             top);

G_END_DECLS
