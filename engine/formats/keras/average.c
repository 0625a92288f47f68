/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "layers.h"

/* Average */
KomaValueId
koma_keras_average (KomaBuilder         *b,
                    const KomaKerasCall *call)
{
  const KomaValueId sum = koma_keras_merge (b, call);

  return koma_builder_binary (b, KOMA_OP_MUL, sum, koma_builder_float (b, 1.0 / call->n_inputs));
}
