/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-request.h"
#include "koma-result.h"
#include "worker/model/koma-model-info.h"

#include "engine/model/labels.h"
#include "engine/model/top-k.h"

G_BEGIN_DECLS

/* All that an answer is made of; koma_result_new () takes references and
 * copies of what it keeps. */
typedef struct
{
  const KomaRequest    *request;
  KomaModelInfo        *info;
  KomaLabels           *labels;
  const KomaClassScore *top; /* [n_top] best first */
  guint                 n_top;
  KomaResultTiming      timing;
  guint                 batch;
  gboolean              is_turned;
  guint                 source_width;
  guint                 source_height;
  GBytes               *thumbnail; /* (nullable) */
} KomaResultParts;

KomaResult *koma_result_new (const KomaResultParts *parts);

G_END_DECLS
