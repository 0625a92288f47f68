/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "layer.h"
#include "../tensor/tensor.h"

G_BEGIN_DECLS

/* A layer applied to numbers: an op that tapes derive by its inputs and its weights. */
GPtrArray *koma_layer_call (KomaLayer *self, KomaTensor **inputs, guint n_inputs, GError **error);
GPtrArray *koma_layer_call_training (KomaLayer   *self,
                                     KomaTensor **inputs,
                                     guint        n_inputs,
                                     GError     **error);

G_END_DECLS
