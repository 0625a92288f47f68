/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "dense-layers.h"

static void
init_layer (KomaDenseLayer *layer,
            guint           n_in,
            guint           n_out)
{
  layer->n_in = n_in;
  layer->n_out = n_out;
  layer->weights = g_new0 (float, (gsize) n_in *n_out);
  layer->bias = g_new0 (float, n_out);
}

KomaDenseLayers *
koma_dense_layers_new (guint n_features,
                       guint n_hidden,
                       guint n_classes)
{
  KomaDenseLayers *self = g_atomic_rc_box_new0 (KomaDenseLayers);

  self->n_layers = n_hidden > 0 ? 2 : 1;
  if (n_hidden > 0)
    init_layer (&self->layers[0], n_features, n_hidden);
  init_layer (&self->layers[self->n_layers - 1], n_hidden > 0 ? n_hidden : n_features, n_classes);
  return self;
}

static void
clear (gpointer box)
{
  KomaDenseLayers *self = box;

  for (guint i = 0; i < self->n_layers; i++) {
    g_free (self->layers[i].weights);
    g_free (self->layers[i].bias);
  }
}

void
koma_dense_layers_unref (KomaDenseLayers *self)
{
  if (self != NULL)
    g_atomic_rc_box_release_full (self, clear);
}
