/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-preferences-base.h"

G_GNUC_BEGIN_IGNORE_DEPRECATIONS

GType
koma_preferences_base_get_type (void)
{
  return ADW_TYPE_PREFERENCES_WINDOW;
}

void
koma_preferences_base_add_toast (GtkWidget *window,
                                 AdwToast  *toast)
{
  adw_preferences_window_add_toast (ADW_PREFERENCES_WINDOW (window), toast);
}

G_GNUC_END_IGNORE_DEPRECATIONS
