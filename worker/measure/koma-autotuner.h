/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-autotune-report.h"

#include "engine/model/model.h"

G_BEGIN_DECLS

/* What automatic choice finds out about a model that already answers: what is
 * kept of it, or else by trying. A piece at a time, so that answers go
 * between. Thread: inference. */
typedef struct _KomaAutotuner KomaAutotuner;

KomaAutotuner      *koma_autotuner_new (KomaModel                *model,
                                        const KomaSessionOptions *options,
                                        gboolean                  is_anew); /* whatever is kept */
void                koma_autotuner_free (KomaAutotuner *choosing);
gboolean            koma_autotuner_step (KomaAutotuner *choosing); /* whether there is more to do */
KomaAutotuneReport *koma_autotuner_get_report (KomaAutotuner *choosing);
void                koma_autotuner_keep_batch (KomaAutotuner *choosing,
                                               guint          batch); /* of bulk work */

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaAutotuner, koma_autotuner_free)

G_END_DECLS
