/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <json-glib/json-glib.h>

#include "engine/koma/koma.h"

G_BEGIN_DECLS

/* Numbers and tensors as the golden data have them: the README there tells how. */

/* A file of them; integers of any size. */
JsonNode *golden_load (const char *path, GError **error);

double golden_number (JsonNode *node); /* "NaN", "Infinity", "-0"; true is 1 */
/* Those of lists in lists too, as double. */
void golden_append_numbers (GArray *numbers, JsonNode *node);

/* From a specification: {"shape", "dtype", "values" or "mix"}. (transfer none) (nullable) */
KomaTensor *golden_tensor_read (JsonObject *specification, GError **error);
/* Of a list of them. (transfer container) (nullable) */
GPtrArray *golden_read_inputs (JsonArray *specifications, GError **error);
/* Members "shape", "dtype", "values" of the object that the builder is in. */
gboolean golden_tensor_write (JsonBuilder *builder, KomaTensor *tensor, GError **error);
/* Dtype and shape are the same, and no float32 differs by more than the member "tolerance", or else
 * by more than @tolerance · max (1, |expected|). (transfer full) (nullable): what is wrong. */
char *golden_tensor_compare (KomaTensor *tensor, JsonObject *expected, double tolerance);

G_END_DECLS
