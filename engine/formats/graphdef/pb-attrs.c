/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "pb-attrs.h"

#include <string.h>

#include "engine/formats/tensorflow/tf-tensor.h"
#include "engine/graph/half.h"

typedef Koma__Tf__AttrValue       AttrValue;
typedef Koma__Tf__AttrValue__List AttrList;
typedef Koma__Tf__Tensor          Tensor;

/* %NULL where the bytes are no text. */
static char *
read_string (const ProtobufCBinaryData *bytes)
{
  if (!g_utf8_validate ((const char *) bytes->data, (gssize) bytes->len, NULL))
    return NULL;

  return g_strndup ((const char *) bytes->data, bytes->len);
}

/**
 * koma_graphdef_shape_read:
 * @shape: (nullable): of a protocol buffer; %NULL is a scalar's
 * @ret_shape: (out): the shape
 * @error: return location
 *
 * Thread: any. Errors: %KOMA_ERROR_SHAPE.
 *
 * Returns: whether it is a shape
 */
gboolean
koma_graphdef_shape_read (const Koma__Tf__TensorShape *shape,
                          KomaShape                   *ret_shape,
                          GError                     **error)
{
  gint64      sizes[KOMA_MAX_RANK + 1] = { 0 };
  const gsize n_dims = shape != NULL ? MIN (shape->n_dim, G_N_ELEMENTS (sizes)) : 0;

  if (shape != NULL && shape->unknown_rank) {
    *ret_shape = (KomaShape){ .rank = KOMA_RANK_UNKNOWN };
    return TRUE;
  }

  for (gsize i = 0; i < n_dims; i++)
    sizes[i] = shape->dim[i]->size;

  return koma_tf_shape_make (sizes, n_dims, ret_shape, error);
}

/* A Tensor has a list for each kind of number. */
static gsize
count_values (const Tensor *tensor)
{
  return tensor->n_float_val + tensor->n_double_val + tensor->n_int_val +
         tensor->n_int64_val + tensor->n_bool_val + tensor->n_half_val;
}

static double *
copy_values (const Tensor *tensor)
{
  double *values = g_new (double, count_values (tensor) + 1);
  gsize   n = 0;

  for (gsize i = 0; i < tensor->n_float_val; i++)
    values[n++] = tensor->float_val[i];
  for (gsize i = 0; i < tensor->n_double_val; i++)
    values[n++] = tensor->double_val[i];
  for (gsize i = 0; i < tensor->n_int_val; i++)
    values[n++] = tensor->int_val[i];
  for (gsize i = 0; i < tensor->n_int64_val; i++)
    values[n++] = (double) tensor->int64_val[i];
  for (gsize i = 0; i < tensor->n_bool_val; i++)
    values[n++] = tensor->bool_val[i];
  for (gsize i = 0; i < tensor->n_half_val; i++)
    values[n++] = koma_half_to_float ((guint16) tensor->half_val[i]);

  return values;
}

/* Names of files and of variables, for one. */
static GPtrArray *
copy_texts (const Tensor *tensor)
{
  GPtrArray *texts = g_ptr_array_new_with_free_func (g_free);

  for (gsize i = 0; i < tensor->n_string_val; i++) {
    const ProtobufCBinaryData *bytes = &tensor->string_val[i];

    /* An empty one has no data. */
    g_ptr_array_add (texts, bytes->len > 0 ? g_strndup ((const char *) bytes->data, bytes->len)
                                           : g_strdup (""));
  }
  return texts;
}

static gboolean
read_tensor (const Tensor *from,
             KomaTfNode   *node,
             GError      **error)
{
  g_autofree double *values = copy_values (from);

  KomaTfTensor tensor = {
    .dtype = koma_tf_dtype_from_number (from->dtype),
    .content = from->tensor_content.data,
    .content_bytes = from->tensor_content.len,
    .values = values,
    .n_values = count_values (from),
  };

  if (from->n_string_val > 0 && node->texts == NULL)
    node->texts = copy_texts (from);
  if (tensor.dtype == NULL)
    return TRUE; /* an error only for who needs it */

  g_clear_pointer (&node->value, koma_array_unref);
  return koma_graphdef_shape_read (from->tensor_shape, &tensor.shape, error) &&
         koma_tf_tensor_make (&tensor, &node->value, error);
}

/* One that Koma can not hold is as good as an unknown one: few of them are ever looked at. */
static void
read_shapes (const AttrList *list,
             KomaTfNode     *node)
{
  g_clear_pointer (&node->shapes, g_array_unref);
  node->shapes = g_array_new (FALSE, FALSE, sizeof (KomaShape));
  for (gsize i = 0; i < list->n_shape; i++) {
    KomaShape shape = { .rank = KOMA_RANK_UNKNOWN };

    (void) !koma_graphdef_shape_read (list->shape[i], &shape, NULL);
    g_array_append_val (node->shapes, shape);
  }
}

