/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Arithmetic between layers: mostly what becomes of pictures before the first of them, inside of
 * the model. Its numbers broadcast as in TensorFlow; what layers such as Add do, see merge.c. */
#include "operation.h"

#include <string.h>

#include "engine/formats/json.h"
#include "layers.h"
#include "parts.h"

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
gboolean
koma_keras_lower_operation (KomaKerasBuilder    *builder,
                            const KomaKerasCall *call,
                            KomaValueId         *ret_output,
                            GError             **error)
{
  const Row *row =
    bsearch (call->operation, rows, G_N_ELEMENTS (rows), sizeof *rows, compare_name);
  KomaKerasCall inner = *call;
  g_autoptr (GArray) arguments = g_array_new (FALSE, FALSE, sizeof (KomaKerasArgument));
  KomaKerasOperation self = { builder, &inner, arguments };

  if (row == NULL)
    return koma_fail (error, KOMA_ERROR_UNSUPPORTED, "operation “%s”", call->operation);
  inner.op = row->op;
  if (koma_keras_operation_read_arguments (&self, error) && row->rule (&self, ret_output, error))
    return TRUE;
  g_prefix_error (error, "operation “%s”: ", call->operation);
  return FALSE;
}

gboolean
koma_keras_operation_unary (KomaKerasOperation *self,
                            KomaValueId        *ret_output,
                            GError            **error)
{
  KomaValueId x = KOMA_VALUE_NONE;

  return koma_keras_operation_input (self, &x, error) &&
         koma_keras_add_unary (self->builder, self->call->op, self->call->name, x, ret_output,
                               error);
}

static gboolean
add_second (KomaKerasOperation *self,
            const char *const  *names, /* of the second argument */
            KomaValueId        *ret_output,
            GError            **error)
{
  KomaValueId x = KOMA_VALUE_NONE;
  KomaValueId y = KOMA_VALUE_NONE;

  return koma_keras_operation_input (self, &x, error) &&
         koma_keras_operation_value (self, 1, names, &y, error) &&
         koma_keras_add_binary (self->builder, self->call->op, self->call->name, x, y, ret_output,
                                error);
}

gboolean
koma_keras_operation_binary (KomaKerasOperation *self,
                             KomaValueId        *ret_output,
                             GError            **error)
{
  return add_second (self, second, ret_output, error);
}

/* Channels are the last dimension. */
gboolean
koma_keras_operation_bias_add (KomaKerasOperation *self,
                               KomaValueId        *ret_output,
                               GError            **error)
{
  static const char *const bias[] = { "bias", NULL };
  static const char *const format[] = { "data_format", NULL };
  KomaKerasArgument        argument = { 0 };

  if (koma_keras_operation_find (self, 2, format, &argument) &&
      g_str_has_prefix (koma_json_node_string (argument.node) ?: "NC", "NC"))
    return koma_keras_operation_fail (format, "“NHWC”", error);
  return add_second (self, bias, ret_output, error);
}

/* As two nodes, whose bounds may be tensors. */
gboolean
koma_keras_operation_clip (KomaKerasOperation *self,
                           KomaValueId        *ret_output,
                           GError            **error)
{
  static const char *const low[] = { "clip_value_min", "x_min", NULL };
  static const char *const high[] = { "clip_value_max", "x_max", NULL };
  KomaValueId              x = KOMA_VALUE_NONE;
  KomaValueId              bounds[2] = { KOMA_VALUE_NONE, KOMA_VALUE_NONE };

  return koma_keras_operation_input (self, &x, error) &&
         koma_keras_operation_value (self, 1, low, &bounds[0], error) &&
         koma_keras_operation_value (self, 2, high, &bounds[1], error) &&
         koma_keras_add_binary (self->builder, KOMA_OP_MAXIMUM, self->call->name, x, bounds[0], &x,
                                error) &&
         koma_keras_add_binary (self->builder, KOMA_OP_MINIMUM, self->call->name, x, bounds[1],
                                ret_output, error);
}

