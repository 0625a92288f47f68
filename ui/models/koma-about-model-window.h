/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "koma-library.h"
#include "koma-model-control.h"

G_BEGIN_DECLS

/* All that is known of the model in use, under headings: what it knows, what is doubtful, how it
 * sees pictures, what computes it, its file. */
#define KOMA_TYPE_ABOUT_MODEL_WINDOW (koma_about_model_window_get_type ())
G_DECLARE_FINAL_TYPE (KomaAboutModelWindow,
                      koma_about_model_window,
                      KOMA,
                      ABOUT_MODEL_WINDOW,
                      AdwWindow)

/* (transfer none) owned by GTK until it is closed. @parent has the actions, @control a model. */
GtkWindow *koma_about_model_window_new (GtkWindow        *parent,
                                        KomaModelControl *control,
                                        KomaLibrary      *library);

G_END_DECLS
