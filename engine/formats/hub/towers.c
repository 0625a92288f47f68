/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "towers.h"

#include <math.h>

#include "engine/formats/json.h"

JsonObject *
koma_hub_enter_settings (KomaHub    *self,
                         const char *tower)
{
  JsonObject *all = self->settings;
  JsonObject *own = koma_json_get_object (all, tower);

  if (own != NULL)
    self->settings = own;
  return all;
}

KomaValueId
koma_hub_add_words (KomaHub     *self,
                    const char  *table,
                    const char  *positions,
                    KomaValueId *ret_ids)
{
  KomaBuilder      *nodes = &self->nodes;
  const KomaValueId rows = koma_hub_weight (self, table, 2);
  const KomaValueId places = koma_hub_weight (self, positions, 2);
  const gint64      n_ids = koma_builder_get_dim (nodes, rows, 0);
  KomaValueId       x = KOMA_VALUE_NONE;

  *ret_ids = KOMA_VALUE_NONE;
  if (rows == KOMA_VALUE_NONE || places == KOMA_VALUE_NONE)
    return KOMA_VALUE_NONE;
  *ret_ids = koma_builder_input (nodes, "input_ids", KOMA_DTYPE_INT32,
                                 KOMA_SHAPE (1, koma_builder_get_dim (nodes, places, 0)));
  nodes->name = "input_ids";
  x = koma_builder_check_indices (nodes, *ret_ids, &n_ids, 1);
  nodes->name = table;
  x = koma_builder_binary (nodes, KOMA_OP_GATHER, rows, x);
  return koma_hub_add (self, x, places);
}

/* (transfer full) (nullable) One number, [] or [1]. */
static KomaArray *
take_number (KomaHub    *self,
             const char *name)
{
  const KomaShape none = KOMA_SHAPE_SCALAR;
  const KomaShape shape = koma_hub_look_shape (self, name);
  g_autoptr (KomaArray) stored = koma_hub_take (self, name, MIN (shape.rank, 1));

  if (stored == NULL)
    return NULL;
  if (stored->count == 1)
    return koma_array_reshape (stored, &none, &self->nodes.error);
  koma_builder_fail (&self->nodes, KOMA_ERROR_SHAPE,
                     "weight “%s” has %" G_GSIZE_FORMAT " numbers, expected one", name,
                     stored->count);
  return NULL;
}

KomaValueId
koma_hub_compare (KomaHub    *self,
                  KomaValueId pictures,
                  KomaValueId texts)
{
  static const char scale_name[] = "logit_scale";
  static const char bias_name[] = "logit_bias";
  KomaBuilder      *nodes = &self->nodes;
  g_autoptr (KomaArray) scale = take_number (self, scale_name);
  g_autoptr (KomaArray) bias = koma_hub_has (self, bias_name) ? take_number (self, bias_name)
                                                              : NULL;
  KomaValueId x = KOMA_VALUE_NONE;

  nodes->name = "image_embeds";
  self->image_embeds = koma_hub_make_unit (self, pictures);
  nodes->name = "text_embeds";
  self->text_embeds = koma_hub_make_unit (self, texts);
  nodes->name = "logits";
  if (scale == NULL)
    return KOMA_VALUE_NONE;
  x = koma_builder_mat_mul (nodes, self->image_embeds, self->text_embeds, FALSE, TRUE);
  x = koma_builder_with_number (nodes, KOMA_OP_MUL, x, exp (*(const float *) scale->data));
  if (bias != NULL)
    x = koma_builder_with_number (nodes, KOMA_OP_ADD, x, *(const float *) bias->data);
  return x;
}
