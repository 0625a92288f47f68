/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-explanation.h"
#include "worker/koma-worker.h"
#include "worker/measure/koma-measurement-options.h"

G_BEGIN_DECLS

typedef struct
{
  KomaRequest      *request; /* the picture: any kind; the rest of it does not count but the fit */
  KomaExplainMethod method;
  const char       *backend; /* (nullable) the one in use */
} KomaExplainOptions;

/* Why the model in use answers so for a picture: on a thread beside the one that answers. One at a
 * time: a later call cancels an earlier one. */
void             koma_worker_explain_async (KomaWorker               *self,
                                            const KomaExplainOptions *options,
                                            KomaMeasurementReport     progress, /* (nullable) */
                                            gpointer                  progress_data,
                                            GCancellable             *cancellable,
                                            GAsyncReadyCallback       callback,
                                            gpointer                  user_data);
KomaExplanation *koma_worker_explain_finish (KomaWorker   *self,
                                             GAsyncResult *result,
                                             GError      **error);

G_END_DECLS
