/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Functions between layers that move numbers, and compute none. */
#include "operation.h"

#include <string.h>

#include "engine/formats/json.h"
#include "inbound.h"
#include "layers.h"
#include "parts.h"

static const char *const axis_name[] = { "axis", NULL };

static gboolean
read_axis (KomaKerasOperation *self,
           guint               place,
           guint               rank,
           gint32              fallback,
           guint              *ret_axis,
           GError            **error)
{
  guint axes = 0;

  if (!koma_keras_operation_axes (self, place, rank, 1u << fallback, &axes, error))
    return FALSE;
  *ret_axis = (guint) g_bit_nth_lsf (axes, -1);
  return axes == 1u << *ret_axis || koma_keras_operation_fail (axis_name, "one number", error);
}

/* int32 [n], of the numbers or tensors of one number in a list */
static gboolean
add_shape_list (KomaKerasOperation *self,
                const char *const  *names,
                KomaValueId        *ret_shape,
                guint              *ret_rank,
                GError            **error)
{
  g_autoptr (GArray) parts = koma_keras_operation_values (self, 1, names, TRUE, error);
  KomaKerasCall like = { .name = self->call->name };

  if (parts == NULL)
    return FALSE;
  if (parts->len > KOMA_MAX_RANK)
    return koma_keras_operation_fail (names, "a shape of few dimensions", error);
  for (guint i = 0; i < parts->len; i++)
    if (koma_keras_get_rank (self->builder, g_array_index (parts, KomaValueId, i)) != 0)
      return koma_keras_operation_fail (names, "a list of single numbers", error);
  like.inputs = (KomaValueId *) parts->data;
  like.n_inputs = parts->len;
  *ret_rank = parts->len;
  return koma_keras_add_node (self->builder, KOMA_OP_PACK, &like, NULL, ret_shape, error);
}

gboolean
koma_keras_operation_reshape (KomaKerasOperation *self,
                              KomaValueId        *ret_output,
                              GError            **error)
{
  static const char *const names[] = { "shape", "newshape", NULL };
  gint32                   dims[KOMA_MAX_RANK] = { 0 };
  guint                    rank = 0;
  KomaValueId              x = KOMA_VALUE_NONE;
  KomaValueId              shape = KOMA_VALUE_NONE;

  if (!koma_keras_operation_input (self, &x, error))
    return FALSE;
  if (koma_keras_operation_ints (self, 1, names, dims, &rank, NULL) && rank > 0)
    shape = koma_keras_add_ints (self->builder, dims, rank, error);
  else if (!add_shape_list (self, names, &shape, &rank, error))
    return FALSE;
  if (!koma_keras_add_binary (self->builder, self->call->op, self->call->name, x, shape,
                              ret_output, error))
    return FALSE;
  koma_keras_set_rank (self->builder, *ret_output, rank);
  return TRUE;
}

gboolean
koma_keras_operation_shape (KomaKerasOperation *self,
                            KomaValueId        *ret_output,
                            GError            **error)
{
  if (!koma_keras_operation_unary (self, ret_output, error))
    return FALSE;
  koma_keras_set_rank (self->builder, *ret_output, 1);
  return TRUE;
}

gboolean
koma_keras_operation_transpose (KomaKerasOperation *self,
                                KomaValueId        *ret_output,
                                GError            **error)
{
  static const char *const names[] = { "perm", "axes", NULL };
  gint32                   perm[KOMA_MAX_RANK] = { 0 };
  guint                    n = 0;
  guint                    rank = 0;
  KomaValueId              x = KOMA_VALUE_NONE;

  if (!koma_keras_operation_input (self, &x, error) ||
      !koma_keras_operation_ints (self, 1, names, perm, &n, error))
    return FALSE;
  rank = koma_keras_get_rank (self->builder, x);
  if (rank > KOMA_MAX_RANK || (n != 0 && n != rank))
    return koma_keras_operation_fail (names, "as long as the input has dimensions", error);
  for (guint i = 0; i < rank; i++)
    perm[i] = n == 0 ? (gint32) (rank - 1 - i) : perm[i] + (perm[i] < 0 ? (gint32) rank : 0);
  return koma_keras_add_binary (self->builder, self->call->op, self->call->name, x,
                                koma_keras_add_ints (self->builder, perm, rank, error), ret_output,
                                error);
}

