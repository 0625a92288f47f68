/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/* (transfer full): the settings of a layer that is described by its class, its shapes (@input has
 * the batch) and those of the model's weights. */
JsonObject *description_find_settings (JsonObject *layer, JsonArray *weights, JsonArray *input);

G_END_DECLS
