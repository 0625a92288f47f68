/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/* What a message is shown in, for koma-message.c. From libadwaita 1.6 on it is an AdwAlertDialog:
 * it lies within the window that it is about, goes where that goes, and is no wider or higher.
 * AdwMessageDialog, which 1.6 deprecates, is a window of its own. Both have a signal “response”. */

/* @name is for screen readers. @is_tall: whether @words may be too much for a small screen. */
GtkWidget *koma_message_dialog_new (const char *name,
                                    GtkWidget  *words, /* (transfer full) */
                                    gboolean    is_tall);
void       koma_message_dialog_add_response (GtkWidget            *dialog,
                                             const char           *response,
                                             const char           *label,
                                             AdwResponseAppearance appearance);
void       koma_message_dialog_set_response_enabled (GtkWidget  *dialog,
                                                     const char *response,
                                                     gboolean    is_enabled);
/* @at_return: what Return gives; @at_close: what Escape does. */
void koma_message_dialog_set_defaults (GtkWidget  *dialog,
                                       const char *at_return,
                                       const char *at_close);
/* @focus: (nullable): what in it has the focus */
void koma_message_dialog_present (GtkWidget *dialog,
                                  GtkWindow *parent,
                                  GtkWidget *focus);
/* Once it is shown: on the button that Return gives, where the first to have it is another one. */
void koma_message_dialog_focus_default (GtkWidget *dialog);
void koma_message_dialog_close (GtkWidget *dialog);
/* All that lie within @window, “About” too: as long as one does, libadwaita closes that in place of
 * the window. */
void koma_message_dialog_close_within (AdwApplicationWindow *window);

G_END_DECLS
