/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* Optimizers. */
#include <string.h>

#include "bindings.h"

/* Settings in the order of the functions' arguments. */
static const struct
{
  const char *name;
  const char *settings;
} optimizers[] = {
  { "adadelta", "learningRate rho epsilon" },
  { "adagrad", "learningRate initialAccumulatorValue" },
  { "adam", "learningRate beta1 beta2 epsilon" },
  { "adamax", "learningRate beta1 beta2 epsilon decay" },
  { "momentum", "learningRate momentum useNesterov" },
  { "rmsprop", "learningRate decay momentum epsilon centered" },
  { "sgd", "learningRate" },
};

/* (transfer full): the arguments as an object of settings, without those that are undefined. */
static char *
write_settings (const ScriptCall *call,
                const char       *names)
{
  g_autoptr (JsonObject) object = json_object_new ();
  g_autoptr (JsonNode) node = json_node_init_object (json_node_alloc (), object);
  g_auto (GStrv) keys = g_strsplit (names, " ", -1);

  for (guint i = 0; i < call->arguments->len && keys[i] != NULL; i++)
    if (!script_value_is_missing (script_argument (call, i)))
      json_object_set_double_member (object, keys[i],
                                     script_value_number (script_argument (call, i)));
  return json_to_string (node, FALSE);
}

/* tf.train.sgd (learningRate) */
static ScriptValue *
new_optimizer (ScriptCall *call,
               GError    **error)
{
  const char *name = call->name + strlen ("tf.train.");
  g_autoptr (KomaOptimizer) optimizer = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (optimizers); i++)
    if (g_str_equal (optimizers[i].name, name)) {
      g_autofree char *settings = write_settings (call, optimizers[i].settings);

      optimizer = koma_optimizer_new (name, settings, error);
    }
  return script_new_object (call->script, optimizer);
}

/* optimizer.minimize (f, returnCost, variables) */
static ScriptValue *
minimize (ScriptCall *call,
          GError    **error)
{
  KomaOptimizer *optimizer = script_value_object (call->self, KOMA_TYPE_OPTIMIZER);
  g_autoptr (GPtrArray) variables = script_list_variables (call, script_argument (call, 2));
  ScriptCallback callback = { call, script_argument (call, 0) };
  KomaTensor    *cost = NULL;

  if (!script_check_function (callback.function, error))
    return NULL;
  cost = koma_optimizer_minimize (optimizer, script_callback_call, &callback,
                                  (KomaVariable *const *) variables->pdata, variables->len, error);
  if (cost == NULL || script_value_is_true (script_argument (call, 1)))
    return script_new_object (call->script, cost);
  koma_tensor_dispose_data (cost);
  return script_new_undefined (call->script);
}

static ScriptValue *
dispose (ScriptCall *call,
         GError    **error)
{
  koma_optimizer_dispose_data (script_value_object (call->self, KOMA_TYPE_OPTIMIZER));
  return script_new_undefined (call->script);
}

const ScriptBinding script_optimizer_functions[] = {
  { "tf.train.adadelta", new_optimizer, FALSE },
  { "tf.train.adagrad", new_optimizer, FALSE },
  { "tf.train.adam", new_optimizer, FALSE },
  { "tf.train.adamax", new_optimizer, FALSE },
  { "tf.train.momentum", new_optimizer, FALSE },
  { "tf.train.rmsprop", new_optimizer, FALSE },
  { "tf.train.sgd", new_optimizer, FALSE },
  { NULL, NULL, FALSE },
};

const ScriptBinding script_optimizer_members[] = {
  { "dispose", dispose, FALSE },
  { "minimize", minimize, FALSE },
  { NULL, NULL, FALSE },
};
