/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* AdwMessageDialog and AdwAboutWindow, deprecated in libadwaita 1.6 in
 * favour of dialogs that 1.2 does not have. */

/* @text can be selected and copied. */
void koma_message_show (GtkWindow  *parent,
                        const char *heading,
                        const char *text);
/* Owned by GTK until it is closed. The text is for who looks for a fault, and may be set anew. */
GtkWidget *koma_message_show_about (GtkWindow  *parent,
                                    const char *troubleshooting);
void       koma_message_set_troubleshooting (GtkWidget  *about,
                                             const char *troubleshooting);

G_END_DECLS
