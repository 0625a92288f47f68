/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/* What two models answer of the pictures of a collection: how often they agree, which labels became
 * which, and the pictures with two labels. Emits "picture" with the absolute path of one that the
 * user chose. */
#define KOMA_TYPE_COMPARE_MODELS_WINDOW (koma_compare_models_window_get_type ())
/* clang-format off */
G_DECLARE_FINAL_TYPE (KomaCompareModelsWindow, koma_compare_models_window, KOMA,
                      COMPARE_MODELS_WINDOW, AdwWindow)
/* clang-format on */

/* @path: of the collection */
GtkWindow  *koma_compare_models_window_new (const char *path);
const char *koma_compare_models_window_get_path (KomaCompareModelsWindow *self);

G_END_DECLS
