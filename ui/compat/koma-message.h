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
void koma_message_show_about (GtkWindow *parent);

G_END_DECLS
