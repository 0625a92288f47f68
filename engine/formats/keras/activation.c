/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "layers.h"

#include "engine/formats/json.h"

/* Activations that are one node. Names as Keras 2, Keras 3 and TensorFlow.js
 * write them. Keep alphabetized. */
static const struct
{
  const char *name;
  KomaOp      op;
} simple[] = {
  { "elu", KOMA_OP_ELU },
  { "exponential", KOMA_OP_EXP },
  { "gelu", KOMA_OP_GELU },
  { "linear", KOMA_OP_IDENTITY },
  { "logSoftmax", KOMA_OP_LOG_SOFTMAX },
  { "log_softmax", KOMA_OP_LOG_SOFTMAX },
  { "relu", KOMA_OP_RELU },
  { "relu6", KOMA_OP_RELU6 },
  { "selu", KOMA_OP_SELU },
  { "sigmoid", KOMA_OP_SIGMOID },
  { "softmax", KOMA_OP_SOFTMAX },
  { "softplus", KOMA_OP_SOFTPLUS },
  { "softsign", KOMA_OP_SOFTSIGN },
  { "tanh", KOMA_OP_TANH },
};

/* x · sigmoid (x) */
static KomaValueId
add_swish (KomaBuilder *b,
           KomaValueId  x)
{
  return koma_builder_binary (b, KOMA_OP_MUL, x, koma_builder_unary (b, KOMA_OP_SIGMOID, x));
}

/* x · tanh (softplus (x)) */
static KomaValueId
add_mish (KomaBuilder *b,
          KomaValueId  x)
{
  const KomaValueId gate = koma_builder_unary (b, KOMA_OP_SOFTPLUS, x);

  return koma_builder_binary (b, KOMA_OP_MUL, x, koma_builder_unary (b, KOMA_OP_TANH, gate));
}

/* min (max (0.2 x + 0.5, 0), 1), as Keras 2 and TensorFlow.js define it;
 * Keras 3 has another slope, but does not write this format. */
static KomaValueId
add_hard_sigmoid (KomaBuilder *b,
                  KomaValueId  x)
{
  KomaValueId y = koma_builder_binary (b, KOMA_OP_MUL, x, koma_builder_float (b, 0.2));

  y = koma_builder_binary (b, KOMA_OP_ADD, y, koma_builder_float (b, 0.5));
  y = koma_builder_unary (b, KOMA_OP_RELU, y);
  return koma_builder_binary (b, KOMA_OP_MINIMUM, y, koma_builder_float (b, 1));
}

/* Activations that are several nodes. Keep alphabetized. */
static const struct
{
  const char *name;
  KomaValueId (*add) (KomaBuilder *b, KomaValueId x);
} composed[] = {
  { "hardSigmoid", add_hard_sigmoid },
  { "hard_sigmoid", add_hard_sigmoid },
  { "mish", add_mish },
  { "silu", add_swish },
  { "swish", add_swish },
};

/**
 * koma_keras_has_activation:
 * @name: a name that a setting has
 *
 * Returns: whether there is such an activation
 */
gboolean
koma_keras_has_activation (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (simple); i++)
    if (g_str_equal (simple[i].name, name))
      return TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (composed); i++)
    if (g_str_equal (composed[i].name, name))
      return TRUE;
  return FALSE;
}

/* The setting is a name, in Keras 3 an object too: { "class_name": "function",
 * "config": "relu" }. Settings of an activation are not read: those that are
 * computed here have none. */
static const char *
read_name (const KomaKerasCall *call,
           const char          *setting,
           const char          *fallback)
{
  JsonNode   *node = koma_json_get (call->config, setting);
  JsonObject *object = koma_json_node_object (node);
  const char *name = koma_json_node_string (node);

  if (name == NULL)
    name = koma_json_get_string (object, "class_name");
  if (g_strcmp0 (name, "function") == 0)
    name = koma_json_get_string (object, "config");
  if (name == NULL && koma_keras_config_is_set (call, setting))
    koma_builder_fail (&call->keras->nodes, KOMA_ERROR_MODEL, "setting “%s” has no name",
                       setting);
  return name != NULL ? name : fallback;
}

/**
 * koma_keras_add_activation_of:
 * @setting: “activation”, “recurrent_activation”
 * @fallback: where it is missing
 *
 * Appends an activation that a layer has inside.
 *
 * Errors: %KOMA_ERROR_UNSUPPORTED if no op computes it; %KOMA_ERROR_MODEL if
 * the setting is damaged; %KOMA_ERROR_MEMORY.
 */
KomaValueId
koma_keras_add_activation_of (KomaBuilder         *b,
                              const KomaKerasCall *call,
                              const char          *setting,
                              const char          *fallback,
                              KomaValueId          input)
{
  const char *activation = read_name (call, setting, fallback);

  if (g_str_equal (activation, "linear"))
    return input;
  for (guint i = 0; i < G_N_ELEMENTS (simple); i++)
    if (g_str_equal (simple[i].name, activation))
      return koma_builder_unary (b, simple[i].op, input);
  for (guint i = 0; i < G_N_ELEMENTS (composed); i++)
    if (g_str_equal (composed[i].name, activation))
      return composed[i].add (b, input);
  return koma_builder_fail (b, KOMA_ERROR_UNSUPPORTED, "activation “%s”", activation);
}

/**
 * koma_keras_add_activation:
 * @call: has a setting "activation"; linear without it
 *
 * Appends the activation that a layer has inside to the layer's last value.
 *
 * Errors: those of koma_keras_add_activation_of().
 */
KomaValueId
koma_keras_add_activation (KomaBuilder         *b,
                           const KomaKerasCall *call,
                           KomaValueId          input)
{
  return koma_keras_add_activation_of (b, call, "activation", "linear", input);
}

/* Activation: an activation on its own. */
KomaValueId
koma_keras_activation (KomaBuilder         *b,
                       const KomaKerasCall *call)
{
  return koma_keras_add_activation (b, call, call->inputs[0]);
}
