/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "attrs.h"

#include <string.h>

typedef Koma__Onnx__NodeProto      NodeProto;
typedef Koma__Onnx__AttributeProto AttributeProto;

/* AttributeProto.AttributeType */
enum {
  ANY,
  FLOAT = 1,
  INT = 2,
  STRING = 3,
  TENSOR = 4,
  FLOATS = 6,
  INTS = 7,
  STRINGS = 8,
};

static const AttributeProto *
find (const NodeProto *node,
      const char      *name,
      int              type)
{
  for (gsize i = 0; i < node->n_attribute; i++) {
    const AttributeProto *attr = node->attribute[i];

    if (strcmp (attr->name, name) == 0 && (type == ANY || attr->type == type))
      return attr;
  }
  return NULL;
}

/**
 * koma_onnx_has_attr:
 *
 * Returns: whether there is such an attribute, of any type. Thread: any.
 */
gboolean
koma_onnx_has_attr (const NodeProto *node,
                    const char      *name)
{
  return find (node, name, ANY) != NULL;
}

/**
 * koma_onnx_attr_int:
 *
 * Returns: the number, or @fallback. Thread: any.
 */
gint64
koma_onnx_attr_int (const NodeProto *node,
                    const char      *name,
                    gint64           fallback)
{
  const AttributeProto *attr = find (node, name, INT);

  return attr != NULL ? attr->i : fallback;
}

/**
 * koma_onnx_attr_float:
 *
 * Returns: the number, or @fallback. Thread: any.
 */
double
koma_onnx_attr_float (const NodeProto *node,
                      const char      *name,
                      double           fallback)
{
  const AttributeProto *attr = find (node, name, FLOAT);

  return attr != NULL ? (double) attr->f : fallback;
}

/**
 * koma_onnx_attr_string:
 *
 * Returns: (transfer full): the text, or @fallback; bytes that are no text are made some. Thread:
 *   any.
 */
char *
koma_onnx_attr_string (const NodeProto *node,
                       const char      *name,
                       const char      *fallback)
{
  const AttributeProto *attr = find (node, name, STRING);

  if (attr == NULL)
    return g_strdup (fallback);
  return g_utf8_make_valid ((const char *) attr->s.data, (gssize) attr->s.len);
}

/**
 * koma_onnx_attr_ints:
 *
 * Returns: (transfer none) (nullable): the numbers. Thread: any.
 */
const gint64 *
koma_onnx_attr_ints (const NodeProto *node,
                     const char      *name,
                     gsize           *ret_n)
{
  const AttributeProto *attr = find (node, name, INTS);

  *ret_n = attr != NULL ? attr->n_ints : 0;
  return attr != NULL ? attr->ints : NULL;
}

/**
 * koma_onnx_attr_floats:
 *
 * Returns: (transfer none) (nullable): the numbers. Thread: any.
 */
const float *
koma_onnx_attr_floats (const NodeProto *node,
                       const char      *name,
                       gsize           *ret_n)
{
  const AttributeProto *attr = find (node, name, FLOATS);

  *ret_n = attr != NULL ? attr->n_floats : 0;
  return attr != NULL ? attr->floats : NULL;
}

/**
 * koma_onnx_attr_strings:
 *
 * Returns: (transfer full) (nullable): the texts; bytes that are no text are made some. Thread:
 *   any.
 */
char **
koma_onnx_attr_strings (const NodeProto *node,
                        const char      *name,
                        gsize           *ret_n)
{
  const AttributeProto *attr = find (node, name, STRINGS);
  char                **strings = NULL;

  *ret_n = attr != NULL ? attr->n_strings : 0;
  if (attr == NULL)
    return NULL;
  strings = g_new0 (char *, attr->n_strings + 1);
  for (gsize i = 0; i < attr->n_strings; i++)
    strings[i] = g_utf8_make_valid ((const char *) attr->strings[i].data,
                                    (gssize) attr->strings[i].len);
  return strings;
}

/**
 * koma_onnx_attr_tensor:
 *
 * Returns: (transfer none) (nullable): the tensor. Thread: any.
 */
const Koma__Onnx__TensorProto *
koma_onnx_attr_tensor (const NodeProto *node,
                       const char      *name)
{
  const AttributeProto *attr = find (node, name, TENSOR);

  return attr != NULL ? attr->t : NULL;
}
