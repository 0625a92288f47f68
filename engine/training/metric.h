/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "loss.h"

G_BEGIN_DECLS

/* Among how many of the best predictions the top-k accuracies look for the right class: what
 * Keras does unless it is told otherwise. */
#define KOMA_METRIC_TOP_K 5

/* As KomaLossFunc; a metric of a whole batch is a scalar. */
#define KOMA_METRIC(names, function) \
  KomaValueId koma_metric_##function (KomaBuilder *builder, KomaValueId y_true, KomaValueId y_pred);
#include "metrics.inc"
#undef KOMA_METRIC

gboolean    koma_metric_check (const char *name,
                               GError    **error); /* (nullable) */
const char *koma_metric_get_label (const char *name);
KomaValueId koma_metric_build (KomaBuilder *builder,
                               const char  *name,
                               KomaLoss     loss,
                               KomaValueId  y_true,
                               KomaValueId  y_pred);

G_END_DECLS
