/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <json-glib/json-glib.h>

#include "engine/koma/koma.h"

G_BEGIN_DECLS

/* gradients.json: value and gradients of expressions. A case that can not be computed is told to
 * standard error and left out. */
void part_gradients (JsonBuilder *builder, JsonArray *cases);

/* One case: its value, and the derivatives by the inputs that "grads" asks for; the scope in force
 * owns them. @ret_gradients: (transfer container): NULL where none was asked for */
KomaTensor *part_gradients_compute (JsonObject *one, GPtrArray **ret_gradients, GError **error);

G_END_DECLS
