/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The header of a safetensors file. The file is
 *
 *   u64 length of the header, little-endian
 *   the header, JSON that may end in blanks:
 *     { "NAME": { "dtype": "F32", "shape": [2,3], "data_offsets": [begin, end] }, …,
 *       "__metadata__": { … } }
 *   numbers: all of them belong to a tensor, none to two
 *
 * A hole would be a place for what nobody looks at: files with one are refused, as the original
 * implementation does it. */

#include "safetensors.h"

#include "engine/formats/json.h"
#include "engine/formats/tensorflow/tf-tensor.h"
#include "engine/koma/koma-error.h"

#define METADATA "__metadata__"

static void
clear_tensor (gpointer data)
{
  g_clear_pointer (&((KomaSafetensor *) data)->name, g_free);
}

/* JSON's own parser keeps the last of two members with one name: colons of the outermost object are
 * counted instead. */
static guint64
count_members (const char *text,
               gsize       length)
{
  guint64  n = 0;
  guint    depth = 0;
  gboolean has_nul = FALSE;

  for (gsize i = 0; i < length; i++) {
    if (text[i] == '"')
      i = koma_json_skip_string (text, length, i, &has_nul);
    else if (text[i] == '{' || text[i] == '[')
      depth++;
    else if (text[i] == '}' || text[i] == ']')
      depth--;
    else if (text[i] == ':' && depth == 1)
      n++;
  }
  return n;
}

/* No text and no fraction, which koma_json_node_int () takes for integers. */
static gboolean
read_size (JsonNode *node, /* (nullable) */
           gint64   *ret_size)
{
  return node != NULL && JSON_NODE_HOLDS_VALUE (node) &&
         json_node_get_value_type (node) == G_TYPE_INT64 && koma_json_node_int (node, ret_size) &&
         *ret_size >= 0;
}

static gboolean
read_shape (JsonObject *object,
            KomaShape  *ret_shape,
            GError    **error)
{
  JsonArray  *list = koma_json_get_array (object, "shape");
  const guint n = koma_json_array_length (list);
  gint64      sizes[KOMA_MAX_RANK + 1] = { 0 };

  if (list == NULL)
    return koma_fail (error, KOMA_ERROR_MODEL, "there is no “shape”");
  for (guint i = 0; i < MIN (n, G_N_ELEMENTS (sizes)); i++)
    if (!read_size (koma_json_element (list, i), &sizes[i]))
      return koma_fail (error, KOMA_ERROR_MODEL, "dimension %u of “shape” is no size", i);
  return koma_tf_shape_make (sizes, MIN (n, G_N_ELEMENTS (sizes)), ret_shape, error);
}

static gboolean
read_offsets (JsonObject     *object,
              KomaSafetensor *tensor,
              GError        **error)
{
  JsonArray *list = koma_json_get_array (object, "data_offsets");
  gint64     begin = 0;
  gint64     end = 0;

  if (koma_json_array_length (list) != 2 || !read_size (koma_json_element (list, 0), &begin) ||
      !read_size (koma_json_element (list, 1), &end) || begin > end)
    return koma_fail (error, KOMA_ERROR_MODEL, "expected “data_offsets” as [begin, end]");
  tensor->begin = (guint64) begin;
  tensor->end = (guint64) end;
  return TRUE;
}

static gboolean
check_size (const KomaSafetensor *tensor,
            GError              **error)
{
  gsize            count = 0;
  g_autofree char *shape = NULL;

  if (!koma_shape_check (&tensor->shape, MAX (tensor->type->size_bytes, sizeof (float)), &count,
                         error))
    return FALSE;
  if (tensor->end - tensor->begin == (guint64) count * tensor->type->size_bytes)
    return TRUE;
  shape = koma_shape_to_string (&tensor->shape);
  return koma_fail (error, KOMA_ERROR_SHAPE,
                    "expected %zu bytes for %s of %s, found %" G_GUINT64_FORMAT,
                    count * tensor->type->size_bytes, shape, tensor->type->name,
                    tensor->end - tensor->begin);
}

