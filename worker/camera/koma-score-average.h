/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "worker/queue/koma-result.h"

G_BEGIN_DECLS

/* An exponential average over time of the scores of classes: steadies the
 * answers to a camera's frames. Not thread-safe. */
typedef struct _KomaScoreAverage KomaScoreAverage;

KomaScoreAverage *koma_score_average_new (double time_constant_s);
void              koma_score_average_free (KomaScoreAverage *average);

/* One answer: the best classes of a frame of that time. */
void koma_score_average_add (KomaScoreAverage      *average,
                             const KomaResultClass *classes, /* [n_classes] */
                             guint                  n_classes,
                             gint64                 captured_us);
void koma_score_average_add_result (KomaScoreAverage *average,
                                    const KomaResult *result,
                                    gint64            captured_us);

/* Best first; borrowed until the next change. */
guint                  koma_score_average_get_n_classes (const KomaScoreAverage *average);
const KomaResultClass *koma_score_average_get_class (const KomaScoreAverage *average, guint index);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaScoreAverage, koma_score_average_free)

G_END_DECLS
