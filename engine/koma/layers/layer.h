/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

/**
 * KomaLayer:
 *
 * A layer as Keras describes it: a class, "Dense", and settings. A layer is an operation and its
 * weights, which it owns: models that it is part of share them.
 */
#define KOMA_TYPE_LAYER (koma_layer_get_type ())
G_DECLARE_FINAL_TYPE (KomaLayer, koma_layer, KOMA, LAYER, GInitiallyUnowned)

KomaLayer         *koma_layer_new (const char *class_name,
                                   const char *config, /* (nullable) JSON */
                                   GError    **error);
const char *const *koma_layer_list_classes (void);

const char *koma_layer_get_class_name (KomaLayer *self);
const char *koma_layer_get_name (KomaLayer *self); /* (nullable) */
char       *koma_layer_get_config (KomaLayer *self);
gboolean    koma_layer_get_trainable (KomaLayer *self);
void        koma_layer_set_trainable (KomaLayer *self, gboolean is_trainable);

G_END_DECLS
