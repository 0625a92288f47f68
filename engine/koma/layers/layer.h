/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * KomaLayer:
 *
 * A layer as Keras describes it: a class, "Dense", and settings. A layer is an operation and its
 * weights, which it owns: models that it is part of share them. A class of one's own is derived
 * from it, and computes with ops on tensors.
 */
#define KOMA_TYPE_LAYER (koma_layer_get_type ())
G_DECLARE_DERIVABLE_TYPE (KomaLayer, koma_layer, KOMA, LAYER, GInitiallyUnowned)

/**
 * KomaLayerClass:
 * @build: (nullable): makes the weights with koma_layer_add_weight(); called once, before the first
 *   @compute
 * @compute: the layer's call, what it makes of its inputs: a class that has it is one of one's own
 * @compute_output_shape: (nullable): the shape of the first output; where it is told it has to be
 *   that of what @compute gives
 * @get_config: (nullable): the settings that the constructor of koma_layer_register() needs, as a
 *   JSON object
 *
 * What a layer of one's own does. All are called on the thread that uses its models.
 */
struct _KomaLayerClass
{
  GInitiallyUnownedClass parent_class;

  /**
   * KomaLayerClass::build:
   * @self: a layer
   * @input_shapes: "aai": the sizes of each input, with the batch; −1 where open
   * @error: return location for an error
   *
   * Returns: whether it worked
   */
  gboolean (*build) (KomaLayer *self, GVariant *input_shapes, GError **error);
  /**
   * KomaLayerClass::compute:
   * @self: a layer
   * @inputs: (element-type KomaTensor): float32, `[batch, …]`, of numbers that mean nothing
   * @is_training: whether the model is trained
   * @error: return location for an error
   *
   * Returns: (transfer container) (element-type KomaTensor) (nullable): the outputs, made of ops on
   *   @inputs and weights; %NULL with @error set
   */
  GPtrArray *(*compute) (KomaLayer *self, GPtrArray *inputs, gboolean is_training, GError **error);
  /**
   * KomaLayerClass::compute_output_shape:
   * @self: a layer
   * @input_shapes: as for build
   * @error: return location for an error
   *
   * Returns: (transfer full) (nullable): "ai"; %NULL with @error set
   */
  GVariant *(*compute_output_shape) (KomaLayer *self, GVariant *input_shapes, GError **error);
  /**
   * KomaLayerClass::get_config:
   * @self: a layer
   * @error: return location for an error
   *
   * Returns: (transfer full) (nullable): a JSON object; %NULL with @error set
   */
  char *(*get_config) (KomaLayer *self, GError **error);

  /*< private >*/
  gpointer padding[8];
};

KomaLayer         *koma_layer_new (const char *class_name,
                                   const char *config, /* (nullable) JSON */
                                   GError    **error);
KomaLayer         *koma_layer_new_time_distributed (KomaLayer  *layer,
                                                    const char *config, /* (nullable) JSON */
                                                    GError    **error);
const char *const *koma_layer_list_classes (void);

const char *koma_layer_get_class_name (KomaLayer *self);
const char *koma_layer_get_name (KomaLayer *self); /* (nullable) */
char       *koma_layer_get_config (KomaLayer *self);
gboolean    koma_layer_get_trainable (KomaLayer *self);
void        koma_layer_set_trainable (KomaLayer *self, gboolean is_trainable);

G_END_DECLS
