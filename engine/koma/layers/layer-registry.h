/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <json-glib/json-glib.h>

#include "layer.h"

G_BEGIN_DECLS

/* What koma_layer_register () was told. */
gboolean koma_layer_registry_has (const char *class_name);
/* The layer that an entry of a registered class describes; it has the entry. (transfer floating) */
KomaLayer *koma_layer_registry_make (JsonObject *entry, GError **error);

G_END_DECLS
