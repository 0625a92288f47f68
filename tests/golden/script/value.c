/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "value.h"

#include <math.h>

void
script_value_free (gpointer data)
{
  ScriptValue *self = data;

  g_free (self->text);
  g_clear_pointer (&self->items, g_ptr_array_unref);
  g_clear_pointer (&self->keys, g_ptr_array_unref);
  g_clear_object (&self->object);
  g_free (self);
}

gboolean
script_value_is_missing (const ScriptValue *self)
{
  return self == NULL || self->kind == SCRIPT_UNDEFINED || self->kind == SCRIPT_NULL;
}

gboolean
script_value_is_function (const ScriptValue *self)
{
  return self != NULL && (self->kind == SCRIPT_CLOSURE || self->kind == SCRIPT_BUILTIN);
}

gboolean
script_value_is_true (const ScriptValue *self)
{
  if (script_value_is_missing (self))
    return FALSE;
  if (self->kind == SCRIPT_BOOLEAN || self->kind == SCRIPT_DOUBLE)
    return self->number != 0 && !isnan (self->number);
  return self->kind != SCRIPT_TEXT || self->text[0] != '\0';
}

double
script_value_number (const ScriptValue *self)
{
  char  *end = NULL;
  double number = NAN;

  if (self == NULL)
    return NAN;
  if (self->kind == SCRIPT_BOOLEAN || self->kind == SCRIPT_DOUBLE)
    return self->number;
  if (self->kind == SCRIPT_NULL)
    return 0;
  if (self->kind == SCRIPT_TEXT) {
    number = g_ascii_strtod (self->text, &end);
    return *end == '\0' ? number : NAN;
  }
  return NAN;
}

const char *
script_value_string (const ScriptValue *self)
{
  return self != NULL && self->kind == SCRIPT_TEXT ? self->text : NULL;
}

gboolean
script_value_equals (const ScriptValue *self,
                     const ScriptValue *other)
{
  if (self->kind != other->kind)
    return FALSE;
  switch (self->kind) {
  case SCRIPT_UNDEFINED:
  case SCRIPT_NULL:
    return TRUE;
  case SCRIPT_BOOLEAN:
  case SCRIPT_DOUBLE:
    return self->number == other->number;
  case SCRIPT_TEXT:
    return g_str_equal (self->text, other->text);
  case SCRIPT_GOBJECT:
    return self->object == other->object;
  default:
    return self == other;
  }
}

gpointer
script_value_object (const ScriptValue *self,
                     GType              type)
{
  return self != NULL && self->object != NULL && G_TYPE_CHECK_INSTANCE_TYPE (self->object, type)
           ? self->object
           : NULL;
}

KomaTensor *
script_value_tensor (const ScriptValue *self)
{
  return script_value_object (self, KOMA_TYPE_TENSOR);
}

guint
script_value_length (const ScriptValue *self)
{
  return self != NULL && (self->kind == SCRIPT_LIST || self->kind == SCRIPT_RECORD)
           ? self->items->len
           : 0;
}

ScriptValue *
script_value_item (const ScriptValue *self,
                   guint              index)
{
  return self != NULL && self->items != NULL && index < self->items->len
           ? g_ptr_array_index (self->items, index)
           : NULL;
}

static gboolean
find_key (const ScriptValue *self,
          const char        *key,
          guint             *ret_index)
{
  return self != NULL && self->kind == SCRIPT_RECORD &&
         g_ptr_array_find_with_equal_func (self->keys, key, g_str_equal, ret_index);
}

ScriptValue *
script_value_get (const ScriptValue *self,
                  const char        *key)
{
  guint index = 0;

  return find_key (self, key, &index) ? g_ptr_array_index (self->items, index) : NULL;
}

void
script_value_set (ScriptValue *self,
                  const char  *key,
                  ScriptValue *item)
{
  guint index = 0;

  if (find_key (self, key, &index)) {
    g_ptr_array_index (self->items, index) = item;
    return;
  }
  g_ptr_array_add (self->keys, g_strdup (key));
  g_ptr_array_add (self->items, item);
}

const char *
script_value_type_name (const ScriptValue *self)
{
  static const char *const names[] = {
    [SCRIPT_UNDEFINED] = "undefined",
    [SCRIPT_NULL] = "null",
    [SCRIPT_BOOLEAN] = "a boolean",
    [SCRIPT_DOUBLE] = "a number",
    [SCRIPT_TEXT] = "a string",
    [SCRIPT_LIST] = "an array",
    [SCRIPT_RECORD] = "an object",
    [SCRIPT_CLOSURE] = "a function",
    [SCRIPT_BUILTIN] = "a function",
    [SCRIPT_PROMISE] = "a promise",
  };

  if (self == NULL)
    return "undefined";
  return self->kind == SCRIPT_GOBJECT ? G_OBJECT_TYPE_NAME (self->object) : names[self->kind];
}
