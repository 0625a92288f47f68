/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <json-glib/json-glib.h>

#include "layer.h"
#include "layer-memory.h"

G_BEGIN_DECLS

struct _KomaLayer
{
  GInitiallyUnowned parent_instance;

  JsonObject *entry; /* (owned) */
  char       *name;  /* (owned) (nullable) as in the entry */
  gboolean    is_named_by_model;

  GPtrArray *memory; /* (owned) KomaLayerMemory of its weights and states; none: not made yet */
  GArray    *shapes; /* (owned) (nullable) KomaShape of what it was applied to last */
  GPtrArray *models; /* (owned) GWeakRef: those that it is part of, at any depth */

  /* A model that is a layer. */
  GPtrArray *children; /* (owned) (nullable) KomaLayer */
  GObject   *model;    /* (owned) (nullable) KomaLayersModel */
};

KomaLayer *koma_layer_new_from_entry (JsonObject *entry);
/* { "class_name", "config" } as it stands among a model's layers; models share it. */
JsonObject *koma_layer_get_entry (KomaLayer *self);
/* For one that has none: names are given by models. */
void koma_layer_set_name (KomaLayer *self, const char *name);
/* It and the layers in it are part of the model, whose reference they do not have. */
void koma_layer_join (KomaLayer *self, gpointer model);
/* Of the layer @self itself, or of one in it. (nullable) */
KomaLayer *koma_layer_find (KomaLayer *self, gconstpointer identity);

G_END_DECLS
