/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Arguments of a function that a model calls between its layers. Keras 2 writes them into the
 * reference to the first tensor, and a first argument that is none as a reference, too:
 *
 *   ["conv1", 0, 0, { "y": 127.5, "name": null }]
 *   ["conv1", 0, 0, { "y": ["conv2", 0, 0] }]
 *   ["_CONSTANT_VALUE", -1, 127.5, { "y": ["conv1", 0, 0] }]
 *   [["conv1", 0, 0, { "axis": -1 }], ["conv2", 0, 0, { "axis": -1 }]]
 *
 * Keras 3 writes { "args": [tensor, 127.5], "kwargs": {} }. Tensors are inputs of the call in the
 * order in which koma_keras_inbound_collect () finds them. */
#include "operation.h"

#include "engine/formats/json.h"
#include "inbound.h"

static void
append (KomaKerasOperation *self,
        const char         *name,
        JsonNode           *node,
        guint              *n_inputs)
{
  const KomaKerasArgument argument = { name, node, *n_inputs };
  g_autoptr (GArray) refs = g_array_new (FALSE, FALSE, sizeof (KomaKerasRef));

  if (self->b->error != NULL || !koma_keras_inbound_collect_in (node, refs, &self->b->error))
    return;
  *n_inputs += refs->len;
  g_array_append_val (self->arguments, argument);
}

static void
append_named (KomaKerasOperation *self,
              JsonObject         *object, /* (nullable) */
              guint              *n_inputs)
{
  g_autoptr (GList) names = object != NULL ? json_object_get_members (object) : NULL;

  for (GList *name = names; name != NULL; name = name->next)
    append (self, name->data, json_object_get_member (object, name->data), n_inputs);
}

/**
 * koma_keras_operation_read_arguments:
 *
 * Errors: those of koma_keras_inbound_collect(); %KOMA_ERROR_MODEL where there are other tensors
 * than the call has inputs.
 */
void
koma_keras_operation_read_arguments (KomaKerasOperation *self)
{
  JsonNode   *inbound = self->call->inbound;
  JsonObject *object = koma_json_node_object (inbound);
  JsonArray  *places = koma_json_get_array (object, "args");
  guint       n_inputs = 0;

  if (object == NULL)
    append (self, NULL, inbound, &n_inputs);
  for (guint i = 0; i < koma_json_array_length (places); i++)
    append (self, NULL, koma_json_element (places, i), &n_inputs);
  append_named (self,
                object == NULL ? koma_keras_inbound_get_named (inbound)
                               : koma_json_get_object (object, "kwargs"),
                &n_inputs);
  if (n_inputs != self->call->n_inputs)
    koma_builder_fail (self->b, KOMA_ERROR_MODEL, "has %u inputs, expected %u",
                       self->call->n_inputs, n_inputs);
}

/**
 * koma_keras_operation_fail:
 *
 * Errors: %KOMA_ERROR_UNSUPPORTED, always.
 */
KomaValueId
koma_keras_operation_fail (KomaKerasOperation *self,
                           const char *const  *names,
                           const char         *expected)
{
  return koma_builder_fail (self->b, KOMA_ERROR_UNSUPPORTED, "argument “%s” is not %s", names[0],
                            expected);
}

/**
 * koma_keras_operation_find:
 * @place: among those without a name
 *
 * Returns: whether the argument is there and not null
 */
gboolean
koma_keras_operation_find (const KomaKerasOperation *self,
                           guint                     place,
                           const char *const        *names,
                           KomaKerasArgument        *ret_argument)
{
  for (guint i = 0; i < self->arguments->len; i++) {
    const KomaKerasArgument *argument = &g_array_index (self->arguments, KomaKerasArgument, i);
    const gboolean           is_it = argument->name == NULL
                                       ? i == place
                                       : g_strv_contains (names, argument->name);

    if (is_it && !json_node_is_null (argument->node)) {
      *ret_argument = *argument;
      return TRUE;
    }
  }
  for (guint i = 0; names[i] != NULL; i++) {
    JsonNode *node = koma_json_get (self->call->config, names[i]);

    if (node != NULL) {
      *ret_argument = (KomaKerasArgument){ names[i], node, 0 };
      return TRUE;
    }
  }
  return FALSE;
}

