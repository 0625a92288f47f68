/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/graph/graph.h"
#include "engine/graph/quantization.h"

G_BEGIN_DECLS

/* Private to passes/: constants of float32 as the integers that ops compute with. */
KomaArray *koma_integer_weights_new (const KomaValue *value,
                                     GError         **error);
KomaArray *koma_integer_bias_new (const KomaArray        *bias,
                                  const KomaQuantization *input,
                                  const KomaQuantization *weights,
                                  GError                **error);
gboolean   koma_integer_bias_fits (const KomaArray        *bias,
                                   const KomaQuantization *input,
                                   const KomaQuantization *weights,
                                   gsize                   n_terms);

G_END_DECLS
