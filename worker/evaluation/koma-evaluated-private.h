/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-evaluated.h"

G_BEGIN_DECLS

/* The two steps of koma_evaluated_new (): which pictures count, and the answers to them. */
KomaEvaluated *koma_evaluated_begin (const KomaEvaluatedParts *parts,
                                     KomaGroundTruth          *truth,
                                     GError                  **error);
gboolean       koma_evaluated_complete (KomaEvaluated            *self,
                                        const KomaEvaluatedParts *parts,
                                        const KomaProgress       *progress,
                                        GError                  **error);

/* Of the first: fills the pictures that count, their classes, and those that do not count. */
gboolean koma_evaluated_match (KomaEvaluated *self, GError **error);

/* Of the second: the scores of all pictures that count. */
gboolean koma_evaluated_compute (KomaEvaluated            *self,
                                 const KomaEvaluatedParts *parts,
                                 const KomaSessionOptions *options,
                                 char                    **ret_failures, /* [n] (nullable) each */
                                 GError                  **error);

G_END_DECLS