gboolean
koma_keras_operation_concat (KomaKerasOperation *self,
                             KomaValueId        *ret_output,
                             GError            **error)
{
  static const char *const names[] = { "values", "xs", NULL };
  g_autoptr (GArray) values = koma_keras_operation_values (self, 0, names, FALSE, error);
  KomaKerasCall like = { .name = self->call->name };
  KomaValueId   axis = KOMA_VALUE_NONE;
  guint         number = 0;

  if (values == NULL ||
      !read_axis (self, 1,
                  koma_keras_get_rank (self->builder, g_array_index (values, KomaValueId, 0)), 0,
                  &number, error))
    return FALSE;
  axis = koma_keras_add_int (self->builder, (gint32) number, error);
  if (axis == KOMA_VALUE_NONE)
    return FALSE;
  g_array_append_val (values, axis);
  like.inputs = (KomaValueId *) values->data;
  like.n_inputs = values->len;
  return koma_keras_add_node (self->builder, self->call->op, &like, NULL, ret_output, error);
}

gboolean
koma_keras_operation_stack (KomaKerasOperation *self,
                            KomaValueId        *ret_output,
                            GError            **error)
{
  static const char *const names[] = { "values", "x", NULL };
  g_autoptr (GArray) values = koma_keras_operation_values (self, 0, names, FALSE, error);
  g_autoptr (KomaAttrs) attrs = koma_attrs_new ();
  KomaKerasCall like = { .name = self->call->name };
  guint         rank = 0;
  guint         axis = 0;

  if (values == NULL)
    return FALSE;
  rank = koma_keras_get_rank (self->builder, g_array_index (values, KomaValueId, 0)) + 1;
  if (!read_axis (self, 1, rank, 0, &axis, error))
    return FALSE;
  koma_attrs_set_int (attrs, "axis", axis);
  like.inputs = (KomaValueId *) values->data;
  like.n_inputs = values->len;
  if (!koma_keras_add_node (self->builder, self->call->op, &like, g_steal_pointer (&attrs),
                            ret_output, error))
    return FALSE;
  koma_keras_set_rank (self->builder, *ret_output, rank);
  return TRUE;
}

gboolean
koma_keras_operation_expand_dims (KomaKerasOperation *self,
                                  KomaValueId        *ret_output,
                                  GError            **error)
{
  KomaKerasArgument argument = { 0 };
  KomaValueId       x = KOMA_VALUE_NONE;
  guint             axis = 0;

  if (!koma_keras_operation_find (self, 1, axis_name, &argument))
    return koma_keras_operation_fail (axis_name, "there", error);
  return koma_keras_operation_input (self, &x, error) &&
         read_axis (self, 1, koma_keras_get_rank (self->builder, x) + 1, 0, &axis, error) &&
         koma_keras_add_expand_dims (self->builder, self->call->name, x, axis, ret_output, error);
}

/* Which dimensions are 1 is not known yet, so that they must be named. */
gboolean
koma_keras_operation_squeeze (KomaKerasOperation *self,
                              KomaValueId        *ret_output,
                              GError            **error)
{
  KomaValueId x = KOMA_VALUE_NONE;
  guint       rank = 0;
  guint       axes = 0;

  if (!koma_keras_operation_input (self, &x, error))
    return FALSE;
  rank = koma_keras_get_rank (self->builder, x);
  if (!koma_keras_operation_axes (self, 1, rank, 0, &axes, error))
    return FALSE;
  if (axes == 0)
    return koma_keras_operation_fail (axis_name, "there", error);
  *ret_output = x;
  for (guint axis = rank; axis-- > 0;)
    if (axes & 1u << axis &&
        !koma_keras_add_squeeze (self->builder, self->call->name, *ret_output, axis, ret_output,
                                 error))
      return FALSE;
  return TRUE;
}

gboolean
koma_keras_operation_reverse (KomaKerasOperation *self,
                              KomaValueId        *ret_output,
                              GError            **error)
{
  KomaValueId x = KOMA_VALUE_NONE;
  gint32      list[KOMA_MAX_RANK] = { 0 };
  guint       n = 0;
  guint       axes = 0;
  guint       rank = 0;

  if (!koma_keras_operation_input (self, &x, error))
    return FALSE;
  rank = koma_keras_get_rank (self->builder, x);
  if (!koma_keras_operation_axes (self, 1, rank, (1u << rank) - 1, &axes, error))
    return FALSE;
  for (guint i = 0; i < MIN (rank, KOMA_MAX_RANK); i++)
    if (axes & 1u << i)
      list[n++] = (gint32) i;
  return koma_keras_add_binary (self->builder, self->call->op, self->call->name, x,
                                koma_keras_add_ints (self->builder, list, n, error), ret_output,
                                error);
}

