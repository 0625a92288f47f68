/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <json-glib/json-glib.h>

#include "engine/koma/koma.h"

G_BEGIN_DECLS

/* Value and gradients of an expression: a member of the name of the case. */
gboolean part_gradients (JsonBuilder *builder, JsonObject *one, GError **error);

/* One case: its value, and the derivatives by the inputs that "grads" asks for; the scope in force
 * owns them. @ret_gradients: (transfer container): NULL where none was asked for */
KomaTensor *part_gradients_compute (JsonObject *one, GPtrArray **ret_gradients, GError **error);

G_END_DECLS
