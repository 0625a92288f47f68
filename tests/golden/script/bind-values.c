/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* Members of arrays, strings, numbers and promises. */
#include "bindings.h"

#define MAX_DIGITS 100

static ScriptValue *
call_with (ScriptCall  *call,
           ScriptValue *item,
           guint        index)
{
  g_autoptr (GPtrArray) arguments = g_ptr_array_new ();
  ScriptValue *function = script_argument (call, 0);

  g_ptr_array_add (arguments, item);
  g_ptr_array_add (arguments, script_new_number (call->script, index));
  return script_call_value (call->script, call->node,
                            function != NULL ? function : script_new_undefined (call->script),
                            arguments);
}

/* list.map (function) */
static ScriptValue *
map (ScriptCall *call,
     GError    **error)
{
  ScriptValue *list = script_new_list (call->script);

  for (guint i = 0; i < script_value_length (call->self) && call->script->error == NULL; i++)
    g_ptr_array_add (list->items, call_with (call, script_value_item (call->self, i), i));
  return list;
}

/* list.forEach (function) */
static ScriptValue *
for_each (ScriptCall *call,
          GError    **error)
{
  map (call, error);
  return script_new_undefined (call->script);
}

static ScriptValue *
push (ScriptCall *call,
      GError    **error)
{
  for (guint i = 0; i < call->arguments->len; i++)
    g_ptr_array_add (call->self->items, script_argument (call, i));
  return script_new_number (call->script, call->self->items->len);
}

static ScriptValue *
join (ScriptCall *call,
      GError    **error)
{
  const char *separator = script_value_string (script_argument (call, 0));
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < script_value_length (call->self); i++) {
    g_autofree char *item = script_value_to_text (script_value_item (call->self, i));

    g_string_append_printf (text, "%s%s", i == 0 ? "" : separator != NULL ? separator
                                                                          : ",",
                            item);
  }
  return script_new_text (call->script, text->str);
}

static ScriptValue *
get_length (ScriptCall *call,
            GError    **error)
{
  return script_new_number (call->script, script_value_length (call->self));
}

static ScriptValue *
get_text_length (ScriptCall *call,
                 GError    **error)
{
  return script_new_number (call->script, g_utf8_strlen (call->self->text, -1));
}

/* number.toFixed (digits) */
static ScriptValue *
to_fixed (ScriptCall *call,
          GError    **error)
{
  const double     digits = script_argument_number (call, 0, 0);
  g_autofree char *text =
    g_strdup_printf ("%.*f", (int) CLAMP (digits, 0, MAX_DIGITS), call->self->number);

  return script_new_text (call->script, text);
}

static ScriptValue *
to_string (ScriptCall *call,
           GError    **error)
{
  g_autofree char *text = script_value_to_text (call->self);

  return script_new_text (call->script, text);
}

/* promise.then (function) */
static ScriptValue *
then (ScriptCall *call,
      GError    **error)
{
  ScriptTask task = {
    .node = call->node,
    .function = script_argument (call, 0),
    .promise = call->self,
    .result = script_new_promise (call->script, NULL),
  };

  if (!script_check_function (task.function, error))
    return NULL;
  g_array_append_val (call->script->tasks, task);
  return task.result;
}

const ScriptBinding script_list_members[] = {
  { "forEach", for_each, FALSE },
  { "join", join, FALSE },
  { "length", get_length, TRUE },
  { "map", map, FALSE },
  { "push", push, FALSE },
  { NULL, NULL, FALSE },
};

const ScriptBinding script_text_members[] = {
  { "length", get_text_length, TRUE },
  { NULL, NULL, FALSE },
};

const ScriptBinding script_number_members[] = {
  { "toFixed", to_fixed, FALSE },
  { "toString", to_string, FALSE },
  { NULL, NULL, FALSE },
};

const ScriptBinding script_promise_members[] = {
  { "then", then, FALSE },
  { NULL, NULL, FALSE },
};
