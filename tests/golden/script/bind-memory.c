/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* The life of tensors: scopes, variables, counters. */
#include "bindings.h"

static ScriptValue *
dispose (ScriptCall        *call,
         const ScriptValue *what)
{
  g_autoptr (GPtrArray) tensors = script_collect_tensors (what);

  for (guint i = 0; i < tensors->len; i++)
    koma_tensor_dispose_data (g_ptr_array_index (tensors, i));
  return script_new_undefined (call->script);
}

ScriptValue *
script_dispose_self (ScriptCall *call,
                     GError    **error)
{
  return dispose (call, call->self);
}

/* tf.dispose (tensors): one, or all in an array or an object */
static ScriptValue *
dispose_of (ScriptCall *call,
            GError    **error)
{
  return dispose (call, script_argument (call, 0));
}

/* tf.tidy (function), or tf.tidy (name, function) */
static ScriptValue *
tidy (ScriptCall *call,
      GError    **error)
{
  g_autoptr (KomaScope) scope = koma_scope_begin ();
  g_autoptr (GPtrArray) none = g_ptr_array_new ();
  g_autoptr (GPtrArray) tensors = NULL;
  const guint  last = MAX (call->arguments->len, 1) - 1;
  ScriptValue *function = script_argument (call, last);
  ScriptValue *value = NULL;

  if (!script_check_function (function, error))
    return NULL;
  value = script_call_value (call->script, call->node, function, none);
  if (value->kind == SCRIPT_PROMISE) {
    koma_fail (error, KOMA_ERROR_ARGUMENT, "tf.tidy: the function gives a promise");
    return NULL;
  }
  tensors = script_collect_tensors (value);
  for (guint i = 0; i < tensors->len; i++)
    koma_scope_move_out (scope, g_ptr_array_index (tensors, i));
  return value;
}

static ScriptValue *
keep (ScriptCall *call,
      GError    **error)
{
  KomaTensor  *tensor = script_argument_tensor (call, 0, error);
  ScriptValue *value = NULL;

  if (tensor == NULL)
    return NULL;
  value = script_new_object (call->script, koma_tensor_keep (tensor));
  g_object_unref (tensor);
  return value;
}

/* tf.variable (initial, isTrainable, name) */
static ScriptValue *
variable (ScriptCall *call,
          GError    **error)
{
  const ScriptValue *trainable = script_argument (call, 1);
  const char        *name = script_value_string (script_argument (call, 2));
  KomaTensor        *initial = script_argument_tensor (call, 0, error);
  KomaVariable      *made = NULL;

  made = koma_variable_new (initial,
                            script_value_is_missing (trainable) || script_value_is_true (trainable),
                            name, error);
  if (made == NULL)
    return NULL;
  g_ptr_array_add (call->script->variables, made);
  return script_new_object (call->script, made);
}

/* tf.memory () */
static ScriptValue *
memory (ScriptCall *call,
        GError    **error)
{
  ScriptValue *record = script_new_record (call->script);
  KomaMemory   counts = { 0 };

  koma_environment_get_memory (koma_environment_get (), &counts);
  script_value_set (record, "numTensors", script_new_number (call->script, counts.n_tensors));
  script_value_set (record, "numDataBuffers",
                    script_new_number (call->script, counts.n_data_buffers));
  script_value_set (record, "numBytes", script_new_number (call->script, counts.n_bytes));
  return record;
}

static ScriptValue *
start_scope (ScriptCall *call,
             GError    **error)
{
  g_ptr_array_add (call->script->scopes, koma_scope_begin ());
  return script_new_undefined (call->script);
}

static ScriptValue *
end_scope (ScriptCall *call,
           GError    **error)
{
  GPtrArray *scopes = call->script->scopes;

  if (scopes->len == 0) {
    koma_fail (error, KOMA_ERROR_ARGUMENT, "No scope has been started");
    return NULL;
  }
  koma_scope_end (g_ptr_array_index (scopes, scopes->len - 1));
  g_ptr_array_set_size (scopes, scopes->len - 1);
  return script_new_undefined (call->script);
}

/* tf.engine () */
static ScriptValue *
engine (ScriptCall *call,
        GError    **error)
{
  ScriptValue *record = script_new_record (call->script);

  script_value_set (record, "startScope",
                    script_new_builtin (call->script, "startScope", start_scope, NULL));
  script_value_set (record, "endScope",
                    script_new_builtin (call->script, "endScope", end_scope, NULL));
  return record;
}

const ScriptBinding script_memory_functions[] = {
  { "tf.dispose", dispose_of, FALSE },
  { "tf.engine", engine, FALSE },
  { "tf.keep", keep, FALSE },
  { "tf.memory", memory, FALSE },
  { "tf.tidy", tidy, FALSE },
  { "tf.variable", variable, FALSE },
  { NULL, NULL, FALSE },
};
