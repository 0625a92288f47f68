/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-model-info.h"

#include "engine/koma-app.h"

G_BEGIN_DECLS

/* All that is known; koma_model_info_new () takes references and copies. */
typedef struct
{
  const KomaModel    *model;     /* a classifier of pictures */
  const KomaSession  *session;   /* where it runs, one picture at a time */
  guint               n_threads; /* at most, for one picture */
  guint               n_classes;
  const char *const  *warnings; /* (nullable) from loading, beside the model's own */
  KomaAutotuneReport *autotune; /* (nullable) if the backends were measured */
  KomaModelInfo      *before;   /* (nullable) the same model as it computed until now */
} KomaModelInfoParts;

KomaModelInfo *koma_model_info_new (const KomaModelInfoParts *parts);

G_END_DECLS
