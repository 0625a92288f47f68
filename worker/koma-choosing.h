/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-trial-report.h"

#include "engine/model.h"

G_BEGIN_DECLS

/* What automatic choice finds out about a model that already answers: what is
 * kept of it, or else by trying. A piece at a time, so that answers go
 * between. Thread: inference. */
typedef struct _KomaChoosing KomaChoosing;

KomaChoosing    *koma_choosing_new (KomaModel                *model,
                                    const KomaSessionOptions *options,
                                    gboolean                  is_anew); /* whatever is kept */
void             koma_choosing_free (KomaChoosing *choosing);
gboolean         koma_choosing_step (KomaChoosing *choosing); /* whether there is more to do */
KomaTrialReport *koma_choosing_get_report (KomaChoosing *choosing);
void             koma_choosing_keep_batch (KomaChoosing *choosing,
                                           guint         batch); /* of bulk work */

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaChoosing, koma_choosing_free)

G_END_DECLS
