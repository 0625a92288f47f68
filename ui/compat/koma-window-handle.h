/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* What names a window to the desktop's portals, that their dialogs may stand
 * over it: "x11:4a0000b", "wayland:…"; NULL where there is no such thing. */
typedef void (*KomaWindowHandleFunc) (const char *handle, /* (nullable) */
                                      gpointer    user_data);

/* @callback is called once, perhaps before this returns; on Wayland the
 * compositor is asked. */
void koma_window_handle_export (GtkWindow           *window,
                                KomaWindowHandleFunc callback,
                                gpointer             user_data,
                                GDestroyNotify       destroy);

G_END_DECLS
