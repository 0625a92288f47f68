/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

gboolean koma_accent_read (GVariant *value, GdkRGBA *ret_colour);
char    *koma_accent_make_css (const GdkRGBA *accent, gboolean is_dark);

G_END_DECLS
