/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* gtk_actionable_set_detailed_action_name(), which GTK warns of where the action wants a target: it
 * sets the name before the target. */
void koma_actionable_set (GtkActionable *actionable,
                          const char    *action); /* (nullable) detailed */
/* The same, with a text as the target. */
void koma_actionable_set_with_text (GtkActionable *actionable,
                                    const char    *name,
                                    const char    *target);

G_END_DECLS
