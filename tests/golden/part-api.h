/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/* Writes what a case gives: a member of its name. */
typedef gboolean (*PartWriteFunc) (JsonBuilder *builder, JsonObject *one, GError **error);

/* A part of a file: a member of the object that the builder is in. A case that can not be computed
 * is told to standard error and left out. Tensors go with the case. */
void
part_write (JsonBuilder *builder, const char *part, JsonArray *cases, PartWriteFunc write);

/* Those of api.json. */
void part_api_cases (JsonBuilder *builder, JsonArray *cases);
void part_api_print (JsonBuilder *builder, JsonArray *cases);
void part_api_models (JsonBuilder *builder, JsonArray *cases);
void part_scripts_errors (JsonBuilder *builder, JsonArray *cases);
void part_scripts_memory (JsonBuilder *builder, JsonArray *cases);
void part_scripts_snippets (JsonBuilder *builder, JsonArray *cases);

G_END_DECLS
