/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/runtime/session.h"

G_BEGIN_DECLS

/* A session seen as what a classifier is: @batch pictures in, as many rows of
 * scores out. Thread: the one that made it. */
typedef struct _KomaRunner KomaRunner;

KomaRunner *koma_runner_new (const KomaGraph          *graph,
                             guint                     output, /* index of the scores */
                             const KomaSessionOptions *options,
                             GError                  **error);
void        koma_runner_free (KomaRunner *runner);

KomaSession *koma_runner_get_session (KomaRunner *runner);
guint        koma_runner_get_batch (const KomaRunner *runner);
gsize        koma_runner_get_input_size (const KomaRunner *runner); /* elements of one picture */
guint        koma_runner_get_n_classes (const KomaRunner *runner);
double       koma_runner_get_make_ms (const KomaRunner *runner);
double       koma_runner_get_run_ms (const KomaRunner *runner); /* INFINITY: never ran */

float       *koma_runner_get_input (KomaRunner *runner, guint index);
const float *koma_runner_get_scores (KomaRunner *runner, guint index); /* [n_classes] */
gboolean     koma_runner_warm (KomaRunner         *runner,
                               const KomaProgress *progress,
                               GError            **error);
gboolean     koma_runner_run (KomaRunner *runner, GError **error);
gboolean     koma_runner_check_scores (KomaRunner *runner,
                                       guint       n_pictures,
                                       GError    **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaRunner, koma_runner_free)

G_END_DECLS