/* Numbers of nested lists one after the other; the lists at one depth are of one length. */
static gboolean
flatten (JsonNode  *node,
         guint      depth,
         KomaShape *shape, /* (inout) */
         GArray    *numbers)
{
  JsonArray   *array = koma_json_node_array (node);
  const gint64 n = koma_json_array_length (array);
  double       number = 0;
  gboolean     flag = FALSE;

  if (array == NULL) {
    if (koma_json_node_boolean (node, &flag))
      number = flag;
    else if (!koma_json_node_double (node, &number))
      return FALSE;
    g_array_append_val (numbers, number);
    return depth == shape->rank;
  }
  if (depth >= KOMA_MAX_RANK || (depth < shape->rank && shape->dims[depth] != n))
    return FALSE;
  if (depth == shape->rank && numbers->len > 0)
    return FALSE;
  if (depth == shape->rank)
    shape->dims[shape->rank++] = n;
  for (guint i = 0; i < n; i++)
    if (!flatten (koma_json_element (array, i), depth + 1, shape, numbers))
      return FALSE;
  return TRUE;
}

static KomaValueId
add_numbers (KomaKerasOperation *self,
             JsonNode           *node,
             gboolean            is_int)
{
  g_autoptr (GArray) numbers = g_array_new (FALSE, FALSE, sizeof (double));
  g_autoptr (KomaArray) array = NULL;
  KomaShape shape = KOMA_SHAPE_SCALAR;

  if (!flatten (node, 0, &shape, numbers) || numbers->len == 0)
    return koma_builder_fail (self->b, KOMA_ERROR_UNSUPPORTED, "an argument is no tensor");
  if (self->b->error == NULL)
    array = koma_array_new (is_int ? KOMA_DTYPE_INT32 : KOMA_DTYPE_FLOAT32, &shape,
                            &self->b->error);
  if (array == NULL)
    return KOMA_VALUE_NONE;
  for (guint i = 0; i < numbers->len; i++) {
    const double number = g_array_index (numbers, double, i);

    if (is_int)
      ((gint32 *) array->data)[i] = (gint32) CLAMP (number, G_MININT32, G_MAXINT32);
    else
      ((float *) array->data)[i] = (float) number;
  }
  return koma_builder_array (self->b, array);
}

/* @n_read: (inout): tensors before it in the call's inputs */
static KomaValueId
add_value (KomaKerasOperation *self,
           JsonNode           *node,
           gboolean            is_int,
           guint              *n_read)
{
  if (koma_keras_inbound_is_reference (node)) {
    const KomaValueId input = self->call->inputs[(*n_read)++];

    return koma_builder_get_rank (self->b, input) <= KOMA_MAX_RANK
             ? input
             : koma_builder_fail (self->b, KOMA_ERROR_SHAPE, "a tensor has more than %d dimensions",
                                  KOMA_MAX_RANK);
  }
  return add_numbers (self, koma_keras_inbound_get_constant (node), is_int);
}

/**
 * koma_keras_operation_value:
 *
 * Errors: %KOMA_ERROR_UNSUPPORTED where it is missing, or neither a tensor nor numbers;
 * %KOMA_ERROR_MEMORY.
 */
KomaValueId
koma_keras_operation_value (KomaKerasOperation *self,
                            guint               place,
                            const char *const  *names)
{
  KomaKerasArgument argument = { 0 };
  JsonArray        *array = NULL;
  JsonNode         *node = NULL;

  if (!koma_keras_operation_find (self, place, names, &argument))
    return koma_keras_operation_fail (self, names, "there");
  node = argument.node;
  array = koma_json_node_array (node);
  /* TensorFlow 2.4 put a lone tensor into a list. */
  if (koma_json_array_length (array) == 1 &&
      koma_keras_inbound_is_reference (koma_json_element (array, 0)))
    node = koma_json_element (array, 0);
  return add_value (self, node, FALSE, &argument.first_input);
}

/**
 * koma_keras_operation_values:
 * @is_int: numbers become int32, and not float32
 *
 * Errors: as koma_keras_operation_value().
 */
