/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A learned row l takes the place of the class token:
 *
 *   a = proj (softmax (q (l) k (x)ᵀ / √(width of a head)) v (x))
 *   y = a + fc2 (act (fc1 (norm (a))))
 *
 * as SigLIP has it, too, under other names. */

#include "latent-pool.h"

static KomaValueId
attend (KomaHub            *self,
        KomaValueId         x,
        const char         *pool,
        const KomaHubBlock *how)
{
  KomaValueId q = koma_hub_weight (self, koma_hub_name (self, "%s.latent", pool), 3);
  KomaValueId both[2] = { KOMA_VALUE_NONE, KOMA_VALUE_NONE };

  q = koma_hub_linear (self, q, koma_hub_name (self, "%s.q", pool));
  koma_builder_split (&self->nodes, koma_hub_linear (self, x, koma_hub_name (self, "%s.kv", pool)),
                      2, both);
  q = koma_hub_split_heads (self, q, how->n_heads);
  for (guint i = 0; i < 2; i++)
    both[i] = koma_hub_split_heads (self, both[i], how->n_heads);
  q = koma_hub_norm_heads (self, q, koma_hub_name (self, "%s.q_norm", pool), how->epsilon);
  both[0] = koma_hub_norm_heads (self, both[0], koma_hub_name (self, "%s.k_norm", pool),
                                 how->epsilon);
  x = koma_hub_attend (self, q, both[0], both[1], KOMA_VALUE_NONE);
  return koma_hub_linear (self, x, koma_hub_name (self, "%s.proj", pool));
}

KomaValueId
koma_hub_latent_pool (KomaHub            *self,
                      KomaValueId         x,
                      const char         *pool,
                      const KomaHubBlock *how)
{
  const char *norm = koma_hub_name (self, "%s.norm", pool);
  KomaValueId y = KOMA_VALUE_NONE;

  if (koma_hub_has (self, koma_hub_name (self, "%s.pos_embed", pool)))
    return koma_builder_fail (&self->nodes, KOMA_ERROR_UNSUPPORTED,
                              "“%s” has positions of its own, which Koma does not have", pool);
  x = attend (self, x, pool, how);
  y = koma_hub_layer_norm (self, x, norm, how->epsilon);
  y = koma_hub_linear (self, y, koma_hub_name (self, "%s.mlp.fc1", pool));
  y = koma_hub_activate (self, y, how->activation);
  y = koma_hub_linear (self, y, koma_hub_name (self, "%s.mlp.fc2", pool));
  return koma_hub_get_row (self, koma_hub_add (self, x, y), 0);
}
