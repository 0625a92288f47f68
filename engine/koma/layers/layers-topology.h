/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <json-glib/json-glib.h>

#include "symbol.h"

G_BEGIN_DECLS

/* A model as Keras writes it, { "class_name": "Model", "config" }, from symbols. */
JsonObject *koma_layers_topology_new (const char  *name,
                                      KomaSymbol **inputs,
                                      guint        n_inputs,
                                      KomaSymbol **outputs,
                                      guint        n_outputs,
                                      GPtrArray   *ret_layers,  /* KomaLayer, in order */
                                      GPtrArray   *ret_symbols, /* KomaSymbol: what each gives */
                                      GError     **error) G_GNUC_WARN_UNUSED_RESULT;
/* For a layer without a name: one that none of @layers has. */
void koma_layers_topology_name (KomaLayer *layer, GPtrArray *layers);
/* Another one, where @taken has the name already. (transfer full) */
char *koma_layers_topology_number (const char *name, GHashTable *taken);

G_END_DECLS
