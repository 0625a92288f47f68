/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "worker/evaluation/koma-evaluated.h"

G_BEGIN_DECLS

/* How often answers are right, by their score; drawn by koma-chart.h. */
#define KOMA_TYPE_RELIABILITY_DIAGRAM (koma_reliability_diagram_get_type ())
/* clang-format off */
G_DECLARE_FINAL_TYPE (KomaReliabilityDiagram, koma_reliability_diagram, KOMA, RELIABILITY_DIAGRAM,
                      GtkWidget)
/* clang-format on */

void koma_reliability_diagram_show (KomaReliabilityDiagram *self, KomaEvaluated *evaluated);

G_END_DECLS
