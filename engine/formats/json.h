/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <json-glib/json-glib.h>

#include "engine/model/content-hash.h"

G_BEGIN_DECLS

/* JSON that may be hostile. json-glib's own getters warn, or worse, where a
 * member is missing or of another type; these say so by what they return. */
JsonNode *koma_json_load (const char      *path, /* size and nesting checked first */
                          guint64          max_bytes,
                          KomaContentHash *checksum, /* (nullable) is fed the bytes */
                          GError         **error) G_GNUC_WARN_UNUSED_RESULT;
JsonNode *koma_json_parse (const char *text,
                           gsize       length,
                           const char *what, /* file name, for the error */
                           GError    **error) G_GNUC_WARN_UNUSED_RESULT;
/* That of a program in Python: with NaN and Infinity, as strings. koma_json_load () reads so. */
JsonNode *koma_json_parse_python (const char *text,
                                  gsize       length,
                                  const char *what,
                                  GError    **error) G_GNUC_WARN_UNUSED_RESULT;

/* The place of the last character of the string that begins at @begin. @ret_has_nul: becomes TRUE
 * where it has a NUL as an escape. */
gsize koma_json_skip_string (const char *text, gsize length, gsize begin, gboolean *ret_has_nul);

/* Members and elements, borrowed; NULL where missing or of another type.
 * @object and @array may be NULL. */
JsonNode   *koma_json_get (JsonObject *object, const char *name);
JsonObject *koma_json_get_object (JsonObject *object, const char *name);
JsonArray  *koma_json_get_array (JsonObject *object, const char *name);
const char *koma_json_get_string (JsonObject *object, const char *name);
guint       koma_json_array_length (JsonArray *array);
JsonNode   *koma_json_element (JsonArray *array, guint index);

/* What a node (nullable) holds. */
JsonObject *koma_json_node_object (JsonNode *node);
JsonArray  *koma_json_node_array (JsonNode *node);
const char *koma_json_node_string (JsonNode *node);
gboolean    koma_json_node_int (JsonNode *node, gint64 *ret_value);    /* "7" and 7.0 too */
gboolean    koma_json_node_double (JsonNode *node, double *ret_value); /* "Infinity" too */
gboolean    koma_json_node_boolean (JsonNode *node, gboolean *ret_value);

G_END_DECLS
