/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <json-glib/json-glib.h>

#include "safetensors-writer.h"

G_BEGIN_DECLS

/* A small model of a hub as a file of JSON: the names and shapes of its weights, and what the
 * original computes. The numbers of weights and inputs are made of their names, by the rule that
 * hub_numbers.py has, too. */

JsonNode *hub_case_load (const char *path);

KomaShape hub_case_read_shape (JsonNode *node);
/* (transfer full) The numbers of a weight. */
float *hub_case_make_weight (const char *name, const KomaShape *shape);
/* All of "weights", as model.safetensors. */
void hub_case_write_weights (JsonObject *object, const Folder *folder);

/* [rows,columns] of a list of lists. */
KomaShape hub_case_read_numbers (JsonObject *object, const char *name, double **ret_numbers);
/* An input or output as reference.h has them, with its file. */
JsonObject *hub_case_write_value (const Folder *folder,
                                  const char   *name,
                                  const char   *dtype,
                                  KomaShape     shape,
                                  gconstpointer numbers);
/* The numbers of a list of lists. */
JsonObject *hub_case_write_numbers (JsonObject *object, const Folder *folder, const char *name);
/* A square picture of "side" rows. Its numbers are those of "pixel_values", whatever its @name. */
JsonObject *hub_case_write_picture (JsonObject *object, const Folder *folder, const char *name);

G_END_DECLS
