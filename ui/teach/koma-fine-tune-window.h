/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "worker/teach/learn/koma-teach-tune.h"

G_BEGIN_DECLS

/* What fine-tuning is, how it goes, and whether what came out is kept. It goes on when the window
 * is closed. */
#define KOMA_TYPE_FINE_TUNE_WINDOW (koma_fine_tune_window_get_type ())
G_DECLARE_FINAL_TYPE (KomaFineTuneWindow, koma_fine_tune_window, KOMA, FINE_TUNE_WINDOW, AdwWindow)

/* (transfer none) */
GtkWindow *koma_fine_tune_window_new (GtkWindow *parent, KomaTeachProject *project);

G_END_DECLS
