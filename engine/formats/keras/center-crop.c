/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "layers.h"

/* begin = [0, (height − target) / 2, (width − target) / 2, 0], int32 [4] */
static KomaValueId
add_begin (KomaBuilder  *b,
           KomaValueId   input,
           const gint32 *target) /* [2] */
{
  const gint32      none = 0;
  const KomaValueId zero = koma_builder_ints (b, &none, 1);
  KomaValueId       middle = koma_keras_add_shape_part (b, input, 1, 3);

  middle = koma_builder_binary (b, KOMA_OP_SUB, middle, koma_builder_ints (b, target, 2));
  middle = koma_builder_binary (b, KOMA_OP_FLOOR_DIV, middle, koma_builder_int (b, 2));
  return koma_builder_concat (b, (KomaValueId[]){ zero, middle, zero }, 3, 0);
}

/* CenterCrop. A picture that is smaller, which Keras would enlarge, is an error when the graph is
 * bound. */
KomaValueId
koma_keras_center_crop (KomaBuilder         *b,
                        const KomaKerasCall *call)
{
  const gint32 height = (gint32) koma_keras_config_size (call, "height", 0);
  const gint32 width = (gint32) koma_keras_config_size (call, "width", 0);
  KomaValueId  begin = KOMA_VALUE_NONE;

  if (!koma_keras_config_check_pictures (call))
    return KOMA_VALUE_NONE;
  begin = add_begin (b, call->inputs[0], (gint32[]){ height, width });
  return KOMA_BUILDER_NODE (b, call->op, NULL, call->inputs[0], begin,
                            koma_builder_ints (b, (gint32[]){ -1, height, width, -1 }, 4));
}
