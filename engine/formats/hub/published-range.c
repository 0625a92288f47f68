/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "published-range.h"

#include "steps.h"

#define N_CLASSES 1000

static gint64
count_outputs (KomaHub    *self,
               const char *layer)
{
  return koma_hub_has_layer (self, layer)
           ? koma_hub_look_shape (self, koma_hub_name (self, "%s.weight", layer)).dims[0]
           : 0;
}

KomaValueId
koma_hub_to_published_range (KomaHub    *self,
                             KomaValueId x,
                             const char *aux,
                             const char *first,
                             gint64      n_first)
{
  static const float scale[] = { 0.229F / 0.5F, 0.224F / 0.5F, 0.225F / 0.5F };
  static const float shift[] = { (0.485F - 0.5F) / 0.5F, (0.456F - 0.5F) / 0.5F,
                                 (0.406F - 0.5F) / 0.5F };
  KomaBuilder       *nodes = &self->nodes;

  if (!koma_hub_has_layer (self, aux) || count_outputs (self, first) != n_first ||
      count_outputs (self, "fc") != N_CLASSES)
    return x;
  x = koma_builder_binary (nodes, KOMA_OP_MUL, x, koma_builder_floats (nodes, scale, 3));
  return koma_builder_binary (nodes, KOMA_OP_ADD, x, koma_builder_floats (nodes, shift, 3));
}
