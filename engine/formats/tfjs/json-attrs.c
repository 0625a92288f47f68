/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Protocol buffers as JSON writes them: an attribute is an object with one
 * member that tells its type,
 *
 *     "strides": { "list": { "i": ["1", "2", "2", "1"] } },
 *     "padding": { "s": "U0FNRQ==" },             base64 of "SAME"
 *     "shape":   { "shape": { "dim": [{ "size": "-1" }, { "size": "3" }] } }
 *
 * and members with the value 0 may be left out. */

#include "json-attrs.h"

#include <string.h>

#include "engine/formats/json.h"
#include "engine/formats/tensorflow/tf-tensor.h"
#include "engine/koma/koma-error.h"
#include "engine/koma-limits.h"

/* No attribute that is read is a long text. */
#define MAX_STRING_BYTES 4096

static gboolean
fail (const char *expected,
      GError    **error)
{
  return koma_fail (error, KOMA_ERROR_MODEL, "expected %s", expected);
}

/* Base64, or in old files an array of bytes. %NULL where it is neither, or
 * no text. */
static char *
read_string (JsonNode *node)
{
  const char        *base64 = koma_json_node_string (node);
  JsonArray         *bytes = koma_json_node_array (node);
  const guint        n_bytes = koma_json_array_length (bytes);
  g_autofree guchar *data = NULL;
  gsize              length = 0;

  if (base64 != NULL && strlen (base64) <= MAX_STRING_BYTES) {
    data = g_base64_decode (base64, &length);
  } else if (bytes != NULL && n_bytes <= MAX_STRING_BYTES) {
    data = g_malloc0 (n_bytes + 1);
    for (guint i = 0; i < n_bytes; i++) {
      gint64 byte = 0;

      if (!koma_json_node_int (koma_json_element (bytes, i), &byte))
        return NULL;
      data[length++] = (guchar) byte;
    }
  } else {
    return NULL;
  }

  if (!g_utf8_validate ((const char *) data, (gssize) length, NULL))
    return NULL;

  return g_strndup ((const char *) data, length);
}

/* "DT_FLOAT", also where the file has its number. */
static const char *
read_type (JsonNode *node)
{
  gint64             number = 0;
  const KomaTfDType *dtype = NULL;

  if (koma_json_node_int (node, &number)) {
    dtype = koma_tf_dtype_from_number (number);
    return dtype != NULL ? dtype->name : "DT_INVALID";
  }

  return koma_json_node_string (node);
}

static gboolean
read_shape (JsonObject *object,
            KomaShape  *ret_shape,
            GError    **error)
{
  JsonArray  *array = koma_json_get_array (object, "dim");
  const guint n_dims = koma_json_array_length (array);
  gint64      sizes[KOMA_MAX_RANK + 1] = { 0 };
  gboolean    is_unknown = FALSE;

  if (koma_json_node_boolean (koma_json_get (object, "unknownRank"), &is_unknown) && is_unknown) {
    *ret_shape = (KomaShape){ .rank = KOMA_RANK_UNKNOWN };
    return TRUE;
  }

  for (guint i = 0; i < MIN (n_dims, G_N_ELEMENTS (sizes)); i++) {
    JsonObject *dim = koma_json_node_object (koma_json_element (array, i));
    JsonNode   *size = koma_json_get (dim, "size");

    if (dim == NULL || (size != NULL && !koma_json_node_int (size, &sizes[i])))
      return fail ("a list of sizes as “dim”", error);
  }

  return koma_tf_shape_make (sizes, MIN (n_dims, G_N_ELEMENTS (sizes)), ret_shape, error);
}

/* The lists in which a TensorProto may hold its numbers. */
static JsonArray *
find_values (JsonObject *object)
{
  static const char *const names[] = {
    "floatVal",
    "doubleVal",
    "intVal",
    "int64Val",
    "boolVal",
    "halfVal",
  };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++) {
    JsonArray *values = koma_json_get_array (object, names[i]);

    if (koma_json_array_length (values) > 0)
      return values;
  }

  return NULL;
}

static gboolean
read_values (JsonObject *object,
             double    **ret_values,
             gsize      *ret_n_values,
             GError    **error)
{
  JsonArray         *array = find_values (object);
  const guint        n_values = koma_json_array_length (array);
  g_autofree double *values = g_new0 (double, n_values + 1);

  for (guint i = 0; i < n_values; i++) {
    JsonNode *node = koma_json_element (array, i);
    gboolean  is_true = FALSE;

    if (koma_json_node_boolean (node, &is_true))
      values[i] = is_true;
    else if (!koma_json_node_double (node, &values[i]))
      return fail ("numbers", error);
  }

  *ret_values = g_steal_pointer (&values);
  *ret_n_values = n_values;
  return TRUE;
}

static gboolean
read_tensor (JsonObject *object,
             KomaTfNode *node,
             GError    **error)
{
  const char        *base64 = koma_json_get_string (object, "tensorContent");
  g_autofree guchar *content = NULL;
  g_autofree double *values = NULL;
  KomaTfTensor       tensor = { 0 };

  tensor.dtype = koma_tf_dtype_from_name (read_type (koma_json_get (object, "dtype")));
  if (tensor.dtype == NULL || koma_json_get_array (object, "halfVal") != NULL)
    return TRUE; /* strings, for one; an error only for who needs it */

  if (base64 != NULL)
    content = g_base64_decode (base64, &tensor.content_bytes);
  tensor.content = content;
  if (!read_shape (koma_json_get_object (object, "tensorShape"), &tensor.shape, error) ||
      !read_values (object, &values, &tensor.n_values, error))
    return FALSE;

  tensor.values = values;
  g_clear_pointer (&node->value, koma_array_unref);
  return koma_tf_tensor_make (&tensor, &node->value, error);
}

