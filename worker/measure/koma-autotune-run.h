/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-autotune-report.h"

#include "engine/model/model.h"

G_BEGIN_DECLS

/* Finds out which backend is best for a model: those that automatic choice may
 * take, one after the other, a piece at a time. Thread: inference. */
typedef struct _KomaAutotuneRun KomaAutotuneRun;

/* @options: threads and precision that each backend computes with */
KomaAutotuneRun *koma_autotune_run_new (KomaModel *model, const KomaSessionOptions *options);
void             koma_autotune_run_free (KomaAutotuneRun *autotune);
gboolean         koma_autotune_run_step (KomaAutotuneRun *autotune); /* is there more to do */
/* What came of it, when all is done. */
KomaAutotuneReport *koma_autotune_run_get_report (KomaAutotuneRun *autotune);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaAutotuneRun, koma_autotune_run_free)

G_END_DECLS