gboolean
koma_keras_operation_where (KomaKerasOperation *self,
                            KomaValueId        *ret_output,
                            GError            **error)
{
  static const char *const condition[] = { "condition", NULL };
  static const char *const then[] = { "x", "x1", NULL };
  static const char *const otherwise[] = { "y", "x2", NULL };
  KomaKerasBuilder        *builder = self->builder;
  KomaValueId              parts[3] = { KOMA_VALUE_NONE, KOMA_VALUE_NONE, KOMA_VALUE_NONE };
  guint                    rank = 0;

  if (!koma_keras_operation_value (self, 0, condition, &parts[0], error) ||
      !koma_keras_operation_value (self, 1, then, &parts[1], error) ||
      !koma_keras_operation_value (self, 2, otherwise, &parts[2], error) ||
      !koma_keras_add_select (builder, self->call->name, parts[0], parts[1], parts[2], ret_output,
                              error))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    rank = MAX (rank, koma_keras_get_rank (builder, parts[i]));
  koma_keras_set_rank (builder, *ret_output, rank);
  return TRUE;
}

static gboolean
read_flag (KomaKerasOperation *self,
           guint               place,
           const char *const  *names,
           gboolean            fallback,
           gboolean           *ret_flag,
           GError            **error)
{
  KomaKerasArgument argument = { 0 };

  *ret_flag = fallback;
  return !koma_keras_operation_find (self, place, names, &argument) ||
         koma_json_node_boolean (argument.node, ret_flag) ||
         koma_keras_operation_fail (names, "true or false", error);
}

gboolean
koma_keras_operation_reduce (KomaKerasOperation *self,
                             KomaValueId        *ret_output,
                             GError            **error)
{
  static const char *const keep[] = { "keepdims", "keep_dims", NULL };
  KomaValueId              x = KOMA_VALUE_NONE;
  gboolean                 keep_dims = FALSE;
  guint                    rank = 0;
  guint                    axes = 0;

  if (!koma_keras_operation_input (self, &x, error))
    return FALSE;
  rank = koma_keras_get_rank (self->builder, x);
  return koma_keras_operation_axes (self, 1, rank, (1u << rank) - 1, &axes, error) &&
         read_flag (self, 2, keep, FALSE, &keep_dims, error) &&
         koma_keras_add_reduce (self->builder, self->call->op, self->call->name, x, axes, keep_dims,
                                ret_output, error);
}

gboolean
koma_keras_operation_mat_mul (KomaKerasOperation *self,
                              KomaValueId        *ret_output,
                              GError            **error)
{
  static const char *const turns[][2] = { { "transpose_a", NULL }, { "transpose_b", NULL } };
  static const char *const others[][2] = { { "adjoint_a", NULL }, { "adjoint_b", NULL } };
  KomaValueId              x = KOMA_VALUE_NONE;
  KomaValueId              y = KOMA_VALUE_NONE;
  gboolean                 is_turned[2] = { FALSE, FALSE };

  for (guint i = 0; i < 2; i++) {
    gboolean is_adjoint = FALSE;

    if (!read_flag (self, 2 + i, turns[i], FALSE, &is_turned[i], error) ||
        !read_flag (self, 4 + i, others[i], FALSE, &is_adjoint, error))
      return FALSE;
    is_turned[i] = is_turned[i] || is_adjoint;
  }
  return koma_keras_operation_input (self, &x, error) &&
         koma_keras_operation_value (self, 1, second, &y, error) &&
         koma_keras_add_mat_mul (self->builder, self->call->name, x, y, is_turned[0], is_turned[1],
                                 ret_output, error);
}

gboolean
koma_keras_operation_softmax (KomaKerasOperation *self,
                              KomaValueId        *ret_output,
                              GError            **error)
{
  KomaValueId x = KOMA_VALUE_NONE;
  guint       last = 0;
  guint       axes = 0;

  if (!koma_keras_operation_input (self, &x, error))
    return FALSE;
  last = MAX (koma_keras_get_rank (self->builder, x), 1) - 1;
  if (!koma_keras_operation_axes (self, 1, last + 1, 1u << last, &axes, error))
    return FALSE;
  if (axes != 1u << last)
    return koma_fail (error, KOMA_ERROR_UNSUPPORTED, "another axis than the last");
  return koma_keras_add_unary (self->builder, self->call->op, self->call->name, x, ret_output,
                               error);
}

/* LeakyRelu and Elu, with the slope of what is negative */
gboolean
koma_keras_operation_alpha (KomaKerasOperation *self,
                            KomaValueId        *ret_output,
                            GError            **error)
{
  static const char *const names[] = { "alpha", "negative_slope", NULL };
  KomaKerasArgument        argument = { 0 };
  KomaValueId              x = KOMA_VALUE_NONE;
  const KomaKerasCall      like = { .name = self->call->name, .inputs = &x, .n_inputs = 1 };
  double                   alpha = self->call->op == KOMA_OP_ELU ? 1 : 0.2;
  g_autoptr (KomaAttrs) attrs = koma_attrs_new ();

  if (koma_keras_operation_find (self, 1, names, &argument) &&
      !koma_json_node_double (argument.node, &alpha))
    return koma_keras_operation_fail (names, "a number", error);
  koma_attrs_set_float (attrs, "alpha", alpha);
  return koma_keras_operation_input (self, &x, error) &&
         koma_keras_add_node (self->builder, self->call->op, &like, g_steal_pointer (&attrs),
                              ret_output, error);
}