static gboolean
read_ints (JsonArray  *array,
           KomaTfNode *node,
           const char *name,
           GError    **error)
{
  const guint        n_values = koma_json_array_length (array);
  g_autofree gint64 *values = g_new0 (gint64, n_values + 1);

  for (guint i = 0; i < n_values; i++) {
    if (!koma_json_node_int (koma_json_element (array, i), &values[i]))
      return fail ("a list of whole numbers", error);
  }

  koma_attrs_set_ints (node->attrs, name, values, n_values);
  return TRUE;
}

static gboolean
read_strings (JsonArray  *array,
              KomaTfNode *node,
              const char *name,
              GError    **error)
{
  g_autoptr (GString) joined = g_string_new (NULL);

  for (guint i = 0; i < koma_json_array_length (array); i++) {
    g_autofree char *text = read_string (koma_json_element (array, i));

    if (text == NULL)
      return fail ("a list of texts in base64", error);
    g_string_append_printf (joined, "%s%s", i > 0 ? "," : "", text);
  }

  koma_attrs_set_string (node->attrs, name, joined->str);
  return TRUE;
}

/* Of lists, those of numbers and of texts matter. */
static gboolean
read_list (JsonObject *list,
           KomaTfNode *node,
           const char *name,
           GError    **error)
{
  if (koma_json_get_array (list, "s") != NULL)
    return read_strings (koma_json_get_array (list, "s"), node, name, error);
  if (koma_json_get_array (list, "i") != NULL || json_object_get_size (list) == 0)
    return read_ints (koma_json_get_array (list, "i"), node, name, error);

  return TRUE;
}

static gboolean
read_number (JsonObject *attr,
             KomaTfNode *node,
             const char *name,
             GError    **error)
{
  gint64   number = 0;
  double   real = 0;
  gboolean is_true = FALSE;

  if (koma_json_get (attr, "i") != NULL) {
    if (!koma_json_node_int (koma_json_get (attr, "i"), &number))
      return fail ("a whole number", error);
    koma_attrs_set_int (node->attrs, name, number);
  } else if (koma_json_get (attr, "f") != NULL) {
    if (!koma_json_node_double (koma_json_get (attr, "f"), &real))
      return fail ("a number", error);
    koma_attrs_set_float (node->attrs, name, real);
  } else if (koma_json_get (attr, "b") != NULL) {
    if (!koma_json_node_boolean (koma_json_get (attr, "b"), &is_true))
      return fail ("true or false", error);
    koma_attrs_set_int (node->attrs, name, is_true);
  }

  return TRUE;
}

static gboolean
read_attr (JsonObject *attr,
           KomaTfNode *node,
           const char *name,
           GError    **error)
{
  JsonObject      *list = koma_json_get_object (attr, "list");
  JsonObject      *shape = koma_json_get_object (attr, "shape");
  JsonObject      *tensor = koma_json_get_object (attr, "tensor");
  JsonNode        *text = koma_json_get (attr, "s");
  JsonNode        *type = koma_json_get (attr, "type");
  g_autofree char *string = NULL;

  if (list != NULL)
    return read_list (list, node, name, error);
  if (shape != NULL)
    return strcmp (name, "shape") != 0 || read_shape (shape, &node->shape, error);
  if (tensor != NULL)
    return strcmp (name, "value") != 0 || read_tensor (tensor, node, error);

  if (text != NULL) {
    string = read_string (text);
    if (string != NULL)
      koma_attrs_set_string (node->attrs, name, string);
    return string != NULL || *name == '_' || fail ("text in base64", error);
  }

  if (type != NULL) {
    if (read_type (type) == NULL)
      return fail ("a type", error);
    koma_attrs_set_string (node->attrs, name, read_type (type));
    return TRUE;
  }

  return read_number (attr, node, name, error);
}

/**
 * koma_tfjs_attrs_read:
 * @attrs: (nullable): "attr" of a node
 * @node: gets the attributes, and of a Const and a Placeholder the value and
 *   the shape
 * @error: return location
 *
 * Reads the attributes of a node. Those whose name begins with "_" are notes
 * of TensorFlow to itself, and may be anything.
 *
 *
 * Errors: %KOMA_ERROR_MODEL if an attribute is of an unknown type;
 * %KOMA_ERROR_SHAPE if a shape is none, or does not fit its numbers;
 * %KOMA_ERROR_MEMORY. They name the node.
 *
 * Returns: whether they could be read
 */
gboolean
koma_tfjs_attrs_read (JsonObject *attrs,
                      KomaTfNode *node,
                      GError    **error)
{
  g_autoptr (GList) names = attrs != NULL ? json_object_get_members (attrs) : NULL;

  for (GList *l = names; l != NULL; l = l->next) {
    const char *name = l->data;
    JsonObject *attr = koma_json_get_object (attrs, name);

    if (attr == NULL || !read_attr (attr, node, name, error)) {
      if (attr == NULL)
        fail ("an object", error);
      g_prefix_error (error, "%s '%s': attribute '%s': ", node->op, node->name, name);
      return FALSE;
    }
  }

  return TRUE;
}
