/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* What JavaScript has of its own. */
#include <math.h>

#include "bindings.h"

#define MAX_LENGTH 1000000

void
script_print (Script     *self,
              const char *text)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

  for (guint i = 0; lines[i] != NULL; i++)
    g_ptr_array_add (self->printed, g_strdup (lines[i]));
  if (lines[0] == NULL)
    g_ptr_array_add (self->printed, g_strdup (""));
}

/* console.log (value, value ..), print (..) */
static ScriptValue *
print (ScriptCall *call,
       GError    **error)
{
  g_autoptr (GString) line = g_string_new (NULL);

  for (guint i = 0; i < call->arguments->len; i++) {
    g_autofree char *text = script_value_to_text (script_argument (call, i));

    g_string_append_printf (line, "%s%s", i > 0 ? " " : "", text);
  }
  script_print (call->script, line->str);
  return script_new_undefined (call->script);
}

#define MATH(name, expression)                                                      \
  static ScriptValue *math_##name (ScriptCall *call, GError **error)                \
  {                                                                                 \
    const double   x = script_value_number (script_argument (call, 0));             \
    const double y G_GNUC_UNUSED = script_value_number (script_argument (call, 1)); \
                                                                                    \
    return script_new_number (call->script, expression);                            \
  }
MATH (abs, fabs (x))
MATH (ceil, ceil (x))
MATH (cos, cos (x))
MATH (exp, exp (x))
MATH (floor, floor (x))
MATH (log, log (x))
MATH (max, fmax (x, y))
MATH (min, fmin (x, y))
MATH (pow, pow (x, y))
MATH (round, floor (x + 0.5))
MATH (sin, sin (x))
MATH (sqrt, sqrt (x))

/* Float32Array.from (list), new Float32Array (list), Array.from ({length: n}, function) */
static ScriptValue *
list_from (ScriptCall *call,
           GError    **error)
{
  const ScriptValue *source = script_argument (call, 0);
  ScriptValue       *function = script_argument (call, 1);
  ScriptValue       *list = script_new_list (call->script);
  const gboolean     is_list = source != NULL && source->kind == SCRIPT_LIST;
  const double       n = is_list ? source->items->len : script_get_number (source, "length", 0);

  if (n > MAX_LENGTH) {
    koma_fail (error, KOMA_ERROR_MEMORY, "More than %d elements", MAX_LENGTH);
    return NULL;
  }
  for (guint i = 0; i < n && call->script->error == NULL; i++) {
    g_autoptr (GPtrArray) arguments = g_ptr_array_new ();
    ScriptValue *item =
      is_list ? script_value_item (source, i) : script_new_undefined (call->script);

    g_ptr_array_add (arguments, item);
    g_ptr_array_add (arguments, script_new_number (call->script, i));
    if (script_value_is_function (function))
      item = script_call_value (call->script, call->node, function, arguments);
    g_ptr_array_add (list->items, item);
  }
  return list;
}

const ScriptBinding script_language_functions[] = {
  { "Array.from", list_from, FALSE },
  { "Float32Array", list_from, FALSE },
  { "Float32Array.from", list_from, FALSE },
  { "Int32Array", list_from, FALSE },
  { "Int32Array.from", list_from, FALSE },
  { "Math.abs", math_abs, FALSE },
  { "Math.ceil", math_ceil, FALSE },
  { "Math.cos", math_cos, FALSE },
  { "Math.exp", math_exp, FALSE },
  { "Math.floor", math_floor, FALSE },
  { "Math.log", math_log, FALSE },
  { "Math.max", math_max, FALSE },
  { "Math.min", math_min, FALSE },
  { "Math.pow", math_pow, FALSE },
  { "Math.round", math_round, FALSE },
  { "Math.sin", math_sin, FALSE },
  { "Math.sqrt", math_sqrt, FALSE },
  { "console.log", print, FALSE },
  { "print", print, FALSE },
  { NULL, NULL, FALSE },
};
