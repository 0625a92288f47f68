/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "koma-library.h"

G_BEGIN_DECLS

/* All models: what is here, what could be; to use, download, remove and look for them. */
#define KOMA_TYPE_LIBRARY_WINDOW (koma_library_window_get_type ())
G_DECLARE_FINAL_TYPE (KomaLibraryWindow, koma_library_window, KOMA, LIBRARY_WINDOW, AdwWindow)

GtkWindow   *koma_library_window_new (GtkWindow *parent, KomaLibrary *library);
GtkRevealer *koma_library_window_get_overlay (KomaLibraryWindow *self); /* for drops */

G_END_DECLS
