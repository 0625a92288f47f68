/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* How much larger than usual the desktop wants text, 1 … : then less of it fits beside the rest. */
double koma_text_scale (GtkWidget *widget);
/* Whether text is so large that a phone has no room for a few words beside buttons. */
gboolean koma_text_scale_is_large (GtkWidget *widget);

/* An icon in place of a button's label, whose words are its tooltip then, and whose mnemonic stays.
 * What a screen reader says is the button's own affair. */
void koma_text_scale_use_icon (GtkButton *button, const char *icon);

/* For a dialog with a header bar: all words of its “text-button”s are shown, rather than of its
 * title. Where text is so large that there is no room for them, a cross stands for “Cancel”.
 * To be called before the dialog is shown, and with its parent known. A change while it is being
 * shown makes GTK 4.8 say that the whole program has gone, and screen readers drop it. */
void koma_text_scale_keep_buttons (GtkWindow *dialog);
/* Words of the “text-button”s below @widget go on in a next line where there is no room for them.
 * To be called before it is shown. */
void koma_text_scale_wrap_buttons (GtkWidget *widget);

G_END_DECLS
