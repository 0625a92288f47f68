/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/* The parts of api.json, each a member of the object that the builder is in. A case that can not
 * be computed is told to standard error and left out. */
void part_api_cases (JsonBuilder *builder, JsonArray *cases);
void part_api_print (JsonBuilder *builder, JsonArray *cases);
/* Those that are scripts. */
void part_scripts_errors (JsonBuilder *builder, JsonArray *cases);
void part_scripts_memory (JsonBuilder *builder, JsonArray *cases);
void part_scripts_snippets (JsonBuilder *builder, JsonArray *cases);

G_END_DECLS
