/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Arithmetic between layers: mostly what becomes of pictures before the first of them, inside of
 * the model. Its numbers broadcast as in TensorFlow; what layers such as Add do, see merge.c. */
#include "operation.h"

#include <string.h>

#include "engine/formats/json.h"
#include "layers.h"

typedef struct
{
  const char            *name;
  KomaKerasOperationRule rule;
  KomaOp                 op;
} Row;

#define KOMA_KERAS_OPERATION(name, rule, op) { name, koma_keras_operation_##rule, KOMA_OP_##op },
static const Row rows[] = {
#include "operations.inc"
};
#undef KOMA_KERAS_OPERATION

static const char *const second[] = { "y", "x2", "b", NULL };

static int
compare_name (gconstpointer key,
              gconstpointer member)
{
  return strcmp (key, ((const Row *) member)->name);
}

/**
 * koma_keras_lower_operation:
 * @call: with an operation
 *
 * Errors: as #KomaKerasLower.
 */
KomaValueId
koma_keras_lower_operation (KomaBuilder         *b,
                            const KomaKerasCall *call)
{
  const Row *row =
    bsearch (call->operation, rows, G_N_ELEMENTS (rows), sizeof *rows, compare_name);
  KomaKerasCall inner = *call;
  g_autoptr (GArray) arguments = g_array_new (FALSE, FALSE, sizeof (KomaKerasArgument));
  KomaKerasOperation self = { b, &inner, arguments };
  KomaValueId        y = KOMA_VALUE_NONE;

  if (row == NULL)
    return koma_builder_fail (b, KOMA_ERROR_UNSUPPORTED, "operation “%s”", call->operation);
  inner.op = row->op;
  koma_keras_operation_read_arguments (&self);
  if (b->error == NULL)
    y = row->rule (&self);
  if (b->error != NULL)
    g_prefix_error (&b->error, "operation “%s”: ", call->operation);
  return y;
}

KomaValueId
koma_keras_operation_unary (KomaKerasOperation *self)
{
  return koma_builder_unary (self->b, self->call->op, koma_keras_operation_input (self));
}

static KomaValueId
add_second (KomaKerasOperation *self,
            const char *const  *names) /* of the second argument */
{
  const KomaValueId x = koma_keras_operation_input (self);

  return koma_builder_binary (self->b, self->call->op, x,
                              koma_keras_operation_value (self, 1, names));
}

KomaValueId
koma_keras_operation_binary (KomaKerasOperation *self)
{
  return add_second (self, second);
}

/* Channels are the last dimension. */
KomaValueId
koma_keras_operation_bias_add (KomaKerasOperation *self)
{
  static const char *const bias[] = { "bias", NULL };
  static const char *const format[] = { "data_format", NULL };
  KomaKerasArgument        argument = { 0 };

  if (koma_keras_operation_find (self, 2, format, &argument) &&
      g_str_has_prefix (koma_json_node_string (argument.node) ?: "NC", "NC"))
    return koma_keras_operation_fail (self, format, "“NHWC”");
  return add_second (self, bias);
}

/* As two nodes, whose bounds may be tensors. */
KomaValueId
koma_keras_operation_clip (KomaKerasOperation *self)
{
  static const char *const low[] = { "clip_value_min", "x_min", NULL };
  static const char *const high[] = { "clip_value_max", "x_max", NULL };
  const KomaValueId        x = koma_keras_operation_input (self);
  const KomaValueId        min = koma_keras_operation_value (self, 1, low);
  const KomaValueId        max = koma_keras_operation_value (self, 2, high);

  return koma_builder_binary (self->b, KOMA_OP_MINIMUM,
                              koma_builder_binary (self->b, KOMA_OP_MAXIMUM, x, min), max);
}

KomaValueId
koma_keras_operation_where (KomaKerasOperation *self)
{
  static const char *const condition[] = { "condition", NULL };
  static const char *const then[] = { "x", "x1", NULL };
  static const char *const otherwise[] = { "y", "x2", NULL };
  KomaValueId              parts[3] = { 0 };
  guint                    rank = 0;

  parts[0] = koma_keras_operation_value (self, 0, condition);
  parts[1] = koma_keras_operation_value (self, 1, then);
  parts[2] = koma_keras_operation_value (self, 2, otherwise);
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    rank = MAX (rank, koma_builder_get_rank (self->b, parts[i]));
  return koma_builder_set_rank (
    self->b, koma_builder_node (self->b, KOMA_OP_SELECT, parts, 3, NULL), rank);
}

static gboolean
read_flag (KomaKerasOperation *self,
           guint               place,
           const char *const  *names,
           gboolean            fallback)
{
  KomaKerasArgument argument = { 0 };
  gboolean          flag = fallback;

  if (koma_keras_operation_find (self, place, names, &argument) &&
      !koma_json_node_boolean (argument.node, &flag))
    koma_keras_operation_fail (self, names, "true or false");
  return flag;
}

