/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/* NULL-terminated: what the group may be called that holds the layers of a model. */
extern const char *const koma_keras_var_containers[];

/* (transfer full) Keras 3 numbers the variables of a layer; these are their names:
 * "features/conv1/kernel". Takes @tensors, by path: "functional/layers/conv2d/vars/0". */
GHashTable *koma_keras_name_vars (JsonObject *model, /* (nullable) */
                                  const char *container,
                                  GHashTable *tensors); /* (transfer full) */

G_END_DECLS
