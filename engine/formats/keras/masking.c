/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "layers.h"
#include "mask.h"

/* Masking: a step all of whose elements are mask_value does not count, and becomes zeros.
 * x [n, steps, c]; of more dimensions, each row of the last is judged alone, and there is no mask
 * of steps */
KomaValueId
koma_keras_masking (KomaBuilder         *b,
                    const KomaKerasCall *call)
{
  const KomaValueId x = call->inputs[0];
  const guint       rank = koma_builder_get_rank (b, x);
  const double      ignored = koma_keras_config_double (call, "mask_value", 0);
  KomaValueId       counts = KOMA_VALUE_NONE;
  KomaValueId       mask = KOMA_VALUE_NONE;
  KomaValueId       y = KOMA_VALUE_NONE;

  if (rank < 2)
    return koma_builder_fail (b, KOMA_ERROR_SHAPE,
                              "input has %u dimensions, expected 2 or more", rank);
  counts = koma_builder_binary (b, KOMA_OP_NOT_EQUAL, x, koma_builder_float (b, ignored));
  counts = koma_builder_reduce (b, KOMA_OP_ANY, counts, 1u << (rank - 1), TRUE);
  if (rank == 3)
    mask = koma_builder_squeeze (b, counts, 2);
  y = KOMA_BUILDER_NODE (b, KOMA_OP_SELECT, NULL, counts, x, koma_builder_float (b, 0));
  koma_keras_set_mask (call->keras, y, mask);
  return y;
}
