/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "attributes.h"
#include "engine/formats/json.h"
#include "expression-ops.h"
#include "golden-tensor.h"

/* Of one value, or of the shape and dtype that the attributes say. */
static void
new_filled (ExpressionCall *call,
            double          value,
            GError        **error)
{
  g_auto (Ints) shape = attribute_ints (call->a, "shape");
  KomaDType dtype = KOMA_DTYPE_FLOAT32;

  if (attribute_dtype (call->a, "dtype", &dtype, error))
    call->y[0] = koma_tensor_new_fill (dtype, shape.at, shape.n, value, error);
}

static void
new_zeros (ExpressionCall *call,
           GError        **error)
{
  new_filled (call, 0, error);
}

static void
new_ones (ExpressionCall *call,
          GError        **error)
{
  new_filled (call, 1, error);
}

static void
new_fill (ExpressionCall *call,
          GError        **error)
{
  new_filled (call, attribute_double (call->a, "value", 0), error);
}

/* Text is no dtype of the library. */
static gboolean
check_no_text (JsonNode *node,
               GError  **error)
{
  JsonArray  *array = koma_json_node_array (node);
  const char *text = koma_json_node_string (node);
  char       *end = NULL;

  for (guint i = 0; i < koma_json_array_length (array); i++)
    if (!check_no_text (koma_json_element (array, i), error))
      return FALSE;
  if (text == NULL)
    return TRUE;
  g_ascii_strtod (text, &end);
  return (*text != '\0' && *end == '\0') ||
         koma_fail (error, KOMA_ERROR_UNSUPPORTED, "“%s” is text", text);
}

static void
new_tensor (ExpressionCall *call,
            GError        **error)
{
  g_autoptr (GArray) values = g_array_new (TRUE, FALSE, sizeof (double));
  g_auto (Ints) shape = attribute_ints (call->a, "shape");
  KomaDType dtype = KOMA_DTYPE_FLOAT32;

  if (!attribute_dtype (call->a, "dtype", &dtype, error) ||
      !check_no_text (koma_json_get (call->a, "values"), error))
    return;
  golden_append_numbers (values, koma_json_get (call->a, "values"));
  call->y[0] = koma_tensor_new_typed (dtype, (const double *) values->data, values->len, shape.at,
                                      shape.n, error);
}

/* A batch repeats the matrix. */
static void
new_eye (ExpressionCall *call,
         GError        **error)
{
  g_auto (Ints) shape = attribute_ints (call->a, "batchShape");
  const int rows = attribute_int (call->a, "rows", 0);
  const int columns = attribute_int (call->a, "columns", rows);
  g_autoptr (GArray) full = g_array_new (FALSE, FALSE, sizeof (int));
  KomaDType   dtype = KOMA_DTYPE_FLOAT32;
  KomaTensor *matrix = NULL;

  if (!attribute_dtype (call->a, "dtype", &dtype, error))
    return;
  matrix = koma_tensor_new_eye (dtype, rows, columns, error);
  g_array_append_vals (full, shape.at, shape.n);
  g_array_append_val (full, rows);
  g_array_append_val (full, columns);
  call->y[0] = koma_tensor_broadcast_to (matrix, (const int *) full->data, full->len, error);
}

static void
new_linspace (ExpressionCall *call,
              GError        **error)
{
  call->y[0] = koma_tensor_new_linspace (attribute_double (call->a, "start", 0),
                                         attribute_double (call->a, "stop", 0),
                                         attribute_int (call->a, "num", 0), error);
}

static void
new_range (ExpressionCall *call,
           GError        **error)
{
  const double start = attribute_double (call->a, "start", 0);
  const double stop = attribute_double (call->a, "stop", 0);
  const double step = attribute_double (call->a, "step", 1);
  KomaDType    dtype = KOMA_DTYPE_FLOAT32;

  if (attribute_dtype (call->a, "dtype", &dtype, error))
    call->y[0] = koma_tensor_new_range (dtype, start, stop, step, error);
}

const ExpressionOp expression_new[] = {
  { "eye", 0, new_eye },
  { "fill", 0, new_fill },
  { "linspace", 0, new_linspace },
  { "ones", 0, new_ones },
  { "range", 0, new_range },
  { "tensor", 0, new_tensor },
  { "zeros", 0, new_zeros },
  { NULL, 0, NULL },
};
