/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-autotune-report.h"

#include "engine/koma-app.h"

G_BEGIN_DECLS

/* Finds the best backend for a model that already answers: as the store knows
 * it, else by a benchmark of each backend that automatic choice may take. It
 * works in pieces, so that answers go between. Thread: inference. */
typedef struct _KomaAutotuner KomaAutotuner;

KomaAutotuner *koma_autotuner_new (KomaModel                *model,
                                   const KomaSessionOptions *options,
                                   gboolean                  is_anew); /* whatever is kept */
void           koma_autotuner_free (KomaAutotuner *autotuner);
gboolean       koma_autotuner_step (KomaAutotuner *autotuner); /* whether there is more to do */
/* (nullable) Before the end nothing is known. */
KomaAutotuneReport *koma_autotuner_get_report (KomaAutotuner *autotuner);
void                koma_autotuner_keep_batch (KomaAutotuner *autotuner,
                                               guint          batch); /* of bulk work */

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaAutotuner, koma_autotuner_free)

G_END_DECLS
