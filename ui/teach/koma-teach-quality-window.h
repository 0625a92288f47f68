/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "worker/teach/learn/koma-teach-learn.h"

G_BEGIN_DECLS

/* How good a project is: what is right, what is taken for what, the worst pictures. */
#define KOMA_TYPE_TEACH_QUALITY_WINDOW (koma_teach_quality_window_get_type ())
/* clang-format off */
G_DECLARE_FINAL_TYPE (KomaTeachQualityWindow, koma_teach_quality_window, KOMA, TEACH_QUALITY_WINDOW,
                      AdwWindow)
/* clang-format on */

GtkWindow *koma_teach_quality_window_new (GtkWindow *parent, KomaTeachProject *project);

G_END_DECLS
