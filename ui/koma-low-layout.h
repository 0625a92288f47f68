/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Of a widget whose one child is a GtkScrolledWindow: what is in that is shown whole, as high as it
 * has to be for the width, and scrolls where a window is too low for it. (GtkScrolledWindow itself
 * measures the height of what is in it for its natural width.) */
#define KOMA_TYPE_LOW_LAYOUT (koma_low_layout_get_type ())
G_DECLARE_FINAL_TYPE (KomaLowLayout, koma_low_layout, KOMA, LOW_LAYOUT, GtkLayoutManager)

G_END_DECLS
