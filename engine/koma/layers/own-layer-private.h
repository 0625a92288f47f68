/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/formats/keras/builder.h"
#include "layer-memory.h"
#include "own-layer.h"

G_BEGIN_DECLS

/* A weight of a layer of one's own, or of a layer that is called in its call. */
typedef struct
{
  char            *name;        /* (owned) "kernel" */
  JsonNode        *initializer; /* (owned) (nullable) */
  JsonNode        *regularizer; /* (owned) (nullable) */
  JsonNode        *constraint;  /* (owned) (nullable) */
  gboolean         is_trainable;
  KomaLayerMemory *memory; /* (owned) */
} KomaOwnWeight;

gboolean koma_layer_is_own (KomaLayer *self);
/* Calls build where that was not done. @shapes: KomaShape of the inputs, with the batch. True for
 * other layers. */
gboolean koma_own_layer_ensure_built (KomaLayer    *self,
                                      const GArray *shapes,
                                      GError      **error) G_GNUC_WARN_UNUSED_RESULT;
/* Its weights are made anew when it is used again. */
void koma_own_layer_forget (KomaLayer *self);
/* Adds a weight behind the others, under a name of its own. */
void koma_own_layer_append (KomaLayer *self, KomaOwnWeight *weight /* (transfer full) */);
void koma_own_weight_free (KomaOwnWeight *self);
/* What get_config says becomes part of the entry, also for layers in it. */
gboolean koma_layer_write_config (KomaLayer *self, GError **error);

/* A builder then lowers those of @layers (KomaLayer), and in them, that are of one's own. */
void koma_own_layer_attach (KomaKerasBuilder *builder, GPtrArray *layers);
/* "aai" (transfer floating) */
GVariant *koma_own_layer_write_shapes (const GArray *shapes);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaOwnWeight, koma_own_weight_free)

G_END_DECLS
