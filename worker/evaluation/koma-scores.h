/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/model/model.h"
#include "engine/runtime/session.h"

G_BEGIN_DECLS

typedef struct
{
  KomaModel                *model;   /* a classifier */
  const KomaSessionOptions *options; /* n_threads 0: one for each processor; the batch is 1 */
  const char *const        *paths;   /* [n] */
  guint                     n;
} KomaScoresParts;

/* All scores of picture files, computed on several threads. */
gboolean koma_scores_compute (const KomaScoresParts *parts,
                              float                 *ret_scores,   /* [n, n_classes] */
                              char                 **ret_failures, /* [n] (nullable) messages */
                              char                 **ret_backend,
                              GError               **error);

G_END_DECLS
