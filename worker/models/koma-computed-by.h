/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-model-info.h"

G_BEGIN_DECLS

/* Bytes of each text; longer ones are none of Koma's. */
#define KOMA_COMPUTED_BY_MAX 256

/* What an answer of another time was computed by. */
typedef struct
{
  const char   *backend;
  const char   *device; /* "" where it has no name */
  KomaPrecision precision;
  const char   *version; /* of Koma */
} KomaComputedBy;

/* (transfer full) What a sheet of answers and a row need to know of the model; or @info itself, if
 * it computes so. Thread: any. */
KomaModelInfo *koma_model_info_new_computed_by (KomaModelInfo *info, const KomaComputedBy *by);

G_END_DECLS
