/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Of measurements: 0 is the least, 0.5 the median, 1 the greatest; between two
 * of them in proportion. Sorts @values; there are 1 or more. Thread: any. */
double koma_quantile (double *values, /* [n_values] */
                      guint   n_values,
                      double  quantile);

G_END_DECLS
