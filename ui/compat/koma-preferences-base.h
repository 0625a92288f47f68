/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/* What the window of preferences is derived from: AdwPreferencesWindow. libadwaita 1.6 deprecates
 * it for AdwPreferencesDialog, which 1.2 does not have; a template has one parent. */
#define KOMA_TYPE_PREFERENCES_BASE (koma_preferences_base_get_type ())
GType koma_preferences_base_get_type (void);
void  koma_preferences_base_add_toast (GtkWidget *window,
                                       AdwToast  *toast); /* (transfer full) */

G_END_DECLS
