/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <json-glib/json-glib.h>

#include "engine/formats/tensorflow/tf-graph.h"

G_BEGIN_DECLS

/* Reads "attr" of a node in JSON into @node. */
gboolean koma_tfjs_attrs_read (JsonObject *attrs, /* (nullable) */
                               KomaTfNode *node,
                               GError    **error) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
