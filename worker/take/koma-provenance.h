/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "worker/models/koma-model-info.h"

G_BEGIN_DECLS

/* Where an answer comes from, in words that every export has. Borrowed from the description of the
 * model. */
typedef struct
{
  const char *model;      /* its name, for people */
  const char *model_hash; /* over topology and weights: 32 hexadecimal digits */
  const char *recipe;     /* how a picture became the input, in English words */
  const char *backend;    /* "xnnpack" */
  const char *device;     /* that the backend computed on; "" where it has no name */
  const char *precision;  /* "float32" */
  const char *version;    /* Koma's */
} KomaProvenance;

#define KOMA_N_PROVENANCE 7

/* For a result: of result->info, the model and backend that computed it. */
void koma_provenance_init (KomaProvenance *self, const KomaModelInfo *info);
/* The same as pairs of a name that programs read ("model_hash") and a value, in the order above. */
void koma_provenance_get_pair (const KomaProvenance *self,
                               guint                 index, /* below KOMA_N_PROVENANCE */
                               const char          **ret_name,
                               const char          **ret_value);

G_END_DECLS
