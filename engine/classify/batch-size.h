/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "classifier.h"

G_BEGIN_DECLS

/* How bulk work is cut into batches: measured where it runs, since that does not
 * follow from the model alone. */

typedef struct
{
  guint  batch;
  double run_ms; /* of the whole batch; INFINITY: can not be run */
} KomaBatchTime;

guint koma_batch_size_pick (const KomaBatchTime *times, /* [n_times] */
                            guint                n_times);

KomaClassifier *koma_batch_size_choose (const KomaGraph          *graph,
                                        guint                     output,
                                        const KomaSessionOptions *options, /* batch 0: measured */
                                        KomaClassifier           *single,
                                        gint64                    budget_us);

G_END_DECLS
