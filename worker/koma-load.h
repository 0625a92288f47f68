/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-worker-queue.h"
#include "koma-worker.h"

G_BEGIN_DECLS

/* One wish to load a model: from the call, over the load thread, which reads,
 * to the inference thread, which compiles. Ends exactly once, whoever ends it
 * first. Atomic reference count, any thread. */
typedef struct _KomaLoad KomaLoad;

KomaLoad *koma_load_new (const KomaWorkerModel *options,
                         GTask                 *task,     /* (transfer full) */
                         KomaLoadProgress       progress, /* (nullable) */
                         gpointer               progress_data,
                         KomaWorkerQueue       *queue);
KomaLoad *koma_load_ref (KomaLoad *load);
void      koma_load_unref (KomaLoad *load);

const KomaWorkerModel *koma_load_get_options (const KomaLoad *load);

gboolean koma_load_is_ended (KomaLoad *load);
void     koma_load_report (KomaLoad *load, KomaLoadStage stage, double fraction);
gboolean koma_load_commit (KomaLoad *load); /* from here on only the next can end it */
void     koma_load_succeed (KomaLoad *load, KomaModelInfo *info);
void     koma_load_fail (KomaLoad *load, GError *error); /* (transfer full) */
void     koma_load_cancel (KomaLoad *load);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaLoad, koma_load_unref)

G_END_DECLS
