/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Functions between layers that move numbers, and compute none. */
#include "operation.h"

#include <string.h>

#include "engine/formats/json.h"
#include "inbound.h"
#include "layers.h"

static const char *const axis_name[] = { "axis", NULL };

static guint
read_axis (KomaKerasOperation *self,
           guint               place,
           guint               rank)
{
  const guint axes = koma_keras_operation_axes (self, place, rank, 1u);
  const guint axis = (guint) g_bit_nth_lsf (axes | 1u << KOMA_MAX_RANK, -1);

  if (axes != 1u << axis)
    koma_keras_operation_fail (self, axis_name, "one number");
  return axis;
}

/* int32 [n], of the numbers or tensors of one number in a list */
static KomaValueId
add_shape_list (KomaKerasOperation *self,
                const char *const  *names,
                guint              *ret_rank)
{
  g_autoptr (GArray) parts = koma_keras_operation_values (self, 1, names, TRUE);

  if (parts == NULL)
    return KOMA_VALUE_NONE;
  if (parts->len > KOMA_MAX_RANK)
    return koma_keras_operation_fail (self, names, "a shape of few dimensions");
  for (guint i = 0; i < parts->len; i++)
    if (koma_builder_get_rank (self->b, g_array_index (parts, KomaValueId, i)) != 0)
      return koma_keras_operation_fail (self, names, "a list of single numbers");
  *ret_rank = parts->len;
  return koma_builder_node (self->b, KOMA_OP_PACK, (KomaValueId *) parts->data, parts->len, NULL);
}

KomaValueId
koma_keras_operation_reshape (KomaKerasOperation *self)
{
  static const char *const names[] = { "shape", "newshape", NULL };
  gint32                   dims[KOMA_MAX_RANK] = { 0 };
  const KomaValueId        x = koma_keras_operation_input (self);
  guint                    rank = koma_keras_operation_known_ints (self, 1, names, dims);
  KomaValueId              shape = KOMA_VALUE_NONE;

  shape = rank > 0 ? koma_builder_ints (self->b, dims, rank) : add_shape_list (self, names, &rank);
  return koma_builder_set_rank (
    self->b, koma_builder_binary (self->b, self->call->op, x, shape), rank);
}

KomaValueId
koma_keras_operation_shape (KomaKerasOperation *self)
{
  return koma_builder_set_rank (self->b, koma_keras_operation_unary (self), 1);
}

KomaValueId
koma_keras_operation_transpose (KomaKerasOperation *self)
{
  static const char *const names[] = { "perm", "axes", NULL };
  gint32                   perm[KOMA_MAX_RANK] = { 0 };
  const KomaValueId        x = koma_keras_operation_input (self);
  const guint              n = koma_keras_operation_ints (self, 1, names, perm);
  const guint              rank = koma_builder_get_rank (self->b, x);

  if (n != 0 && n != rank)
    return koma_keras_operation_fail (self, names, "as long as the input has dimensions");
  for (guint i = 0; i < rank; i++)
    perm[i] = n == 0 ? (gint32) (rank - 1 - i) : perm[i] + (perm[i] < 0 ? (gint32) rank : 0);
  return koma_builder_binary (self->b, self->call->op, x, koma_builder_ints (self->b, perm, rank));
}

KomaValueId
koma_keras_operation_concat (KomaKerasOperation *self)
{
  static const char *const names[] = { "values", "xs", NULL };
  g_autoptr (GArray) values = koma_keras_operation_values (self, 0, names, FALSE);
  const KomaValueId *x = values != NULL ? (const KomaValueId *) values->data : NULL;

  if (x == NULL)
    return KOMA_VALUE_NONE;
  return koma_builder_concat (self->b, x, values->len,
                              read_axis (self, 1, koma_builder_get_rank (self->b, x[0])));
}

KomaValueId
koma_keras_operation_stack (KomaKerasOperation *self)
{
  static const char *const names[] = { "values", "x", NULL };
  g_autoptr (GArray) values = koma_keras_operation_values (self, 0, names, FALSE);
  const KomaValueId *x = values != NULL ? (const KomaValueId *) values->data : NULL;
  guint              rank = 0;
  KomaAttrs         *attrs = NULL;

  if (x == NULL)
    return KOMA_VALUE_NONE;
  rank = koma_builder_get_rank (self->b, x[0]) + 1;
  attrs = koma_attrs_new ();
  koma_attrs_set_int (attrs, "axis", read_axis (self, 1, rank));
  return koma_builder_set_rank (
    self->b, koma_builder_node (self->b, self->call->op, x, values->len, attrs), rank);
}

KomaValueId
koma_keras_operation_expand_dims (KomaKerasOperation *self)
{
  KomaKerasArgument argument = { 0 };
  KomaValueId       x = KOMA_VALUE_NONE;

  if (!koma_keras_operation_find (self, 1, axis_name, &argument))
    return koma_keras_operation_fail (self, axis_name, "there");
  x = koma_keras_operation_input (self);
  return koma_builder_expand_dims (self->b, x,
                                   read_axis (self, 1, koma_builder_get_rank (self->b, x) + 1));
}

/* Which dimensions are 1 is not known yet, so that they must be named. */
KomaValueId
koma_keras_operation_squeeze (KomaKerasOperation *self)
{
  KomaValueId x = koma_keras_operation_input (self);
  const guint rank = koma_builder_get_rank (self->b, x);
  const guint axes = koma_keras_operation_axes (self, 1, rank, 0);

  if (axes == 0)
    return koma_keras_operation_fail (self, axis_name, "there");
  for (guint axis = rank; axis-- > 0;)
    if (axes & 1u << axis)
      x = koma_builder_squeeze (self->b, x, axis);
  return x;
}

