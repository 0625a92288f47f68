/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/* What a case of api.json gives: a member of its name. A scope is in force, which owns all that is
 * made. */
gboolean part_case (JsonBuilder *builder, JsonObject *one, GError **error);
gboolean part_print (JsonBuilder *builder, JsonObject *one, GError **error);
gboolean part_model (JsonBuilder *builder, JsonObject *one, GError **error);

G_END_DECLS
