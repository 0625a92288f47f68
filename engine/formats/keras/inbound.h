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

G_END_DECLS
