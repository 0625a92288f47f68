/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-cli-options.h"
#include "worker/koma-worker.h"

G_BEGIN_DECLS

/* The model that the options name, as the worker is to load it; borrows from them. */
KomaWorkerModel koma_cli_worker_get_model (const KomaCliOptions *options);
/* Waits for it. Says its warnings, or why it could not be loaded. Thread: main.
 * Returns: (transfer full) (nullable) */
KomaModelInfo *koma_cli_worker_load (KomaWorker *worker, const KomaWorkerModel *model);
/* The same, after a load whose warnings were told. */
KomaModelInfo *koma_cli_worker_load_again (KomaWorker            *worker,
                                           const KomaWorkerModel *model);
/* That another backend answers, if it is so; once for each change: answers that come later say the
 * same. @told: (inout) the description before */
void koma_cli_worker_tell_change (KomaModelInfo **told, KomaModelInfo *info);

G_END_DECLS
