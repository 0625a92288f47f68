/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "layers.h"

/* Layers that do something while training only: changing pictures by chance, which is not computed;
 * adding to the loss, which those who build the model see to (KomaKerasUse). */
KomaValueId
koma_keras_identity (KomaBuilder         *b,
                     const KomaKerasCall *call)
{
  if (call->keras->is_training && g_str_has_prefix (call->class_name, "Random"))
    return koma_builder_fail (b, KOMA_ERROR_UNSUPPORTED, "can not be trained with");
  return koma_builder_unary (b, KOMA_OP_IDENTITY, call->inputs[0]);
}
