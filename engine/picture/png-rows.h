/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Whether all rows of a PNG are in its file, and its end. @have_arrived: the
 * loader announced every pixel, which says all of a picture that is not
 * interlaced. Thread: any. */
gboolean koma_png_rows_are_complete (const guint8 *file,
                                     gsize         size_bytes,
                                     gboolean      have_arrived);

/* Whether a file of that size can hold the rows that it promises: asked before
 * there is memory for them. */
gboolean koma_png_rows_can_fit (const guint8 *file,
                                gsize         size_bytes);

G_END_DECLS