KomaValueId
koma_keras_operation_reverse (KomaKerasOperation *self)
{
  const KomaValueId x = koma_keras_operation_input (self);
  const guint       rank = koma_builder_get_rank (self->b, x);
  const guint       axes = koma_keras_operation_axes (self, 1, rank, (1u << rank) - 1);
  gint32            list[KOMA_MAX_RANK] = { 0 };
  guint             n = 0;

  for (guint i = 0; i < MIN (rank, KOMA_MAX_RANK); i++)
    if (axes & 1u << i)
      list[n++] = (gint32) i;
  return koma_builder_binary (self->b, self->call->op, x, koma_builder_ints (self->b, list, n));
}

/* [[before, after], …], of one pair for each dimension */
static void
read_paddings (KomaKerasOperation *self,
               guint               rank,
               gint32             *ret_paddings) /* [2 · rank] */
{
  static const char *const names[] = { "paddings", "pad_width", NULL };
  KomaKerasArgument        argument = { 0 };
  JsonArray               *pairs = NULL;
  gboolean                 is_read = TRUE;

  if (koma_keras_operation_find (self, 1, names, &argument))
    pairs = koma_json_node_array (argument.node);
  is_read = koma_json_array_length (pairs) == rank;
  for (guint i = 0; i < 2 * rank && is_read; i++) {
    JsonArray *pair = koma_json_node_array (koma_json_element (pairs, i / 2));
    gint64     size = 0;

    is_read = koma_json_node_int (koma_json_element (pair, i % 2), &size) && size >= 0 &&
              size <= G_MAXINT32;
    ret_paddings[i] = (gint32) size;
  }
  if (!is_read)
    koma_keras_operation_fail (self, names, "a pair for each dimension");
}

KomaValueId
koma_keras_operation_pad (KomaKerasOperation *self)
{
  static const char *const mode[] = { "mode", NULL };
  static const char *const names[] = { "constant_values", NULL };
  KomaKerasArgument        argument = { 0 };
  gint32                   paddings[2 * KOMA_MAX_RANK] = { 0 };
  double                   fill = 0;
  KomaValueId              x = KOMA_VALUE_NONE;

  if (koma_keras_operation_find (self, 2, mode, &argument) &&
      g_ascii_strcasecmp (koma_json_node_string (argument.node) ?: "", "constant") != 0)
    return koma_keras_operation_fail (self, mode, "“constant”");
  if (koma_keras_operation_find (self, 3, names, &argument) &&
      !koma_json_node_double (argument.node, &fill))
    return koma_keras_operation_fail (self, names, "a number");
  x = koma_keras_operation_input (self);
  read_paddings (self, koma_builder_get_rank (self->b, x), paddings);
  return koma_keras_add_paddings (self->b, x, paddings, fill);
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

static void
read_slices (KomaKerasOperation *self,
             Slices             *slices)
{
  static const char *const names[] = { "slice_spec", "key", NULL };
  KomaKerasArgument        argument = { 0 };
  JsonArray               *array = NULL;
  gboolean                 is_read = TRUE;

  if (!koma_keras_operation_find (self, 1, names, &argument)) {
    koma_keras_operation_fail (self, names, "there");
    return;
  }
  array = koma_json_node_array (argument.node);
  if (koma_json_array_length (array) > KOMA_MAX_RANK) {
    koma_keras_operation_fail (self, names, "a slice for each dimension");
    return;
  }
  if (array == NULL)
    is_read = read_slice (argument.node, slices);
  for (guint i = 0; i < koma_json_array_length (array) && is_read; i++)
    is_read = read_slice (koma_json_element (array, i), slices);
  if (!is_read)
    koma_keras_operation_fail (self, names, "slices or numbers that are known");
}

KomaValueId
koma_keras_operation_get_item (KomaKerasOperation *self)
{
  KomaBuilder      *b = self->b;
  const KomaValueId x = koma_keras_operation_input (self);
  Slices            s = { 0 };
  KomaAttrs        *attrs = NULL;
  KomaValueId       y = KOMA_VALUE_NONE;
  int               rank = 0;

  read_slices (self, &s);
  rank = (int) koma_builder_get_rank (b, x) + s.rank;
  if (rank < 0 || rank > KOMA_MAX_RANK)
    return koma_builder_fail (b, KOMA_ERROR_SHAPE, "there are more slices than dimensions");
  attrs = koma_attrs_new ();
  koma_attrs_set_int (attrs, "begin_mask", s.begin_mask);
  koma_attrs_set_int (attrs, "end_mask", s.end_mask);
  koma_attrs_set_int (attrs, "ellipsis_mask", s.ellipsis_mask);
  koma_attrs_set_int (attrs, "new_axis_mask", s.new_axis_mask);
  koma_attrs_set_int (attrs, "shrink_axis_mask", s.shrink_axis_mask);
  y = KOMA_BUILDER_NODE (b, self->call->op, attrs, x, koma_builder_ints (b, s.begin, s.n),
                         koma_builder_ints (b, s.end, s.n), koma_builder_ints (b, s.step, s.n));
  return koma_builder_set_rank (b, y, (guint) rank);
}
