/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Hands a file to other programs, as GtkFileLauncher does: GTK 4.8 does not have it, and outside
 * of a sandbox it never asks. In a sandbox the portal does both. Thread: main. */

/* In the file manager, selected. */
void koma_file_launcher_show (GtkWindow *parent, GFile *file);
/* In a program that the user chooses. */
void koma_file_launcher_open_with (GtkWindow *parent, GFile *file);

G_END_DECLS
