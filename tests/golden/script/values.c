/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "run.h"

ScriptValue *
script_new_value (Script    *self,
                  ScriptKind kind)
{
  ScriptValue *value = g_new0 (ScriptValue, 1);

  value->kind = kind;
  g_ptr_array_add (self->values, value);
  return value;
}

ScriptValue *
script_new_undefined (Script *self)
{
  return script_new_value (self, SCRIPT_UNDEFINED);
}

ScriptValue *
script_new_boolean (Script  *self,
                    gboolean is_true)
{
  ScriptValue *value = script_new_value (self, SCRIPT_BOOLEAN);

  value->number = is_true;
  return value;
}

ScriptValue *
script_new_number (Script *self,
                   double  number)
{
  ScriptValue *value = script_new_value (self, SCRIPT_DOUBLE);

  value->number = number;
  return value;
}

ScriptValue *
script_new_text (Script     *self,
                 const char *text)
{
  ScriptValue *value = script_new_value (self, SCRIPT_TEXT);

  value->text = g_strdup (text);
  return value;
}

ScriptValue *
script_new_list (Script *self)
{
  ScriptValue *value = script_new_value (self, SCRIPT_LIST);

  value->items = g_ptr_array_new ();
  return value;
}

ScriptValue *
script_new_record (Script *self)
{
  ScriptValue *value = script_new_value (self, SCRIPT_RECORD);

  value->items = g_ptr_array_new ();
  value->keys = g_ptr_array_new_with_free_func (g_free);
  return value;
}

/* That of a promise is the promise itself. */
ScriptValue *
script_new_promise (Script      *self,
                    ScriptValue *of /* (nullable): it has not been kept */)
{
  ScriptValue *value = NULL;

  if (of != NULL && of->kind == SCRIPT_PROMISE)
    return of;
  value = script_new_value (self, SCRIPT_PROMISE);
  value->items = g_ptr_array_new ();
  if (of != NULL)
    g_ptr_array_add (value->items, of);
  return value;
}

ScriptValue *
script_new_builtin (Script      *self,
                    const char  *name,
                    ScriptNative native,
                    ScriptValue *owner /* (nullable) */)
{
  ScriptValue *value = script_new_value (self, SCRIPT_BUILTIN);

  value->text = g_strdup (name);
  value->native = native;
  value->items = g_ptr_array_new ();
  if (owner != NULL)
    g_ptr_array_add (value->items, owner);
  return value;
}

ScriptValue *
script_new_object (Script  *self,
                   gpointer object)
{
  ScriptValue *value = NULL;

  if (object == NULL)
    return NULL;
  value = script_new_value (self, SCRIPT_GOBJECT);
  value->object = g_object_ref_sink (object);
  return value;
}

ScriptNames *
script_new_names (Script      *self,
                  ScriptNames *outer)
{
  ScriptNames *names = g_new0 (ScriptNames, 1);

  names->outer = outer;
  names->values = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_ptr_array_add (self->blocks, names);
  return names;
}
