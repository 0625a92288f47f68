/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The classes that a matrix shows: all that have pictures or were answered, in their order; where
 * these are more than @max, those that are mixed up most. (element-type guint) */
GArray *koma_shown_classes_choose (const guint *counts, /* [n_classes, n_classes] row: truth */
                                   guint        n_classes,
                                   guint        max,
                                   gboolean    *ret_is_all);

G_END_DECLS
