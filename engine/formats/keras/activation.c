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
static gboolean
add_swish (KomaKerasBuilder *builder,
           const char       *name,
           KomaValueId       input,
           KomaValueId      *ret_output,
           GError          **error)
{
  KomaValueId gate = KOMA_VALUE_NONE;

  return koma_keras_add_unary (builder, KOMA_OP_SIGMOID, name, input, &gate, error) &&
         koma_keras_add_binary (builder, KOMA_OP_MUL, name, input, gate, ret_output, error);
}

/* x · tanh (softplus (x)) */
static gboolean
add_mish (KomaKerasBuilder *builder,
          const char       *name,
          KomaValueId       input,
          KomaValueId      *ret_output,
          GError          **error)
{
  KomaValueId gate = KOMA_VALUE_NONE;

  return koma_keras_add_unary (builder, KOMA_OP_SOFTPLUS, name, input, &gate, error) &&
         koma_keras_add_unary (builder, KOMA_OP_TANH, name, gate, &gate, error) &&
         koma_keras_add_binary (builder, KOMA_OP_MUL, name, input, gate, ret_output, error);
}

/* min (max (0.2 x + 0.5, 0), 1), as Keras 2 and TensorFlow.js define it;
 * Keras 3 has another slope, but does not write this format. */
static gboolean
add_hard_sigmoid (KomaKerasBuilder *builder,
                  const char       *name,
                  KomaValueId       input,
                  KomaValueId      *ret_output,
                  GError          **error)
{
  const KomaValueId slope = koma_keras_add_float (builder, 0.2, error);
  const KomaValueId middle = koma_keras_add_float (builder, 0.5, error);
  const KomaValueId one = koma_keras_add_float (builder, 1.0, error);
  KomaValueId       value = KOMA_VALUE_NONE;

  return koma_keras_add_binary (builder, KOMA_OP_MUL, name, input, slope, &value, error) &&
         koma_keras_add_binary (builder, KOMA_OP_ADD, name, value, middle, &value, error) &&
         koma_keras_add_unary (builder, KOMA_OP_RELU, name, value, &value, error) &&
         koma_keras_add_binary (builder, KOMA_OP_MINIMUM, name, value, one, ret_output, error);
}

/* Activations that are several nodes. Keep alphabetized. */
static const struct
{
  const char *name;
  gboolean (*add) (KomaKerasBuilder *builder,
                   const char       *name,
                   KomaValueId       input,
                   KomaValueId      *ret_output,
                   GError          **error);
} composed[] = {
  { "hardSigmoid", add_hard_sigmoid },
  { "hard_sigmoid", add_hard_sigmoid },
  { "mish", add_mish },
  { "silu", add_swish },
  { "swish", add_swish },
};

static gboolean
add_composed (KomaKerasBuilder *builder,
              const char       *activation,
              const char       *name,
              KomaValueId       input,
              KomaValueId      *ret_output,
              GError          **error)
{
  for (guint i = 0; i < G_N_ELEMENTS (composed); i++)
    if (g_str_equal (composed[i].name, activation))
      return composed[i].add (builder, name, input, ret_output, error);
  return koma_fail (error, KOMA_ERROR_UNSUPPORTED, "activation “%s”", activation);
}

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
static gboolean
read_name (const KomaKerasCall *call,
           const char          *setting,
           const char          *fallback,
           const char         **ret_name,
           GError             **error)
{
  JsonNode   *node = koma_json_get (call->config, setting);
  JsonObject *object = koma_json_node_object (node);
  const char *name = koma_json_node_string (node);

  if (name == NULL)
    name = koma_json_get_string (object, "class_name");
  if (g_strcmp0 (name, "function") == 0)
    name = koma_json_get_string (object, "config");
  if (name == NULL && koma_keras_config_is_set (call, setting))
    return koma_fail (error, KOMA_ERROR_MODEL, "setting “%s” has no name", setting);
  *ret_name = name != NULL ? name : fallback;
  return TRUE;
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
gboolean
koma_keras_add_activation_of (KomaKerasBuilder    *builder,
                              const KomaKerasCall *call,
                              const char          *setting,
                              const char          *fallback,
                              KomaValueId          input,
                              KomaValueId         *ret_output,
                              GError             **error)
{
  const char *activation = NULL;

  if (!read_name (call, setting, fallback, &activation, error))
    return FALSE;
  if (g_str_equal (activation, "linear")) {
    *ret_output = input;
    return TRUE;
  }
  for (guint i = 0; i < G_N_ELEMENTS (simple); i++) {
    if (g_str_equal (simple[i].name, activation))
      return koma_keras_add_unary (builder, simple[i].op, call->name, input, ret_output, error);
  }
  return add_composed (builder, activation, call->name, input, ret_output, error);
}

/**
 * koma_keras_add_activation:
 * @call: has a setting "activation"; linear without it
 *
 * Appends the activation that a layer has inside to the layer's last value.
 *
 * Errors: those of koma_keras_add_activation_of().
 */
gboolean
koma_keras_add_activation (KomaKerasBuilder    *builder,
                           const KomaKerasCall *call,
                           KomaValueId          input,
                           KomaValueId         *ret_output,
                           GError             **error)
{
  return koma_keras_add_activation_of (builder, call, "activation", "linear", input, ret_output,
                                       error);
}

/* Activation: an activation on its own. */
gboolean
koma_keras_activation (KomaKerasBuilder    *builder,
                       const KomaKerasCall *call,
                       KomaValueId         *ret_output,
                       GError             **error)
{
  return koma_keras_add_activation (builder, call, call->inputs[0], ret_output, error);
}