/* [[before, after], …], of one pair for each dimension */
static gboolean
read_paddings (KomaKerasOperation *self,
               guint               rank,
               gint32             *ret_paddings, /* [2 · rank] */
               GError            **error)
{
  static const char *const names[] = { "paddings", "pad_width", NULL };
  KomaKerasArgument        argument = { 0 };
  JsonArray               *pairs = NULL;

  if (koma_keras_operation_find (self, 1, names, &argument))
    pairs = koma_json_node_array (argument.node);
  if (koma_json_array_length (pairs) != rank)
    return koma_keras_operation_fail (names, "a pair for each dimension", error);
  for (guint i = 0; i < 2 * rank; i++) {
    JsonArray *pair = koma_json_node_array (koma_json_element (pairs, i / 2));
    gint64     size = 0;

    if (!koma_json_node_int (koma_json_element (pair, i % 2), &size) || size < 0 ||
        size > G_MAXINT32)
      return koma_keras_operation_fail (names, "a pair for each dimension", error);
    ret_paddings[i] = (gint32) size;
  }
  return TRUE;
}

gboolean
koma_keras_operation_pad (KomaKerasOperation *self,
                          KomaValueId        *ret_output,
                          GError            **error)
{
  static const char *const mode[] = { "mode", NULL };
  static const char *const names[] = { "constant_values", NULL };
  KomaKerasArgument        argument = { 0 };
  KomaValueId              inputs[3] = { 0 };
  const KomaKerasCall      like = { .name = self->call->name, .inputs = inputs, .n_inputs = 3 };
  gint32                   paddings[2 * KOMA_MAX_RANK] = { 0 };
  KomaShape                shape = KOMA_SHAPE_SCALAR;
  double                   fill = 0;
  guint                    rank = 0;
  g_autoptr (KomaArray) pairs = NULL;

  if (koma_keras_operation_find (self, 2, mode, &argument) &&
      g_ascii_strcasecmp (koma_json_node_string (argument.node) ?: "", "constant") != 0)
    return koma_keras_operation_fail (mode, "“constant”", error);
  if (koma_keras_operation_find (self, 3, names, &argument) &&
      !koma_json_node_double (argument.node, &fill))
    return koma_keras_operation_fail (names, "a number", error);
  if (!koma_keras_operation_input (self, &inputs[0], error))
    return FALSE;
  rank = koma_keras_get_rank (self->builder, inputs[0]);
  if (rank > KOMA_MAX_RANK || !read_paddings (self, rank, paddings, error))
    return FALSE;
  shape = KOMA_SHAPE (rank, 2);
  pairs = koma_array_new_from_data (KOMA_DTYPE_INT32, &shape, paddings, error);
  if (pairs == NULL)
    return FALSE;
  inputs[1] = koma_keras_add_constant (self->builder, "constant", pairs);
  inputs[2] = koma_keras_add_float (self->builder, fill, error);
  return inputs[2] != KOMA_VALUE_NONE &&
         koma_keras_add_node (self->builder, self->call->op, &like, NULL, ret_output, error);
}

/* What is between the brackets of x[…]. */
typedef struct
{
  gint32 begin[KOMA_MAX_RANK];
  gint32 end[KOMA_MAX_RANK];
  gint32 step[KOMA_MAX_RANK];
  gint64 begin_mask, end_mask, ellipsis_mask, new_axis_mask, shrink_axis_mask;
  guint  n;
  int    rank; /* of the result, less that of the input */
} Slices;

static gboolean
read_bound (JsonObject *slice,
            const char *name,
            gint32     *ret_bound,
            gint64     *mask, /* (nullable) gets @bit where it is open */
            gint64      bit)
{
  JsonNode *node = koma_json_get (slice, name);
  gint64    number = 0;

  if (node == NULL && mask != NULL)
    *mask |= bit;
  if (node == NULL)
    return TRUE;
  if (!koma_json_node_int (node, &number) || number < G_MININT32 || number > G_MAXINT32)
    return FALSE;
  *ret_bound = (gint32) number;
  return TRUE;
}

