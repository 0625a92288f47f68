/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <json-glib/json-glib.h>

#include "layer.h"
#include "layer-memory.h"

G_BEGIN_DECLS

typedef struct
{
  JsonObject *entry; /* (owned) */
  char       *name;  /* (owned) (nullable) as in the entry */
  gboolean    is_named_by_model;

  GPtrArray *memory;        /* (owned) KomaLayerMemory of weights and states; none: not made yet */
  GArray    *shapes;        /* (owned) (nullable) KomaShape of what it was applied to last */
  GArray    *weight_shapes; /* (owned) (nullable) KomaShape, in the order of lowering */
  GPtrArray *models;        /* (owned) GWeakRef: those that it is part of, at any depth */

  /* A model that is a layer. */
  GPtrArray *children; /* (owned) (nullable) KomaLayer */
  GObject   *model;    /* (owned) (nullable) KomaLayersModel */

  /* A layer of one's own. */
  char      *given_class;    /* (owned) (nullable) */
  char      *given_settings; /* (owned) (nullable) */
  GPtrArray *own_weights;    /* (owned) (nullable) KomaOwnWeight; NULL: it has none yet */
  gboolean   is_built;
  gboolean   is_traced; /* what its call reads is known */
} KomaLayerPrivate;

KomaLayerPrivate *koma_layer_get_private (KomaLayer *self);

/* What an entry of a model describes. */
KomaLayer *koma_layer_new_from_entry (JsonObject *entry, GError **error) G_GNUC_WARN_UNUSED_RESULT;
GPtrArray *koma_layer_list_from_entries (JsonArray *entries,
                                         GError   **error) G_GNUC_WARN_UNUSED_RESULT;
KomaLayer *koma_layer_new_for_entry (JsonObject *entry);
/* { "class_name", "config" } as it stands among a model's layers; models share it. */
JsonObject *koma_layer_get_entry (KomaLayer *self);
void        koma_layer_set_entry (KomaLayer *self, JsonObject *entry);
/* For one that has none: names are given by models. */
void koma_layer_set_name (KomaLayer *self, const char *name);
/* It and the layers in it are part of the model, whose reference they do not have. */
void koma_layer_join (KomaLayer *self, gpointer model);
/* Of the layer @self itself, or of one in it. (nullable) */
KomaLayer *koma_layer_find (KomaLayer *self, gconstpointer identity);
/* Weights are there after that, unless the layer has none, or is not applied yet. */
gboolean koma_layer_ensure_weights (KomaLayer *self, GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* Variables that there are are trainable or not as layers are now. @is_frozen: what it is in is. */
void koma_layer_refresh_variables (KomaLayer *self, gboolean is_frozen);

G_END_DECLS
