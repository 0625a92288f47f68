/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "layer.h"

G_BEGIN_DECLS

/**
 * KomaSymbol:
 *
 * What a layer gives when it is applied, before there are numbers: it has a shape, and layers may
 * be applied to it. Models are made of symbols. The first dimension is the batch, which is open.
 */
#define KOMA_TYPE_SYMBOL (koma_symbol_get_type ())
G_DECLARE_FINAL_TYPE (KomaSymbol, koma_symbol, KOMA, SYMBOL, GInitiallyUnowned)

KomaSymbol *koma_symbol_new_input (const int  *shape, /* without the batch; -1: open */
                                   guint       rank,
                                   const char *name, /* (nullable) */
                                   GError    **error);
KomaSymbol *koma_symbol_new_input_with_batch (int         batch, /* samples; -1: open */
                                              const int  *shape,
                                              guint       rank,
                                              const char *name, /* (nullable) */
                                              GError    **error);
const int  *koma_symbol_get_shape (KomaSymbol *self, guint *ret_rank); /* with the batch, -1 */

KomaSymbol *koma_layer_apply (KomaLayer *self, KomaSymbol *input, GError **error);
KomaSymbol *koma_layer_apply_all (KomaLayer   *self,
                                  KomaSymbol **inputs,
                                  guint        n_inputs,
                                  GError     **error);
guint       koma_symbol_get_n_siblings (KomaSymbol *self);
KomaSymbol *koma_symbol_get_sibling (KomaSymbol *self, guint index);

G_END_DECLS
