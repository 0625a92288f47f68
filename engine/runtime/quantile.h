/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A quantile: 0 is the least value, 0.5 the median, 1 the greatest; interpolated
 * between two values. Sorts @values, of which there are 1 or more. Thread: any. */
double koma_quantile (double *values, /* [n_values] */
                      guint   n_values,
                      double  quantile);

G_END_DECLS
