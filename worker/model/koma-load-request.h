/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "worker/koma-worker.h"
#include "worker/queue/koma-worker-queue.h"

G_BEGIN_DECLS

/* One wish to load a model: from the call, over the load thread, which reads,
 * to the inference thread, which compiles. Ends exactly once, whoever ends it
 * first. Atomic reference count, any thread. */
typedef struct _KomaLoadRequest KomaLoadRequest;

KomaLoadRequest *koma_load_request_new (const KomaWorkerModel *options,
                                        GTask                 *task,     /* (transfer full) */
                                        KomaLoadProgress       progress, /* (nullable) */
                                        gpointer               progress_data,
                                        KomaWorkerQueue       *queue);
KomaLoadRequest *koma_load_request_ref (KomaLoadRequest *load);
void             koma_load_request_unref (KomaLoadRequest *load);

const KomaWorkerModel *koma_load_request_get_options (const KomaLoadRequest *load);

gboolean koma_load_request_is_ended (KomaLoadRequest *load);
void     koma_load_request_report (KomaLoadRequest *load, KomaLoadStage stage, double fraction);
gboolean
     koma_load_request_commit (KomaLoadRequest *load); /* from here on only the next can end it */
void koma_load_request_succeed (KomaLoadRequest *load, KomaModelInfo *info);
void koma_load_request_fail (KomaLoadRequest *load, GError *error); /* (transfer full) */
void koma_load_request_cancel (KomaLoadRequest *load);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaLoadRequest, koma_load_request_unref)

G_END_DECLS
