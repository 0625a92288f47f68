/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "koma-diagnostics.h"

G_BEGIN_DECLS

/* A comparison of backends and a profile of the model. Closed, it cancels the measurement. */
#define KOMA_TYPE_DIAGNOSTICS_WINDOW (koma_diagnostics_window_get_type ())
/* clang-format off */
G_DECLARE_FINAL_TYPE (KomaDiagnosticsWindow, koma_diagnostics_window, KOMA, DIAGNOSTICS_WINDOW,
                      AdwWindow)
/* clang-format on */

GtkWindow *koma_diagnostics_window_new (GtkWindow       *parent,
                                        KomaDiagnostics *diagnostics);

KomaDiagnostics *koma_diagnostics_window_get_diagnostics (KomaDiagnosticsWindow *self);

G_END_DECLS
