/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* json-glib parses by recursion and asserts types. So nesting is measured
 * before it sees the text, and members are read through the getters here. */

#include "json.h"

#include <math.h>
#include <string.h>

#include "engine/koma/koma-error.h"
#include "engine/koma-limits.h"
#include "file.h"

/* What a text looks like before it is parsed; brackets in strings do not count. */
typedef struct
{
  guint    deepest;    /* array or object in another */
  guint    n_roots;    /* values that stand for themselves; of which JSON has one */
  gboolean is_no_json; /* has comments or single quotes, which JSON-GLib takes */
  gboolean has_nul;    /* as an escape in a string, which JSON-GLib would cut off there */
} Outline;

static gboolean
is_nul (const char *escape, /* behind the backslash */
        gsize       length)
{
  return length >= 5 && memcmp (escape, "u0000", 5) == 0;
}

gsize
koma_json_skip_string (const char *text,
                       gsize       length,
                       gsize       begin,
                       gboolean   *ret_has_nul)
{
  for (gsize i = begin + 1; i < length; i++)
    if (text[i] == '\\') {
      i++;
      *ret_has_nul |= i < length && is_nul (text + i, length - i);
    } else if (text[i] == '"')
      return i;
  return length;
}

static void
measure (const char *text,
         gsize       length,
         Outline    *ret_outline)
{
  Outline  outline = { 0 };
  guint    depth = 0;
  gboolean is_in_word = FALSE; /* a number or the like */

  for (gsize i = 0; i < length; i++) {
    const char     c = text[i];
    const gboolean is_open = c == '[' || c == '{';
    const gboolean is_close = c == ']' || c == '}';
    const gboolean is_word = !is_open && !is_close && c != '"' && !g_ascii_isspace (c);

    if (depth == 0 && (is_open || c == '"' || (is_word && !is_in_word)))
      outline.n_roots++;
    is_in_word = is_word;
    if (is_open)
      depth++;
    else if (is_close && depth > 0)
      depth--;
    else if (c == '"')
      i = koma_json_skip_string (text, length, i, &outline.has_nul);
    else if (c == '/' || c == '\'')
      outline.is_no_json = TRUE;
    outline.deepest = MAX (outline.deepest, depth);
  }
  *ret_outline = outline;
}

static gboolean
check_text (const char *text,
            gsize       length,
            const char *what,
            GError    **error)
{
  Outline outline = { 0 };

  if (koma_file_looks_like_html (text, length))
    return koma_fail (error, KOMA_ERROR_MODEL,
                      "%s: expected JSON, found a web page; the download went wrong", what);

  if (memchr (text, '\0', length) != NULL)
    return koma_fail (error, KOMA_ERROR_MODEL,
                      "%s: expected JSON, found binary data", what);

  measure (text, length, &outline);
  /* They would hide brackets from what is counted here. */
  if (outline.is_no_json)
    return koma_fail (error, KOMA_ERROR_MODEL,
                      "%s: damaged JSON (comments and single quotes are none)", what);

  /* "model.bin" and what is behind it would be one name to whoever checks it, and another one to
   * whoever opens it. */
  if (outline.has_nul)
    return koma_fail (error, KOMA_ERROR_MODEL, "%s: damaged JSON (a text with a NUL in it)", what);

  if (outline.deepest > KOMA_MAX_NESTING)
    return koma_fail (error, KOMA_ERROR_MODEL,
                      "%s: JSON is nested %u deep, at most %d is allowed",
                      what, outline.deepest, KOMA_MAX_NESTING);

  /* JSON-GLib 1.6 takes the last, and loses the memory of the others. */
  if (outline.n_roots > 1)
    return koma_fail (error, KOMA_ERROR_MODEL, "%s: damaged JSON (%u values, expected one)",
                      what, outline.n_roots);

  return TRUE;
}

/**
 * koma_json_parse:
 * @text: UTF-8, need not end in a NUL
 * @length: bytes of @text
 * @what: the file's name, for the error
 * @error: return location
 *
 * Parses JSON that may be hostile.
 *
 * Thread: any. Errors: %KOMA_ERROR_MODEL where @text is not JSON (comments are none),
 * has a second value behind the first, or is nested deeper than %KOMA_MAX_NESTING.
 *
 * Returns: (transfer full): the root, or %NULL
 */
JsonNode *
koma_json_parse (const char *text,
                 gsize       length,
                 const char *what,
                 GError    **error)
{
  g_autoptr (JsonParser) parser = json_parser_new ();
  g_autoptr (GError) parse_error = NULL;
  JsonNode *root = NULL;

  if (length >= 3 && memcmp (text, "\xef\xbb\xbf", 3) == 0) {
    text += 3;
    length -= 3;
  }

  if (!check_text (text, length, what, error))
    return NULL;

  if (length > 0 && !json_parser_load_from_data (parser, text, length, &parse_error)) {
    g_set_error (error, KOMA_ERROR, KOMA_ERROR_MODEL, "%s: damaged JSON (%s)",
                 what, parse_error->message);
    return NULL;
  }

  root = json_parser_steal_root (parser);
  if (root == NULL) {
    g_set_error (error, KOMA_ERROR, KOMA_ERROR_MODEL, "%s: expected JSON, found nothing", what);
    return NULL;
  }

  /* Not json_parser_new_immutable(): that of JSON-GLib 1.10 aborts at a second object behind the
   * first. */
  json_node_seal (root);
  return root;
}

