/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* Gradients of functions that the script has written. */
#include <string.h>

#include "bindings.h"

KomaTensor *
script_callback_call (GPtrArray *xs, /* (nullable) */
                      gpointer   data,
                      GError   **error)
{
  const ScriptCallback *self = data;
  g_autoptr (GPtrArray) arguments = g_ptr_array_new ();
  Script      *script = self->call->script;
  ScriptValue *value = NULL;

  for (guint i = 0; xs != NULL && i < xs->len; i++)
    g_ptr_array_add (arguments, script_new_object (script, g_ptr_array_index (xs, i)));
  value = script_call_value (script, self->call->node, self->function, arguments);
  if (script->error != NULL)
    g_propagate_error (error, g_error_copy (script->error));
  else if (script_value_tensor (value) == NULL)
    koma_fail (error, KOMA_ERROR_ARGUMENT, "The function gives %s, not a tensor",
               script_value_type_name (value));
  return script->error == NULL ? script_value_tensor (value) : NULL;
}

static ScriptValue *
new_pair (Script      *script,
          KomaTensor  *value,
          const char  *name,
          ScriptValue *gradients)
{
  ScriptValue *record = script_new_record (script);

  script_value_set (record, "value", script_new_object (script, value));
  script_value_set (record, name, gradients);
  return record;
}

/* What tf.grad (f) gives, called with x and dy; that of tf.grads (f) with a list of x. */
static ScriptValue *
call_gradient (ScriptCall *call,
               GError    **error)
{
  const gboolean     is_list = g_str_has_suffix (call->name, "s");
  const ScriptValue *factors = script_argument (call, 1);
  g_autoptr (GPtrArray) xs = script_to_tensors (script_argument (call, 0), error);
  g_autoptr (GPtrArray) gradients = NULL;
  g_autoptr (KomaTensor) value = NULL;
  ScriptCallback callback = { call, call->self };
  KomaTensor    *dy = NULL;
  ScriptValue   *found = NULL;

  if (xs != NULL && !script_value_is_missing (factors))
    dy = script_to_tensor (factors, error);
  if (xs == NULL || (dy == NULL && !script_value_is_missing (factors)))
    return NULL;
  gradients = koma_value_and_grads (script_callback_call, &callback,
                                    (KomaTensor *const *) xs->pdata, xs->len, dy, &value, error);
  if (gradients == NULL)
    return NULL;
  found = is_list ? script_new_list_of (call->script, gradients)
                  : script_new_object (call->script, g_ptr_array_index (gradients, 0));
  if (g_str_has_prefix (call->name, "value"))
    return new_pair (call->script, value, is_list ? "grads" : "grad", found);
  koma_tensor_dispose_data (value);
  return found;
}

/* tf.grad (f), tf.grads (f), tf.valueAndGrad (f), tf.valueAndGrads (f): a function */
static ScriptValue *
new_gradient (ScriptCall *call,
              GError    **error)
{
  ScriptValue *function = script_argument (call, 0);

  return script_check_function (function, error)
           ? script_new_builtin (call->script, call->name + strlen ("tf."), call_gradient, function)
           : NULL;
}

GPtrArray *
script_list_variables (ScriptCall        *call,
                       const ScriptValue *list)
{
  g_autoptr (GPtrArray) listed = script_collect_tensors (list);
  const GPtrArray *all = script_value_is_missing (list) ? call->script->variables : listed;
  GPtrArray       *chosen = g_ptr_array_new ();

  for (guint i = 0; i < all->len; i++) {
    KomaTensor *tensor = g_ptr_array_index (all, i);

    if (KOMA_IS_VARIABLE (tensor) && koma_variable_is_trainable (KOMA_VARIABLE (tensor)) &&
        !koma_tensor_is_disposed (tensor))
      g_ptr_array_add (chosen, tensor);
  }
  return chosen;
}

/* tf.variableGrads (f, variables) */
static ScriptValue *
variable_grads (ScriptCall *call,
                GError    **error)
{
  g_autoptr (GPtrArray) variables = script_list_variables (call, script_argument (call, 1));
  ScriptCallback callback = { call, script_argument (call, 0) };
  g_autoptr (KomaTensor) value = NULL;
  g_autoptr (GPtrArray) gradients = NULL;
  ScriptValue *record = NULL;

  if (!script_check_function (callback.function, error))
    return NULL;
  gradients = koma_variable_grads (script_callback_call, &callback,
                                   (KomaVariable *const *) variables->pdata, variables->len, &value,
                                   error);
  if (gradients == NULL)
    return NULL;
  record = script_new_record (call->script);
  for (guint i = 0; i < gradients->len; i++) {
    const char  *name = koma_variable_get_name (g_ptr_array_index (variables, i));
    ScriptValue *gradient =
      script_new_object (call->script, g_ptr_array_index (gradients, i));

    if (gradient != NULL)
      script_value_set (record, name != NULL ? name : "", gradient);
  }
  return new_pair (call->script, value, "grads", record);
}

const ScriptBinding script_gradient_functions[] = {
  { "tf.grad", new_gradient, FALSE },
  { "tf.grads", new_gradient, FALSE },
  { "tf.valueAndGrad", new_gradient, FALSE },
  { "tf.valueAndGrads", new_gradient, FALSE },
  { "tf.variableGrads", variable_grads, FALSE },
  { NULL, NULL, FALSE },
};
