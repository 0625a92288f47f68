/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* The identifier that a portal of the desktop needs to place its dialogs over a window:
 * "x11:4a0000b", "wayland:…". NULL on other displays. */
typedef void (*KomaWindowHandleFunc) (const char *handle, /* (nullable) */
                                      gpointer    user_data);

/* Calls @callback once: on Wayland when the compositor has answered, else at once. */
void koma_window_handle_export (GtkWindow           *window,
                                KomaWindowHandleFunc callback,
                                gpointer             user_data,
                                GDestroyNotify       destroy);

G_END_DECLS