static gboolean
read_tensor (JsonObject     *object, /* (nullable) */
             KomaSafetensor *tensor,
             GError        **error)
{
  const char *type = koma_json_get_string (object, "dtype");

  if (type == NULL)
    return koma_fail (error, KOMA_ERROR_MODEL, "expected an object with “dtype”");
  tensor->type = koma_stored_type_find (type);
  if (tensor->type == NULL)
    return koma_fail (error, KOMA_ERROR_UNSUPPORTED, "its numbers are %.40s", type);
  return read_shape (object, &tensor->shape, error) && read_offsets (object, tensor, error) &&
         check_size (tensor, error);
}

static gboolean
read_tensors (JsonObject *root,
              GArray     *tensors,
              GError    **error)
{
  JsonObjectIter iter;
  const char    *name = NULL;
  JsonNode      *node = NULL;

  json_object_iter_init (&iter, root);
  while (json_object_iter_next (&iter, &name, &node)) {
    KomaSafetensor tensor = { 0 };

    if (g_str_equal (name, METADATA))
      continue;
    if (!read_tensor (koma_json_node_object (node), &tensor, error)) {
      g_prefix_error (error, "weight “%.200s”: ", name);
      return FALSE;
    }
    tensor.name = g_strdup (name);
    g_array_append_val (tensors, tensor);
  }
  return TRUE;
}

static int
compare_places (gconstpointer a,
                gconstpointer b)
{
  const KomaSafetensor *x = a;
  const KomaSafetensor *y = b;

  if (x->begin != y->begin)
    return x->begin < y->begin ? -1 : 1;
  if (x->end != y->end)
    return x->end < y->end ? -1 : 1;
  return strcmp (x->name, y->name);
}

static gboolean
check_places (const GArray *tensors,
              guint64       data_bytes,
              GError      **error)
{
  guint64 at = 0;

  for (guint i = 0; i < tensors->len; i++) {
    const KomaSafetensor *tensor = &g_array_index (tensors, KomaSafetensor, i);

    if (tensor->end > data_bytes)
      return koma_fail (error, KOMA_ERROR_MODEL,
                        "weight “%.200s” ends at byte %" G_GUINT64_FORMAT
                        ", there are %" G_GUINT64_FORMAT "; the file is cut short",
                        tensor->name, tensor->end, data_bytes);
    if (tensor->begin != at)
      return koma_fail (error, KOMA_ERROR_MODEL,
                        "weight “%.200s” begins at byte %" G_GUINT64_FORMAT
                        ", expected %" G_GUINT64_FORMAT ", where the one before it ends",
                        tensor->name, tensor->begin, at);
    at = tensor->end;
  }
  return at == data_bytes ||
         koma_fail (error, KOMA_ERROR_MODEL,
                    "the weights have %" G_GUINT64_FORMAT " bytes, the file has %" G_GUINT64_FORMAT,
                    at, data_bytes);
}

/**
 * koma_safetensors_parse:
 * @text: [length]: the header, UTF-8
 * @length: bytes of @text
 * @data_bytes: that the file has behind the header
 * @error: return location
 *
 * Thread: any. Errors: %KOMA_ERROR_MODEL where it is no header, names a weight twice, or where
 * weights overlap, leave holes or are not in the file; %KOMA_ERROR_SHAPE where a weight has another
 * size than its shape; %KOMA_ERROR_UNSUPPORTED for a type of numbers that Koma does not read. They
 * name the weight.
 *
 * Returns: (transfer full) (element-type KomaSafetensor): in the order of their numbers, or %NULL
 */
GArray *
koma_safetensors_parse (const char *text,
                        gsize       length,
                        guint64     data_bytes,
                        GError    **error)
{
  g_autoptr (JsonNode) root = koma_json_parse (text, length, "the header", error);
  g_autoptr (GArray) tensors = g_array_new (FALSE, FALSE, sizeof (KomaSafetensor));
  JsonObject *object = koma_json_node_object (root);

  g_array_set_clear_func (tensors, clear_tensor);
  if (root == NULL)
    return NULL;
  if (object == NULL || *text != '{') {
    g_set_error (error, KOMA_ERROR, KOMA_ERROR_MODEL, "expected a list of weights as JSON");
    return NULL;
  }
  if (count_members (text, length) != json_object_get_size (object)) {
    g_set_error (error, KOMA_ERROR, KOMA_ERROR_MODEL, "two weights have one name");
    return NULL;
  }
  if (!read_tensors (object, tensors, error))
    return NULL;
  g_array_sort (tensors, compare_places);
  return check_places (tensors, data_bytes, error) ? g_steal_pointer (&tensors) : NULL;
}