static void
read_types (const AttrList *list,
            KomaTfNode     *node,
            const char     *name)
{
  g_autofree gint64 *numbers = g_new (gint64, list->n_type);

  for (gsize i = 0; i < list->n_type; i++)
    numbers[i] = list->type[i];
  koma_attrs_set_ints (node->attrs, name, numbers, list->n_type);
}

static void
read_list (const AttrList *list,
           KomaTfNode     *node,
           const char     *name)
{
  g_autoptr (GString) joined = g_string_new (NULL);

  if (list->n_shape > 0 && (strcmp (name, "output_shapes") == 0 || strcmp (name, "shapes") == 0))
    read_shapes (list, node);
  if (list->n_type > 0) {
    read_types (list, node, name);
    return;
  }
  if (list->n_s == 0) {
    koma_attrs_set_ints (node->attrs, name, list->i, list->n_i);
    return;
  }

  for (gsize i = 0; i < list->n_s; i++) {
    g_autofree char *text = read_string (&list->s[i]);

    g_string_append_printf (joined, "%s%s", i > 0 ? "," : "", text != NULL ? text : "?");
  }
  koma_attrs_set_string (node->attrs, name, joined->str);
}

static void
read_text (const ProtobufCBinaryData *bytes,
           KomaTfNode                *node,
           const char                *name)
{
  g_autofree char *text = read_string (bytes);

  if (text != NULL)
    koma_attrs_set_string (node->attrs, name, text);
}

static void
read_type (int         number,
           KomaTfNode *node,
           const char *name)
{
  const KomaTfDType *dtype = koma_tf_dtype_from_number (number);

  koma_attrs_set_string (node->attrs, name, dtype != NULL ? dtype->name : "DT_INVALID");
}

static gboolean
read_attr (const AttrValue *attr,
           KomaTfNode      *node,
           const char      *name,
           GError         **error)
{
  switch (attr->value_case) {
  case KOMA__TF__ATTR_VALUE__VALUE_LIST:
    read_list (attr->list, node, name);
    return TRUE;
  case KOMA__TF__ATTR_VALUE__VALUE_S:
    read_text (&attr->s, node, name);
    return TRUE;
  case KOMA__TF__ATTR_VALUE__VALUE_I:
    koma_attrs_set_int (node->attrs, name, attr->i);
    return TRUE;
  case KOMA__TF__ATTR_VALUE__VALUE_F:
    koma_attrs_set_float (node->attrs, name, attr->f);
    return TRUE;
  case KOMA__TF__ATTR_VALUE__VALUE_B:
    koma_attrs_set_int (node->attrs, name, attr->b ? 1 : 0);
    return TRUE;
  case KOMA__TF__ATTR_VALUE__VALUE_TYPE:
    read_type (attr->type, node, name);
    return TRUE;
  case KOMA__TF__ATTR_VALUE__VALUE_SHAPE:
    return strcmp (name, "shape") != 0 ||
           koma_graphdef_shape_read (attr->shape, &node->shape, error);
  case KOMA__TF__ATTR_VALUE__VALUE_TENSOR:
    return strcmp (name, "value") != 0 || read_tensor (attr->tensor, node, error);
  case KOMA__TF__ATTR_VALUE__VALUE_FUNC:
    if (g_utf8_validate (attr->func->name, -1, NULL))
      koma_attrs_set_string (node->attrs, name, attr->func->name);
    return TRUE;
  case KOMA__TF__ATTR_VALUE__VALUE__NOT_SET:
  default:
    return TRUE; /* placeholders */
  }
}

/**
 * koma_graphdef_attrs_read:
 * @node_def: a node of a protocol buffer
 * @node: gets the attributes, and of a Const and a Placeholder the value and
 *   the shape
 * @error: return location
 *
 * Reads the attributes of a node.
 *
 * Errors: %KOMA_ERROR_SHAPE if a shape is none, or does not fit its numbers;
 * %KOMA_ERROR_MEMORY. They name the node.
 *
 * Returns: whether they could be read
 */
gboolean
koma_graphdef_attrs_read (const Koma__Tf__NodeDef *node_def,
                          KomaTfNode              *node,
                          GError                 **error)
{
  for (gsize i = 0; i < node_def->n_attr; i++) {
    const Koma__Tf__AttrEntry *entry = node_def->attr[i];

    if (entry->value != NULL && g_utf8_validate (entry->key, -1, NULL) &&
        !read_attr (entry->value, node, entry->key, error)) {
      g_prefix_error (error, "%s '%s': attribute '%s': ", node->op, node->name, entry->key);
      return FALSE;
    }
  }

  return TRUE;
}
