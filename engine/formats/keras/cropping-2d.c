/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "layers.h"

/* Cropping2D */
KomaValueId
koma_keras_cropping_2d (KomaBuilder         *b,
                        const KomaKerasCall *call)
{
  KomaAttrs *attrs = koma_attrs_new ();
  gint64     c[4] = { 0 }; /* top, bottom, left, right */

  koma_keras_config_check_pictures (call);
  koma_keras_config_borders (call, "cropping", c);
  /* An end of −0 would be the beginning; masked, it is the end. */
  koma_attrs_set_int (attrs, "end_mask", 1 | (c[1] == 0) << 1 | (c[3] == 0) << 2 | 1 << 3);
  return KOMA_BUILDER_NODE (b, call->op, attrs, call->inputs[0],
                            koma_builder_ints (b, (gint32[]){ 0, c[0], c[2], 0 }, 4),
                            koma_builder_ints (b, (gint32[]){ 0, -c[1], -c[3], 0 }, 4),
                            koma_builder_ints (b, (gint32[]){ 1, 1, 1, 1 }, 4));
}
