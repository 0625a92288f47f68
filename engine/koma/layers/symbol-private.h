/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/graph/shape.h"
#include "symbol.h"

G_BEGIN_DECLS

/* One application of a layer. */
typedef struct
{
  gatomicrefcount ref_count;

  KomaLayer *layer;   /* (owned) */
  GPtrArray *inputs;  /* (owned) KomaSymbol; none: an input of a model */
  GArray    *outputs; /* (owned) KomaShape */
} KomaSymbolUse;

const KomaSymbolUse *koma_symbol_get_use (KomaSymbol *self);
guint                koma_symbol_get_index (KomaSymbol *self); /* among the outputs of its use */
/* Of a layer whose entry says the shape: an InputLayer, or the first of a Sequential. */
KomaSymbol *koma_symbol_new_for_entry (KomaLayer *layer, GError **error);
KomaSymbol *koma_symbol_new_for_use (const KomaSymbolUse *use);

G_END_DECLS
