/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <json-glib/json-glib.h>

#include "engine/koma/koma-error.h"

G_BEGIN_DECLS

/* "Output @tensor of the @call-th use of @layer". */
typedef struct
{
  const char *layer; /* borrowed from the JSON */
  guint       call;
  guint       tensor;
} KomaKerasRef;

gboolean koma_keras_inbound_collect (JsonNode *node, GArray *refs, GError **error);
/* Without those in arguments with a name. */
gboolean koma_keras_inbound_collect_in (JsonNode *node, GArray *refs, GError **error);

/* ["conv1", 0, 0], or a tensor of Keras 3 */
gboolean    koma_keras_inbound_is_reference (JsonNode *node);
JsonNode   *koma_keras_inbound_get_constant (JsonNode *node); /* of ["_CONSTANT_VALUE", -1, 7] */
JsonObject *koma_keras_inbound_get_named (JsonNode *node);    /* (nullable) arguments of Keras 2 */

G_END_DECLS
