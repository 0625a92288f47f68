/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "layer.h"

G_BEGIN_DECLS

/* The layers that most models are made of, with the settings that most of them have; the others are
 * as Keras has them. koma_layer_new () makes every layer with every setting. */
KomaLayer *koma_layer_new_input (const int *shape, guint rank);
KomaLayer *koma_layer_new_input_with_batch (int batch, const int *shape, guint rank);

KomaLayer *koma_layer_new_dense (int units, const char *activation /* (nullable) */);
KomaLayer *koma_layer_new_conv2d (int         n_filters,
                                  int         kernel_size,
                                  const char *activation /* (nullable) */);
KomaLayer *koma_layer_new_max_pooling2d (int pool_size);
KomaLayer *koma_layer_new_flatten (void);
KomaLayer *koma_layer_new_dropout (double rate);

KomaLayer *koma_layer_new_embedding (int n_words, int units);
KomaLayer *koma_layer_new_simple_rnn (int units);
KomaLayer *koma_layer_new_gru (int units);
KomaLayer *koma_layer_new_lstm (int units);

G_END_DECLS