KomaValueId
koma_keras_operation_reduce (KomaKerasOperation *self)
{
  static const char *const keep[] = { "keepdims", "keep_dims", NULL };
  const KomaValueId        x = koma_keras_operation_input (self);
  const guint              rank = koma_builder_get_rank (self->b, x);
  const guint              axes = koma_keras_operation_axes (self, 1, rank, (1u << rank) - 1);

  return koma_builder_reduce (self->b, self->call->op, x, axes, read_flag (self, 2, keep, FALSE));
}

KomaValueId
koma_keras_operation_mat_mul (KomaKerasOperation *self)
{
  static const char *const turns[][2] = { { "transpose_a", NULL }, { "transpose_b", NULL } };
  static const char *const others[][2] = { { "adjoint_a", NULL }, { "adjoint_b", NULL } };
  gboolean                 is_turned[2] = { FALSE, FALSE };
  KomaValueId              x = KOMA_VALUE_NONE;

  for (guint i = 0; i < 2; i++) {
    const gboolean is_transposed = read_flag (self, 2 + i, turns[i], FALSE);

    is_turned[i] = read_flag (self, 4 + i, others[i], FALSE) || is_transposed;
  }
  x = koma_keras_operation_input (self);
  return koma_builder_mat_mul (self->b, x, koma_keras_operation_value (self, 1, second),
                               is_turned[0], is_turned[1]);
}

KomaValueId
koma_keras_operation_softmax (KomaKerasOperation *self)
{
  const KomaValueId x = koma_keras_operation_input (self);
  const guint       last = MAX (koma_builder_get_rank (self->b, x), 1) - 1;

  if (koma_keras_operation_axes (self, 1, last + 1, 1u << last) != 1u << last)
    return koma_builder_fail (self->b, KOMA_ERROR_UNSUPPORTED, "another axis than the last");
  return koma_builder_unary (self->b, self->call->op, x);
}

/* LeakyRelu and Elu, with the slope of what is negative */
KomaValueId
koma_keras_operation_alpha (KomaKerasOperation *self)
{
  static const char *const names[] = { "alpha", "negative_slope", NULL };
  KomaKerasArgument        argument = { 0 };
  double                   alpha = self->call->op == KOMA_OP_ELU ? 1 : 0.2;
  KomaAttrs               *attrs = NULL;

  if (koma_keras_operation_find (self, 1, names, &argument) &&
      !koma_json_node_double (argument.node, &alpha))
    return koma_keras_operation_fail (self, names, "a number");
  attrs = koma_attrs_new ();
  koma_attrs_set_float (attrs, "alpha", alpha);
  return KOMA_BUILDER_NODE (self->b, self->call->op, attrs, koma_keras_operation_input (self));
}

KomaValueId
koma_keras_operation_gelu (KomaKerasOperation *self)
{
  static const char *const names[] = { "approximate", NULL };
  const gboolean           is_keras_3 = g_str_equal (self->call->operation, "Gelu");
  const KomaValueId        x = koma_keras_operation_input (self);
  KomaAttrs               *attrs = koma_attrs_new ();

  koma_attrs_set_int (attrs, "approximate", read_flag (self, 1, names, is_keras_3));
  return KOMA_BUILDER_NODE (self->b, self->call->op, attrs, x);
}

/* x · sigmoid (x) */
KomaValueId
koma_keras_operation_silu (KomaKerasOperation *self)
{
  const KomaValueId x = koma_keras_operation_input (self);

  return koma_builder_binary (self->b, self->call->op, x,
                              koma_builder_unary (self->b, KOMA_OP_SIGMOID, x));
}

/* relu6 (x + 3) / 6, as Keras 3 defines it */
static KomaValueId
add_hard_gate (KomaBuilder *b,
               KomaValueId  x)
{
  KomaValueId y = koma_builder_binary (b, KOMA_OP_ADD, x, koma_builder_float (b, 3));

  y = koma_builder_unary (b, KOMA_OP_RELU6, y);
  return koma_builder_binary (b, KOMA_OP_MUL, y, koma_builder_float (b, 1.0 / 6));
}

KomaValueId
koma_keras_operation_hard_sigmoid (KomaKerasOperation *self)
{
  return add_hard_gate (self->b, koma_keras_operation_input (self));
}

KomaValueId
koma_keras_operation_hard_silu (KomaKerasOperation *self)
{
  const KomaValueId x = koma_keras_operation_input (self);

  return koma_builder_binary (self->b, self->call->op, x, add_hard_gate (self->b, x));
}

KomaValueId
koma_keras_operation_cast (KomaKerasOperation *self)
{
  static const char *const names[] = { "dtype", NULL };
  KomaKerasArgument        argument = { 0 };
  KomaDType                dtype = KOMA_DTYPE_FLOAT32;
  const char              *type = NULL;

  if (koma_keras_operation_find (self, 1, names, &argument))
    type = koma_json_node_string (argument.node);
  if (type == NULL || !koma_dtype_from_name (type, &dtype))
    return koma_keras_operation_fail (self, names, "a type that is computed");
  return koma_builder_cast (self->b, koma_keras_operation_input (self), dtype);
}
