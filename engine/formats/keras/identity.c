/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "layers.h"

/* Layers that do something while training only: adding to the loss, which those who build the model
 * see to (KomaKerasUse). */
KomaValueId
koma_keras_identity (KomaBuilder         *b,
                     const KomaKerasCall *call)
{
  return koma_builder_unary (b, KOMA_OP_IDENTITY, call->inputs[0]);
}
