/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Sums, products, means and matrices. */
#include "layers-arithmetic.h"

/* Layers of two inputs. Keras has a Subtract, which TensorFlow.js has not. */
static char *
write_merge (const KomaLayersNode *self,
             GError              **error)
{
  const char *inputs[2] = { NULL, NULL };
  const char *class_name = NULL;

  for (guint i = 0; i < 2; i++)
    inputs[i] = koma_layers_node_get_input_at (self, i);
  switch ((int) self->node->op) {
  case KOMA_OP_ADD:
    class_name = "Add";
    break;
  case KOMA_OP_MUL:
    class_name = "Multiply";
    break;
  case KOMA_OP_MAXIMUM:
    class_name = "Maximum";
    break;
  case KOMA_OP_MINIMUM:
    class_name = "Minimum";
    break;
  default:
    return koma_layers_node_refuse (self, "TensorFlow.js has none", error);
  }
  return koma_layers_writer_add (self->writer, class_name, json_object_new (), inputs, 2);
}

/* x · factor + shift, where one of both is the constant and the other is neutral. */
static gboolean
find_affine (KomaOp   op,
             gboolean is_constant_first,
             double   constant,
             float   *ret_factor,
             float   *ret_shift)
{
  *ret_factor = 1;
  *ret_shift = 0;
  if (op == KOMA_OP_ADD)
    *ret_shift = (float) constant;
  else if (op == KOMA_OP_SUB) {
    *ret_factor = is_constant_first ? -1 : 1;
    *ret_shift = (float) (is_constant_first ? constant : -constant);
  } else if (op == KOMA_OP_MUL)
    *ret_factor = (float) constant;
  else if (op == KOMA_OP_DIV && !is_constant_first)
    *ret_factor = (float) (1 / constant);
  else
    return FALSE;
  return TRUE;
}

static gsize
count_channels (const KomaLayersNode *self)
{
  const KomaShape *out = &koma_node_output (self->graph, self->node, 0)->shape;

  return (gsize) out->dims[out->rank - 1];
}

/* One number for all, or one for each channel. */
static gboolean
is_of_channels (const KomaLayersNode *self,
                const KomaArray      *constant)
{
  const KomaShape *shape = &constant->shape;
  const gsize      n = count_channels (self);

  return constant->dtype == KOMA_DTYPE_FLOAT32 &&
         (constant->count == 1 ||
          (constant->count == n && (gsize) shape->dims[shape->rank - 1] == n));
}

/* A BatchNormalization with a mean of 0 and a variance of 1. */
static char *
write_affine (const KomaLayersNode *self,
              gboolean              is_constant_first,
              GError              **error)
{
  const KomaArray *constant =
    koma_node_input (self->graph, self->node, is_constant_first ? 0 : 1)->constant;
  const KomaShape         *out = &koma_node_output (self->graph, self->node, 0)->shape;
  const gsize              n = count_channels (self);
  const KomaShape          shape = KOMA_SHAPE ((gint64) n);
  g_autofree float        *numbers = g_new0 (float, 4 * n); /* gamma, beta, mean, variance */
  JsonObject              *config = NULL;
  char                    *name = NULL;
  static const char *const weights[] = { "gamma", "beta", "moving_mean", "moving_variance" };

  if (!is_of_channels (self, constant))
    return koma_layers_node_refuse (self, "its constant is none of channels", error);
  for (gsize c = 0; c < n; c++) {
    const double number = ((const float *) constant->data)[constant->count == 1 ? 0 : c];

    numbers[3 * n + c] = 1;
    if (!find_affine (self->node->op, is_constant_first, number, &numbers[c], &numbers[n + c]))
      return koma_layers_node_refuse (self, "one side is a constant", error);
  }
  config = json_object_new ();
  json_object_set_int_member (config, "axis", out->rank - 1);
  json_object_set_double_member (config, "epsilon", 0);
  json_object_set_boolean_member (config, "center", TRUE);
  json_object_set_boolean_member (config, "scale", TRUE);
  name = koma_layers_node_write (self, "BatchNormalization", config);
  for (guint i = 0; i < G_N_ELEMENTS (weights); i++)
    koma_layers_writer_add_weight (self->writer, name, weights[i], shape, numbers + i * n);
  return name;
}

