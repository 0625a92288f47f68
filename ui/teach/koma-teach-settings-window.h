/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "ui/models/koma-library.h"
#include "worker/teach/learn/koma-teach-learn.h"

G_BEGIN_DECLS

/* The model that a project learns with, and what stands between its features and the classes. */
#define KOMA_TYPE_TEACH_SETTINGS_WINDOW (koma_teach_settings_window_get_type ())
G_DECLARE_FINAL_TYPE (KomaTeachSettingsWindow,
                      koma_teach_settings_window,
                      KOMA,
                      TEACH_SETTINGS_WINDOW,
                      AdwWindow)

/* (transfer none) */
GtkWindow *koma_teach_settings_window_new (GtkWindow        *parent,
                                           KomaTeachProject *project,
                                           KomaLibrary      *library);

G_END_DECLS
