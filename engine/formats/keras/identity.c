/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "layers.h"

/* Layers that do something while training only: changing pictures by chance, which is not computed;
 * adding to the loss, which those who build the model see to (KomaKerasUse). */
gboolean
koma_keras_identity (KomaKerasBuilder    *builder,
                     const KomaKerasCall *call,
                     KomaValueId         *ret_output,
                     GError             **error)
{
  if (builder->is_building && builder->is_training &&
      g_str_has_prefix (call->class_name, "Random"))
    return koma_fail (error, KOMA_ERROR_UNSUPPORTED, "can not be trained with");
  return koma_keras_add_unary (builder, KOMA_OP_IDENTITY, call->name, call->inputs[0], ret_output,
                               error);
}
