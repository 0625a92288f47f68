/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "koma-backend-control.h"
#include "ui/speech/koma-speech.h"

G_BEGIN_DECLS

#define KOMA_TYPE_PREFERENCES_WINDOW (koma_preferences_window_get_type ())
/* clang-format off */
G_DECLARE_FINAL_TYPE (KomaPreferencesWindow, koma_preferences_window,
                      KOMA, PREFERENCES_WINDOW, AdwPreferencesWindow)
/* clang-format on */

/* @parent: an action map with "load-model". Owned by GTK until it is closed. */
GtkWindow *koma_preferences_window_new (GtkWindow          *parent,
                                        KomaBackendControl *control,
                                        KomaSpeech         *speech);

G_END_DECLS
