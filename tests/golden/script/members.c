/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* Members of values, and values in patterns. */
#include "bindings.h"
#include "run.h"

ScriptValue *
script_get_member (Script           *self,
                   const ScriptNode *node,
                   ScriptValue      *object,
                   const char       *name)
{
  ScriptValue *value = NULL;

  if (self->error != NULL)
    return script_new_undefined (self);
  if (object->kind == SCRIPT_RECORD) {
    value = script_value_get (object, name);
    return value != NULL ? value : script_new_undefined (self);
  }
  if (object->kind == SCRIPT_BUILTIN) {
    g_autofree char *path = g_strdup_printf ("%s.%s", object->text, name);

    value = script_find_builtin (self, path);
  } else {
    value = script_find_member (self, node, object, name);
  }
  return value != NULL ? value
                       : script_strange (self, node, "%s has no “%s”",
                                         object->kind == SCRIPT_BUILTIN
                                           ? object->text
                                           : script_value_type_name (object),
                                         name);
}

ScriptValue *
script_get_index (Script           *self,
                  const ScriptNode *node,
                  ScriptValue      *object,
                  ScriptValue      *index)
{
  const char  *name = script_value_string (index);
  const double number = script_value_number (index);
  ScriptValue *item = NULL;

  if (name != NULL)
    return script_get_member (self, node, object, name);
  if (object->kind != SCRIPT_LIST)
    return script_strange (self, node, "%s has no elements", script_value_type_name (object));
  if (number >= 0 && number < object->items->len)
    item = script_value_item (object, (guint) number);
  return item != NULL ? item : script_new_undefined (self);
}

static void
assign_name (Script           *self,
             const ScriptNode *target,
             ScriptNames      *names,
             ScriptValue      *value)
{
  while (names != NULL && !g_hash_table_contains (names->values, target->text))
    names = names->outer;
  if (names != NULL)
    g_hash_table_insert (names->values, g_strdup (target->text), value);
  else
    script_strange (self, target, "“%s” is not declared", target->text);
}

static void
assign_member (Script           *self,
               const ScriptNode *target,
               ScriptNames      *names,
               ScriptValue      *value)
{
  ScriptValue *object = script_evaluate (self, script_node_child (target, 0), names);

  if (object->kind == SCRIPT_RECORD)
    script_value_set (object, target->text, value);
  else if (!script_set_property (object, target->text, value))
    script_strange (self, target, "“%s” of %s can not be set", target->text,
                    script_value_type_name (object));
}

static void
assign_index (Script           *self,
              const ScriptNode *target,
              ScriptNames      *names,
              ScriptValue      *value)
{
  ScriptValue *object = script_evaluate (self, script_node_child (target, 0), names);
  ScriptValue *index = script_evaluate (self, script_node_child (target, 1), names);
  const double number = script_value_number (index);

  if (object->kind == SCRIPT_RECORD && script_value_string (index) != NULL)
    script_value_set (object, index->text, value);
  else if (object->kind == SCRIPT_LIST && number >= 0 && number < object->items->len)
    g_ptr_array_index (object->items, (guint) number) = value;
  else if (object->kind == SCRIPT_LIST && number == object->items->len)
    g_ptr_array_add (object->items, value);
  else
    script_strange (self, target, "%s has no such element", script_value_type_name (object));
}

void
script_assign (Script           *self,
               const ScriptNode *target,
               ScriptNames      *names,
               ScriptValue      *value)
{
  if (self->error != NULL)
    return;
  if (target->kind == SCRIPT_NAME)
    assign_name (self, target, names, value);
  else if (target->kind == SCRIPT_MEMBER)
    assign_member (self, target, names, value);
  else if (target->kind == SCRIPT_INDEX)
    assign_index (self, target, names, value);
  else
    script_strange (self, target, "Nothing can be assigned to this");
}

static void
bind_list (Script           *self,
           const ScriptNode *pattern,
           ScriptNames      *names,
           ScriptValue      *value)
{
  if (value->kind != SCRIPT_LIST)
    script_strange (self, pattern, "%s has no elements", script_value_type_name (value));
  for (guint i = 0; i < script_node_count (pattern); i++) {
    ScriptValue *item = script_value_item (value, i);

    script_bind (self, script_node_child (pattern, i), names,
                 item != NULL ? item : script_new_undefined (self));
  }
}

static void
bind_record (Script           *self,
             const ScriptNode *pattern,
             ScriptNames      *names,
             ScriptValue      *value)
{
  for (guint i = 0; i < script_node_count (pattern); i++) {
    const ScriptNode *property = script_node_child (pattern, i);

    if (property->kind == SCRIPT_PROPERTY)
      script_bind (self, script_node_child (property, 0), names,
                   script_get_member (self, property, value, property->text));
    else
      script_strange (self, property, "This is no pattern");
  }
}

void
script_bind (Script           *self,
             const ScriptNode *pattern,
             ScriptNames      *names,
             ScriptValue      *value)
{
  if (self->error != NULL)
    return;
  if (pattern->kind == SCRIPT_NAME) {
    g_hash_table_insert (names->values, g_strdup (pattern->text), value);
  } else if (pattern->kind == SCRIPT_ARRAY) {
    bind_list (self, pattern, names, value);
  } else if (pattern->kind == SCRIPT_OBJECT) {
    bind_record (self, pattern, names, value);
  } else if (pattern->kind == SCRIPT_ASSIGN) {
    if (value->kind == SCRIPT_UNDEFINED)
      value = script_evaluate (self, script_node_child (pattern, 1), names);
    script_bind (self, script_node_child (pattern, 0), names, value);
  } else {
    script_strange (self, pattern, "This is no pattern");
  }
}
