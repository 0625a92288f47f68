/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "worker/measure/koma-comparison.h"

G_BEGIN_DECLS

/* Pictures per second: a group of bars for each backend, a bar for each batch. */
#define KOMA_TYPE_THROUGHPUT_CHART (koma_throughput_chart_get_type ())
G_DECLARE_FINAL_TYPE (KomaThroughputChart, koma_throughput_chart, KOMA, THROUGHPUT_CHART, GtkWidget)

void     koma_throughput_chart_show (KomaThroughputChart *self,
                                     KomaComparison      *comparison); /* (nullable) */
gboolean koma_throughput_chart_is_empty (KomaThroughputChart *self);
double   koma_throughput_chart_get_top (KomaThroughputChart *self); /* of its axis */

/* Between the numbers of an axis that reaches to @greatest: 1, 2 or 5 times a power of ten. */
double koma_throughput_chart_choose_step (double greatest);

G_END_DECLS
