/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-worker-model.h"
#include "worker/queue/koma-worker-queue.h"

#include "engine/koma-app.h"

G_BEGIN_DECLS

/* One wish to load a model: from the call, over the load thread, which reads,
 * to the inference thread, which compiles. */
typedef struct
{
  KomaCompletion completion; /* first; its value is a KomaModelInfo */

  /* Immutable after construction. */
  KomaWorkerModel  options;  /* its strings are owned */
  KomaLoadProgress progress; /* (nullable) */
  gpointer         progress_data;
  KomaWorkerQueue *queue; /* outlives the task */

  /* Of the thread that works on it. */
  KomaLoadStage stage; /* last reported */
  double        fraction;
} KomaLoadRequest;

KomaLoadRequest *koma_load_request_new (const KomaWorkerModel *options,
                                        GTask                 *task,     /* (transfer full) */
                                        KomaLoadProgress       progress, /* (nullable) */
                                        gpointer               progress_data,
                                        KomaWorkerQueue       *queue);

/* The thread that works on it. */
KomaModel *koma_load_request_read (KomaLoadRequest *load); /* (nullable) ends it then */
void       koma_load_request_report (KomaLoadRequest *load, KomaLoadStage stage, double fraction);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaLoadRequest, koma_completion_unref)

G_END_DECLS
