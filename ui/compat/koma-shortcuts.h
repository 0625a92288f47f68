/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Shows a GtkShortcutsWindow that may be smaller than all that is in it: it scrolls. GTK has no
 * such window for large text and small screens before AdwShortcutsDialog of libadwaita 1.8.
 *
 * It is there only while it is shown, not hidden from the start as GTK has it: GTK 4.8 ends with
 * SIGSEGV where a screen reader asks for a window that has just closed and the last one that is
 * left was never shown. */
void koma_shortcuts_show (GtkApplicationWindow *window);

G_END_DECLS
