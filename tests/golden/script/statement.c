/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "run.h"

typedef enum {
  NEXT,
  STOP, /* the innermost loop, or all of them where there is a result */
  REPEAT,
} Flow;

static Flow execute (Script           *self,
                     const ScriptNode *node,
                     ScriptNames      *names,
                     ScriptValue     **ret_result);

static void
declare (Script           *self,
         const ScriptNode *node,
         ScriptNames      *names)
{
  for (guint i = 0; i < script_node_count (node); i += 2) {
    const ScriptNode *value = script_node_child (node, i + 1);

    script_bind (self, script_node_child (node, i), names,
                 value != NULL ? script_evaluate (self, value, names)
                               : script_new_undefined (self));
  }
}

/* Functions first: a call may stand above them. */
static Flow
execute_all (Script           *self,
             const ScriptNode *block,
             ScriptNames      *names,
             ScriptValue     **ret_result)
{
  Flow flow = NEXT;

  for (guint i = 0; i < script_node_count (block); i++)
    if (script_node_child (block, i)->kind == SCRIPT_DECLARE &&
        script_node_child (block, i)->text != NULL)
      declare (self, script_node_child (block, i), names);
  for (guint i = 0; i < script_node_count (block) && flow == NEXT && self->error == NULL; i++)
    flow = execute (self, script_node_child (block, i), names, ret_result);
  return flow;
}

/* Whether the loop goes on; a result, or an error, ends it. */
static gboolean
goes_on (Script           *self,
         const ScriptNode *body,
         ScriptNames      *names,
         ScriptValue     **ret_result)
{
  return execute (self, body, names, ret_result) != STOP && self->error == NULL;
}

static gboolean
is_true (Script           *self,
         const ScriptNode *condition,
         ScriptNames      *names)
{
  return (condition == NULL ||
          script_value_is_true (script_evaluate (self, condition, names))) &&
         self->error == NULL;
}

static void
execute_while (Script           *self,
               const ScriptNode *node,
               ScriptNames      *names,
               ScriptValue     **ret_result)
{
  while (is_true (self, script_node_child (node, 0), names) &&
         goes_on (self, script_node_child (node, 1), names, ret_result))
    ;
}

static void
execute_for (Script           *self,
             const ScriptNode *node,
             ScriptNames      *outer,
             ScriptValue     **ret_result)
{
  const ScriptNode *before = script_node_child (node, 0);
  const ScriptNode *after = script_node_child (node, 2);
  ScriptNames      *names = script_new_names (self, outer);

  if (before != NULL && before->kind == SCRIPT_DECLARE)
    declare (self, before, names);
  else if (before != NULL)
    script_evaluate (self, before, names);
  while (is_true (self, script_node_child (node, 1), names) &&
         goes_on (self, script_node_child (node, 3), names, ret_result))
    if (after != NULL)
      script_evaluate (self, after, names);
}

static void
execute_for_of (Script           *self,
                const ScriptNode *node,
                ScriptNames      *outer,
                ScriptValue     **ret_result)
{
  const ScriptValue *list = script_evaluate (self, script_node_child (node, 1), outer);

  if (list->kind != SCRIPT_LIST)
    script_strange (self, node, "%s has no elements", script_value_type_name (list));
  for (guint i = 0; i < script_value_length (list) && self->error == NULL; i++) {
    ScriptNames *names = script_new_names (self, outer);

    script_bind (self, script_node_child (node, 0), names, script_value_item (list, i));
    if (!goes_on (self, script_node_child (node, 2), names, ret_result))
      break;
  }
}

static Flow
execute_if (Script           *self,
            const ScriptNode *node,
            ScriptNames      *names,
            ScriptValue     **ret_result)
{
  const ScriptNode *branch =
    script_node_child (node, is_true (self, script_node_child (node, 0), names) ? 1 : 2);

  return branch != NULL && self->error == NULL ? execute (self, branch, names, ret_result) : NEXT;
}

static Flow
execute_return (Script           *self,
                const ScriptNode *node,
                ScriptNames      *names,
                ScriptValue     **ret_result)
{
  const ScriptNode *value = script_node_child (node, 0);

  *ret_result =
    value != NULL ? script_evaluate (self, value, names) : script_new_undefined (self);
  return STOP;
}

static Flow
execute_kind (Script           *self,
              const ScriptNode *node,
              ScriptNames      *names,
              ScriptValue     **ret_result)
{
  switch (node->kind) {
  case SCRIPT_BLOCK:
    return execute_all (self, node, script_new_names (self, names), ret_result);
  case SCRIPT_DECLARE:
    if (node->text == NULL)
      declare (self, node, names);
    break;
  case SCRIPT_RETURN:
    return execute_return (self, node, names, ret_result);
  case SCRIPT_BREAK:
    return STOP;
  case SCRIPT_CONTINUE:
    return REPEAT;
  case SCRIPT_IF:
    return execute_if (self, node, names, ret_result);
  case SCRIPT_FOR:
    execute_for (self, node, names, ret_result);
    break;
  case SCRIPT_FOR_OF:
    execute_for_of (self, node, names, ret_result);
    break;
  case SCRIPT_WHILE:
    execute_while (self, node, names, ret_result);
    break;
  default:
    script_evaluate (self, script_node_child (node, 0), names);
  }
  return *ret_result != NULL ? STOP : NEXT;
}

static Flow
execute (Script           *self,
         const ScriptNode *node,
         ScriptNames      *names,
         ScriptValue     **ret_result)
{
  Flow flow = STOP;

  if (script_enter (self, node))
    flow = execute_kind (self, node, names, ret_result);
  script_leave (self);
  return flow;
}

ScriptValue *
script_execute_body (Script           *self,
                     const ScriptNode *body,
                     ScriptNames      *names)
{
  ScriptValue *result = NULL;

  execute_all (self, body, names, &result);
  return result != NULL ? result : script_new_undefined (self);
}
