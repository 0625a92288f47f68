/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Lets a GtkShortcutsWindow be smaller than all that is in it: it scrolls. GTK has no such window
 * for large text and small screens before AdwShortcutsDialog of libadwaita 1.8. */
void koma_shortcuts_scroll (GtkWindow *window);

G_END_DECLS