/**
 * koma_json_get:
 * @object: (nullable): an object
 * @name: of a member
 *
 * Returns: (transfer none) (nullable): the member, or %NULL where there is
 *   none, or it is `null`
 */
JsonNode *
koma_json_get (JsonObject *object,
               const char *name)
{
  JsonNode *node = object != NULL ? json_object_get_member (object, name) : NULL;

  return node != NULL && !JSON_NODE_HOLDS_NULL (node) ? node : NULL;
}

/**
 * koma_json_get_object:
 * @object: (nullable): an object
 * @name: of a member
 *
 * Returns: (transfer none) (nullable): the member, if it is an object
 */
JsonObject *
koma_json_get_object (JsonObject *object,
                      const char *name)
{
  return koma_json_node_object (koma_json_get (object, name));
}

/**
 * koma_json_get_array:
 * @object: (nullable): an object
 * @name: of a member
 *
 * Returns: (transfer none) (nullable): the member, if it is an array
 */
JsonArray *
koma_json_get_array (JsonObject *object,
                     const char *name)
{
  return koma_json_node_array (koma_json_get (object, name));
}

/**
 * koma_json_get_string:
 * @object: (nullable): an object
 * @name: of a member
 *
 * Returns: (transfer none) (nullable): the member, if it is a string
 */
const char *
koma_json_get_string (JsonObject *object,
                      const char *name)
{
  return koma_json_node_string (koma_json_get (object, name));
}

/**
 * koma_json_array_length:
 * @array: (nullable): an array
 *
 * Returns: how many elements there are; 0 for %NULL
 */
guint
koma_json_array_length (JsonArray *array)
{
  return array != NULL ? json_array_get_length (array) : 0;
}

/**
 * koma_json_element:
 * @array: (nullable): an array
 * @index: of an element
 *
 * Returns: (transfer none) (nullable): the element, or %NULL past the end
 */
JsonNode *
koma_json_element (JsonArray *array,
                   guint      index)
{
  return index < koma_json_array_length (array) ? json_array_get_element (array, index) : NULL;
}

/**
 * koma_json_node_object:
 * @node: (nullable): a node
 *
 * Returns: (transfer none) (nullable): the object that @node holds, if any
 */
JsonObject *
koma_json_node_object (JsonNode *node)
{
  return node != NULL && JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
}

/**
 * koma_json_node_array:
 * @node: (nullable): a node
 *
 * Returns: (transfer none) (nullable): the array that @node holds, if any
 */
JsonArray *
koma_json_node_array (JsonNode *node)
{
  return node != NULL && JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;
}

static GType
get_value_type (JsonNode *node)
{
  if (node == NULL || !JSON_NODE_HOLDS_VALUE (node))
    return G_TYPE_INVALID;

  return json_node_get_value_type (node);
}

/**
 * koma_json_node_string:
 * @node: (nullable): a node
 *
 * Returns: (transfer none) (nullable): the string that @node holds, if any
 */
const char *
koma_json_node_string (JsonNode *node)
{
  return get_value_type (node) == G_TYPE_STRING ? json_node_get_string (node) : NULL;
}

/**
 * koma_json_node_int:
 * @node: (nullable): a node
 * @ret_value: (out): its number
 *
 * Reads a whole number. Protocol buffers write 64-bit numbers to JSON as
 * strings, and JavaScript may write 7 as 7.0: both are understood.
 *
 * Returns: whether @node holds a whole number
 */
gboolean
koma_json_node_int (JsonNode *node,
                    gint64   *ret_value)
{
  double value = 0;

  switch (get_value_type (node)) {
  case G_TYPE_INT64:
    *ret_value = json_node_get_int (node);
    return TRUE;

  case G_TYPE_STRING:
    return g_ascii_string_to_signed (json_node_get_string (node), 10, G_MININT64, G_MAXINT64,
                                     ret_value, NULL);

  case G_TYPE_DOUBLE:
    value = json_node_get_double (node);
    if (!(fabs (value) < 9007199254740992.0) || value != trunc (value))
      return FALSE;
    *ret_value = (gint64) value;
    return TRUE;

  default:
    return FALSE;
  }
}

/**
 * koma_json_node_double:
 * @node: (nullable): a node
 * @ret_value: (out): its number
 *
 * Reads a number, also one in a string: JSON has no other way to write
 * infinities.
 *
 * Returns: whether @node holds a number
 */
gboolean
koma_json_node_double (JsonNode *node,
                       double   *ret_value)
{
  const char *text = NULL;
  char       *end = NULL;
  double      value = 0;

  switch (get_value_type (node)) {
  case G_TYPE_INT64:
    *ret_value = (double) json_node_get_int (node);
    return TRUE;

  case G_TYPE_DOUBLE:
    *ret_value = json_node_get_double (node);
    return TRUE;

  case G_TYPE_STRING:
    text = json_node_get_string (node);
    value = g_ascii_strtod (text, &end);
    if (end == text || *end != '\0')
      return FALSE;
    *ret_value = value;
    return TRUE;

  default:
    return FALSE;
  }
}

/**
 * koma_json_node_boolean:
 * @node: (nullable): a node
 * @ret_value: (out): its truth
 *
 * Returns: whether @node holds `true` or `false`
 */
gboolean
koma_json_node_boolean (JsonNode *node,
                        gboolean *ret_value)
{
  if (get_value_type (node) != G_TYPE_BOOLEAN)
    return FALSE;

  *ret_value = json_node_get_boolean (node);
  return TRUE;
}