gboolean
koma_keras_operation_gelu (KomaKerasOperation *self,
                           KomaValueId        *ret_output,
                           GError            **error)
{
  static const char *const names[] = { "approximate", NULL };
  const gboolean           is_keras_3 = g_str_equal (self->call->operation, "Gelu");
  KomaValueId              x = KOMA_VALUE_NONE;
  const KomaKerasCall      like = { .name = self->call->name, .inputs = &x, .n_inputs = 1 };
  gboolean                 is_approximate = FALSE;
  g_autoptr (KomaAttrs) attrs = koma_attrs_new ();

  if (!koma_keras_operation_input (self, &x, error) ||
      !read_flag (self, 1, names, is_keras_3, &is_approximate, error))
    return FALSE;
  koma_attrs_set_int (attrs, "approximate", is_approximate);
  return koma_keras_add_node (self->builder, self->call->op, &like, g_steal_pointer (&attrs),
                              ret_output, error);
}

/* x · sigmoid (x) */
gboolean
koma_keras_operation_silu (KomaKerasOperation *self,
                           KomaValueId        *ret_output,
                           GError            **error)
{
  KomaValueId x = KOMA_VALUE_NONE;
  KomaValueId gate = KOMA_VALUE_NONE;

  return koma_keras_operation_input (self, &x, error) &&
         koma_keras_add_unary (self->builder, KOMA_OP_SIGMOID, self->call->name, x, &gate, error) &&
         koma_keras_add_binary (self->builder, self->call->op, self->call->name, x, gate,
                                ret_output, error);
}

/* relu6 (x + 3) / 6, as Keras 3 defines it */
static gboolean
add_hard_gate (KomaKerasOperation *self,
               KomaValueId         x,
               KomaValueId        *ret_output,
               GError            **error)
{
  const char *name = self->call->name;

  return koma_keras_add_binary (self->builder, KOMA_OP_ADD, name, x,
                                koma_keras_add_float (self->builder, 3, error), &x, error) &&
         koma_keras_add_unary (self->builder, KOMA_OP_RELU6, name, x, &x, error) &&
         koma_keras_add_binary (self->builder, KOMA_OP_MUL, name, x,
                                koma_keras_add_float (self->builder, 1.0 / 6, error), ret_output,
                                error);
}

gboolean
koma_keras_operation_hard_sigmoid (KomaKerasOperation *self,
                                   KomaValueId        *ret_output,
                                   GError            **error)
{
  KomaValueId x = KOMA_VALUE_NONE;

  return koma_keras_operation_input (self, &x, error) && add_hard_gate (self, x, ret_output, error);
}

gboolean
koma_keras_operation_hard_silu (KomaKerasOperation *self,
                                KomaValueId        *ret_output,
                                GError            **error)
{
  KomaValueId x = KOMA_VALUE_NONE;
  KomaValueId gate = KOMA_VALUE_NONE;

  return koma_keras_operation_input (self, &x, error) && add_hard_gate (self, x, &gate, error) &&
         koma_keras_add_binary (self->builder, self->call->op, self->call->name, x, gate,
                                ret_output, error);
}

gboolean
koma_keras_operation_cast (KomaKerasOperation *self,
                           KomaValueId        *ret_output,
                           GError            **error)
{
  static const char *const names[] = { "dtype", NULL };
  KomaKerasArgument        argument = { 0 };
  KomaDType                dtype = KOMA_DTYPE_FLOAT32;
  KomaValueId              x = KOMA_VALUE_NONE;
  const char              *type = NULL;

  if (koma_keras_operation_find (self, 1, names, &argument))
    type = koma_json_node_string (argument.node);
  if (type == NULL || !koma_dtype_from_name (type, &dtype))
    return koma_keras_operation_fail (names, "a type that is computed", error);
  return koma_keras_operation_input (self, &x, error) &&
         koma_keras_add_cast (self->builder, self->call->name, x, koma_dtype_name (dtype),
                              ret_output, error);
}