/* A slice, a number, "…", or null for a new dimension. */
static gboolean
read_slice (JsonNode *node,
            Slices   *slices)
{
  const guint  i = slices->n++;
  const gint64 bit = 1 << i;
  JsonObject  *slice = koma_json_node_object (node);
  const char  *class_name = koma_json_get_string (slice, "class_name");
  gint64       index = 0;

  slices->step[i] = 1;
  if (json_node_is_null (node)) {
    slices->new_axis_mask |= bit;
    slices->rank++;
    return TRUE;
  }
  if (g_strcmp0 (class_name, "__ellipsis__") == 0) {
    slices->ellipsis_mask |= bit;
    return TRUE;
  }
  if (slice == NULL) {
    if (!koma_json_node_int (node, &index) || index < G_MININT32 / 2 || index > G_MAXINT32 / 2)
      return FALSE;
    slices->shrink_axis_mask |= bit;
    slices->begin[i] = (gint32) index;
    slices->end[i] = (gint32) index + 1;
    slices->rank--;
    return TRUE;
  }
  if (g_strcmp0 (class_name, "__slice__") == 0)
    slice = koma_json_get_object (slice, "config");
  return read_bound (slice, "start", &slices->begin[i], &slices->begin_mask, bit) &&
         read_bound (slice, "stop", &slices->end[i], &slices->end_mask, bit) &&
         read_bound (slice, "step", &slices->step[i], NULL, 0);
}

static gboolean
read_slices (KomaKerasOperation *self,
             Slices             *slices,
             GError            **error)
{
  static const char *const names[] = { "slice_spec", "key", NULL };
  KomaKerasArgument        argument = { 0 };
  JsonArray               *array = NULL;
  gboolean                 is_read = TRUE;

  if (!koma_keras_operation_find (self, 1, names, &argument))
    return koma_keras_operation_fail (names, "there", error);
  array = koma_json_node_array (argument.node);
  if (koma_json_array_length (array) > KOMA_MAX_RANK)
    return koma_keras_operation_fail (names, "a slice for each dimension", error);
  if (array == NULL)
    is_read = read_slice (argument.node, slices);
  for (guint i = 0; i < koma_json_array_length (array) && is_read; i++)
    is_read = read_slice (koma_json_element (array, i), slices);
  return is_read || koma_keras_operation_fail (names, "slices or numbers that are known", error);
}

gboolean
koma_keras_operation_get_item (KomaKerasOperation *self,
                               KomaValueId        *ret_output,
                               GError            **error)
{
  Slices              slices = { 0 };
  KomaKerasBuilder   *builder = self->builder;
  KomaValueId         inputs[4] = { 0 };
  const KomaKerasCall like = { .name = self->call->name, .inputs = inputs, .n_inputs = 4 };
  g_autoptr (KomaAttrs) attrs = koma_attrs_new ();
  int rank = 0;

  if (!koma_keras_operation_input (self, &inputs[0], error) || !read_slices (self, &slices, error))
    return FALSE;
  rank = (int) koma_keras_get_rank (builder, inputs[0]) + slices.rank;
  if (rank < 0 || rank > KOMA_MAX_RANK)
    return koma_fail (error, KOMA_ERROR_SHAPE, "there are more slices than dimensions");
  koma_attrs_set_int (attrs, "begin_mask", slices.begin_mask);
  koma_attrs_set_int (attrs, "end_mask", slices.end_mask);
  koma_attrs_set_int (attrs, "ellipsis_mask", slices.ellipsis_mask);
  koma_attrs_set_int (attrs, "new_axis_mask", slices.new_axis_mask);
  koma_attrs_set_int (attrs, "shrink_axis_mask", slices.shrink_axis_mask);
  inputs[1] = koma_keras_add_ints (builder, slices.begin, slices.n, error);
  inputs[2] = koma_keras_add_ints (builder, slices.end, slices.n, error);
  inputs[3] = koma_keras_add_ints (builder, slices.step, slices.n, error);
  if (inputs[1] == KOMA_VALUE_NONE || inputs[2] == KOMA_VALUE_NONE ||
      inputs[3] == KOMA_VALUE_NONE ||
      !koma_keras_add_node (builder, self->call->op, &like, g_steal_pointer (&attrs), ret_output,
                            error))
    return FALSE;
  koma_keras_set_rank (builder, *ret_output, (guint) rank);
  return TRUE;
}
