/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "bindings.h"
#include "run.h"

/* (nullable): what a builtin function gives; the error says where. */
static ScriptValue *
call_builtin (Script           *self,
              const ScriptNode *node,
              ScriptValue      *function,
              GPtrArray        *arguments)
{
  ScriptCall call = {
    .script = self,
    .node = node,
    .name = function->text,
    .self = script_value_item (function, 0),
    .arguments = arguments,
  };
  g_autoptr (GError) error = NULL;
  ScriptValue *value = function->native (&call, &error);

  /* An error within a function of the script has its place already. */
  if (error != NULL && self->error == NULL) {
    g_prefix_error (&error, "line %u, column %u: ", node->line, node->column);
    self->error = g_steal_pointer (&error);
  }
  return self->error == NULL ? value : NULL;
}

static ScriptValue *
call_closure (Script           *self,
              const ScriptNode *node,
              ScriptValue      *function,
              GPtrArray        *arguments)
{
  const ScriptNode *source = function->function;
  const guint       n_parameters = script_node_count (source) - 1;
  const ScriptNode *body = script_node_child (source, n_parameters);
  ScriptNames      *names = script_new_names (self, function->names);
  ScriptValue      *value = NULL;

  if (!script_enter (self, node))
    return NULL;
  for (guint i = 0; i < n_parameters; i++)
    script_bind (self, script_node_child (source, i), names,
                 i < arguments->len ? g_ptr_array_index (arguments, i)
                                    : script_new_undefined (self));
  value = source->is_brief ? script_evaluate (self, body, names)
                           : script_execute_body (self, body, names);
  script_leave (self);
  return source->is_async ? script_new_promise (self, value) : value;
}

/* Never NULL; undefined after an error. */
ScriptValue *
script_call_value (Script           *self,
                   const ScriptNode *node,
                   ScriptValue      *function,
                   GPtrArray        *arguments)
{
  ScriptValue *value = NULL;

  if (self->error != NULL)
    return script_new_undefined (self);
  if (function->kind == SCRIPT_CLOSURE)
    value = call_closure (self, node, function, arguments);
  else if (function->kind == SCRIPT_BUILTIN && function->native != NULL)
    value = call_builtin (self, node, function, arguments);
  else
    return script_strange (self, node, "%s is no function",
                           function->kind == SCRIPT_BUILTIN ? function->text
                                                            : script_value_type_name (function));
  if (value == NULL)
    return script_strange (self, node, "A function gave no value");
  return value;
}

/* The first whose promise has been kept. */
static gboolean
take_task (Script     *self,
           ScriptTask *ret_task)
{
  for (guint i = 0; i < self->tasks->len; i++) {
    *ret_task = g_array_index (self->tasks, ScriptTask, i);
    if (script_value_item (ret_task->promise, 0) != NULL) {
      g_array_remove_index (self->tasks, i);
      return TRUE;
    }
  }
  return FALSE;
}

ScriptValue *
script_wait (Script           *self,
             const ScriptNode *node,
             ScriptValue      *value)
{
  if (value->kind == SCRIPT_PROMISE)
    value = script_value_item (value, 0);
  return value != NULL ? value : script_strange (self, node, "The promise is not kept");
}

void
script_run_tasks (Script *self)
{
  ScriptTask task = { 0 };

  while (self->error == NULL && take_task (self, &task)) {
    g_autoptr (GPtrArray) arguments = g_ptr_array_new ();
    ScriptValue *value = NULL;

    g_ptr_array_add (arguments, script_value_item (task.promise, 0));
    value = script_call_value (self, task.node, task.function, arguments);
    g_ptr_array_add (task.result->items, script_wait (self, task.node, value));
  }
}
