/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "worker/queue/koma-job.h"

#include "engine/koma-app.h"

G_BEGIN_DECLS

/* The pictures that tell the range of a model whose file does not: gathered from what is asked
 * first, and compared once there are enough of them. Thread: inference. */
typedef struct _KomaRangeSearch KomaRangeSearch;

/* (nullable) there is nothing to find */
KomaRangeSearch *koma_range_search_new (const KomaActiveModel *active_model);
void             koma_range_search_free (KomaRangeSearch *search); /* (nullable) */

void     koma_range_search_add (KomaRangeSearch *search, const KomaJob *job);
gboolean koma_range_search_is_worth_waiting (const KomaRangeSearch *search, guint n_waiting);
gboolean koma_range_search_is_due (const KomaRangeSearch *search);
gboolean koma_range_search_is_over (const KomaRangeSearch *search);
gboolean koma_range_search_run (KomaRangeSearch          *search,
                                const KomaSessionOptions *options,
                                const KomaProgress       *progress, /* (nullable) may stop it */
                                KomaRangeTrial           *ret_trial,
                                GError                  **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaRangeSearch, koma_range_search_free)

G_END_DECLS
