/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Wraps AdwAboutWindow, and AdwAboutDialog from libadwaita 1.6 on, which deprecates it.
 *
 * Returns: (transfer none): till it is closed. @troubleshooting is a text for bug reports. */
GtkWidget *koma_about_show (GtkWindow  *parent,
                            const char *troubleshooting);
void       koma_about_set_troubleshooting (GtkWidget  *about,
                                           const char *troubleshooting);

G_END_DECLS
