/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "ui/models/koma-model-control.h"

G_BEGIN_DECLS

/* How good the model in use is on pictures that people have labelled. */
#define KOMA_TYPE_EVALUATE_WINDOW (koma_evaluate_window_get_type ())
/* clang-format off */
G_DECLARE_FINAL_TYPE (KomaEvaluateWindow, koma_evaluate_window, KOMA, EVALUATE_WINDOW, AdwWindow)
/* clang-format on */

GtkWindow *koma_evaluate_window_new (GtkWindow        *parent,
                                     KomaWorker       *worker,
                                     KomaModelControl *control);
/* @path: (nullable) of the collection that is open: its corrections can be taken for the truth */
void koma_evaluate_window_set_collection (KomaEvaluateWindow *self, const char *path);

G_END_DECLS
