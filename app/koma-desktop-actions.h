/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Actions that the desktop calls by D-Bus: from the menu of the launcher and from notifications.
 * Each shows the window, which is made if there is none, and then acts there: "app.show-camera"
 * is "win.show-camera". */
void koma_desktop_actions_add (GtkApplication *application);

G_END_DECLS