GArray *
koma_keras_operation_values (KomaKerasOperation *self,
                             guint               place,
                             const char *const  *names,
                             gboolean            is_int)
{
  KomaKerasArgument argument = { 0 };
  JsonArray        *array = NULL;
  g_autoptr (GArray) values = g_array_new (FALSE, FALSE, sizeof (KomaValueId));

  if (koma_keras_operation_find (self, place, names, &argument) &&
      !koma_keras_inbound_is_reference (argument.node))
    array = koma_json_node_array (argument.node);
  if (koma_json_array_length (array) == 0 || koma_json_array_length (array) > KOMA_MAX_NODE_ARITY)
    koma_keras_operation_fail (self, names, "a list of tensors");
  for (guint i = 0; i < koma_json_array_length (array) && self->b->error == NULL; i++) {
    const KomaValueId value =
      add_value (self, koma_json_element (array, i), is_int, &argument.first_input);

    g_array_append_val (values, value);
  }
  return self->b->error == NULL ? g_steal_pointer (&values) : NULL;
}

/* (nullable) What was expected where it is something else. */
static const char *
read_ints (KomaKerasOperation *self,
           guint               place,
           const char *const  *names,
           gint32             *ret_ints,
           guint              *ret_n_ints)
{
  KomaKerasArgument argument = { 0 };
  JsonArray        *array = NULL;
  guint             n = 1;

  if (!koma_keras_operation_find (self, place, names, &argument))
    return NULL;
  array = koma_json_node_array (argument.node);
  n = array != NULL ? koma_json_array_length (array) : 1;
  if (n > KOMA_MAX_RANK)
    return "a list of few whole numbers";
  for (guint i = 0; i < n; i++) {
    JsonNode *node = array != NULL ? koma_json_element (array, i) : argument.node;
    gint64    number = -1;

    if (!json_node_is_null (node) && (!koma_json_node_int (node, &number) ||
                                      number < G_MININT32 || number > G_MAXINT32))
      return "a list of whole numbers";
    ret_ints[i] = (gint32) number;
  }
  *ret_n_ints = n;
  return NULL;
}

/**
 * koma_keras_operation_known_ints:
 * @ret_ints: (array fixed-size=KOMA_MAX_RANK): null, an open size, is −1
 *
 * Returns: how many; 0 where it is missing, or anything else
 */
guint
koma_keras_operation_known_ints (KomaKerasOperation *self,
                                 guint               place,
                                 const char *const  *names,
                                 gint32             *ret_ints)
{
  guint n = 0;

  return read_ints (self, place, names, ret_ints, &n) == NULL ? n : 0;
}

/**
 * koma_keras_operation_ints:
 * @ret_ints: (array fixed-size=KOMA_MAX_RANK): null, an open size, is −1
 *
 * Errors: %KOMA_ERROR_UNSUPPORTED where it is no whole number and no list of at most
 * %KOMA_MAX_RANK.
 *
 * Returns: how many; 0 where it is missing
 */
guint
koma_keras_operation_ints (KomaKerasOperation *self,
                           guint               place,
                           const char *const  *names,
                           gint32             *ret_ints)
{
  guint       n = 0;
  const char *expected = read_ints (self, place, names, ret_ints, &n);

  if (expected != NULL)
    koma_keras_operation_fail (self, names, expected);
  return n;
}

/**
 * koma_keras_operation_axes:
 * @fallback: as bits, where it is missing
 *
 * Reads "axis".
 *
 * Errors: those of koma_keras_operation_ints(); %KOMA_ERROR_MODEL where one is outside of @rank.
 *
 * Returns: bit i set: dimension i
 */
guint
koma_keras_operation_axes (KomaKerasOperation *self,
                           guint               place,
                           guint               rank,
                           guint               fallback)
{
  static const char *const names[] = { "axis", NULL };
  gint32                   ints[KOMA_MAX_RANK] = { 0 };
  const guint              n_ints = koma_keras_operation_ints (self, place, names, ints);
  guint                    axes = n_ints == 0 ? fallback : 0;

  for (guint i = 0; i < n_ints; i++) {
    const gint64 axis = ints[i] < 0 ? (gint64) ints[i] + rank : ints[i];

    if (axis >= 0 && axis < rank)
      axes |= 1u << axis;
    else
      koma_builder_fail (self->b, KOMA_ERROR_MODEL,
                         "argument “axis” is outside the %u dimensions of the input", rank);
  }
  return axes;
}

/**
 * koma_keras_operation_input:
 *
 * Errors: as koma_keras_operation_value().
 */
KomaValueId
koma_keras_operation_input (KomaKerasOperation *self)
{
  static const char *const names[] = { "x", "x1", "input", "inputs", "features",
                                       "value", "values", "input_tensor", "tensor", "t",
                                       "logits", "a", "images", "image", NULL };

  return koma_keras_operation_value (self, 0, names);
}