/**
 * koma_layers_write_binary:
 *
 * A sum, product or the like of two values, or of a value and a constant.
 *
 * Errors: %KOMA_ERROR_UNSUPPORTED if it is no layer. Thread: any.
 *
 * Returns: (transfer full): the name of the last layer
 */
char *
koma_layers_write_binary (const KomaLayersNode *self,
                          GError              **error)
{
  const gboolean is_constant[] = { koma_node_is_constant (self->graph, self->node, 0),
                                   koma_node_is_constant (self->graph, self->node, 1) };

  return is_constant[0] || is_constant[1] ? write_affine (self, is_constant[0], error)
                                          : write_merge (self, error);
}

/* Over all places of a picture. */
/**
 * koma_layers_write_mean:
 *
 * Mean or Max over rows and columns.
 *
 * Errors: %KOMA_ERROR_UNSUPPORTED if it is no layer. Thread: any.
 *
 * Returns: (transfer full): the name of the last layer
 */
char *
koma_layers_write_mean (const KomaLayersNode *self,
                        GError              **error)
{
  const KomaShape *in = &koma_node_input (self->graph, self->node, 0)->shape;
  const KomaShape *out = &koma_node_output (self->graph, self->node, 0)->shape;
  g_autofree char *name = NULL;

  if (in->rank != 4 || self->node->params.reduce.axes_mask != KOMA_REDUCE_ROWS_AND_COLUMNS)
    return koma_layers_node_refuse (self, "it is not over rows and columns", error);
  name = koma_layers_node_write (self,
                                 self->node->op == KOMA_OP_MEAN ? "GlobalAveragePooling2D"
                                                                : "GlobalMaxPooling2D",
                                 NULL);
  return out->rank == 2 ? g_steal_pointer (&name)
                        : koma_layers_node_write_reshape (self->writer, name, out);
}

/* [rows, columns] → [columns, rows] */
static float *
transpose (const float *values,
           gint64       n_rows,
           gint64       n_columns)
{
  float *result = g_new (float, (gsize) n_rows *n_columns);

  for (gint64 i = 0; i < n_rows; i++)
    for (gint64 k = 0; k < n_columns; k++)
      result[k * n_rows + i] = values[i * n_columns + k];
  return result;
}

/**
 * koma_layers_write_dense:
 *
 * MatMul with a matrix of weights.
 *
 * Errors: %KOMA_ERROR_UNSUPPORTED if it is no layer. Thread: any.
 *
 * Returns: (transfer full): the name of the last layer
 */
char *
koma_layers_write_dense (const KomaLayersNode *self,
                         GError              **error)
{
  const KomaNode  *node = self->node;
  const KomaArray *matrix = koma_node_input (self->graph, node, 1)->constant;
  const KomaArray *bias =
    node->n_inputs > 2 ? koma_node_input (self->graph, node, 2)->constant : NULL;
  const gboolean    is_transposed = node->params.mat_mul.is_b_transposed;
  g_autofree float *turned = NULL;
  KomaShape         shape = { 0 };
  JsonObject       *config = NULL;
  char             *name = NULL;

  if (matrix == NULL || matrix->shape.rank != 2 || node->params.mat_mul.is_a_transposed ||
      (node->n_inputs > 2 && bias == NULL))
    return koma_layers_node_refuse (self, "it does not multiply with one matrix of weights", error);
  shape = is_transposed ? KOMA_SHAPE (matrix->shape.dims[1], matrix->shape.dims[0])
                        : matrix->shape;
  if (is_transposed)
    turned = transpose (matrix->data, matrix->shape.dims[0], matrix->shape.dims[1]);
  config = json_object_new ();
  json_object_set_int_member (config, "units", shape.dims[1]);
  json_object_set_string_member (config, "activation", "linear");
  json_object_set_boolean_member (config, "use_bias", bias != NULL);
  name = koma_layers_node_write (self, "Dense", config);
  koma_layers_writer_add_weight (self->writer, name, "kernel", shape,
                                 is_transposed ? turned : matrix->data);
  if (bias != NULL)
    koma_layers_writer_add_weight (self->writer, name, "bias", bias->shape, bias->data);
  return name;
}
