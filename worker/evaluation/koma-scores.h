/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "worker/model/koma-half-turn-mode.h"

#include "engine/runtime/session.h"

G_BEGIN_DECLS

typedef struct
{
  KomaModel                *model;   /* a classifier */
  const KomaSessionOptions *options; /* n_threads 0: one for each processor; the batch is 1 */
  const char *const        *paths;   /* [n] */
  guint                     n;
  KomaHalfTurnMode          half_turn;
} KomaScoresParts;

/* All scores of picture files, computed on several threads; of those that are looked at upside down
 * too, the mean of both. */
gboolean koma_scores_compute (const KomaScoresParts *parts,
                              float                 *ret_scores,   /* [n, n_classes] */
                              char                 **ret_failures, /* [n] (nullable) messages */
                              char                 **ret_backend,
                              guint                 *ret_n_turned,
                              GError               **error);

G_END_DECLS
