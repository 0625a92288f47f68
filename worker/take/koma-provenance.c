/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-provenance.h"

#define EMPTY_IF_NULL(text) ((text) != NULL ? (text) : "")

/**
 * koma_provenance_init:
 * @info: the model that answered; outlives @self
 *
 * Thread: any.
 */
void
koma_provenance_init (KomaProvenance      *self,
                      const KomaModelInfo *info)
{
  *self = (KomaProvenance){
    .model = EMPTY_IF_NULL (info->name),
    .model_hash = EMPTY_IF_NULL (info->hash),
    .recipe = EMPTY_IF_NULL (info->recipe),
    .backend = EMPTY_IF_NULL (info->backend),
    .device = EMPTY_IF_NULL (info->device),
    .precision = koma_precision_get_name (info->precision),
    .version = info->version != NULL ? info->version : KOMA_VERSION,
  };
}

/**
 * koma_provenance_get_pair:
 * @index: below %KOMA_N_PROVENANCE
 * @ret_name: static
 * @ret_value: borrowed; never %NULL
 *
 * Thread: any.
 */
void
koma_provenance_get_pair (const KomaProvenance *self,
                          guint                 index,
                          const char          **ret_name,
                          const char          **ret_value)
{
  const char *const pairs[KOMA_N_PROVENANCE][2] = {
    { "model", self->model },
    { "model_hash", self->model_hash },
    { "recipe", self->recipe },
    { "backend", self->backend },
    { "device", self->device },
    { "precision", self->precision },
    { "koma_version", self->version },
  };

  g_return_if_fail (index < KOMA_N_PROVENANCE);

  *ret_name = pairs[index][0];
  *ret_value = pairs[index][1];
}
