/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "script.h"

#include <string.h>

#include "script-call.h"

typedef struct
{
  const char *at;
  JsonObject *ops;
  GHashTable *names;  /* → ScriptValue * */
  GPtrArray  *values; /* all of them */
  gboolean    is_strange;
  GError     *error;
} Script;

static ScriptValue *parse_expression (Script *self);

static gboolean
is_over (const Script *self)
{
  return self->is_strange || self->error != NULL;
}

static ScriptValue *
new_value (Script *self)
{
  ScriptValue *value = g_new0 (ScriptValue, 1);

  g_ptr_array_add (self->values, value);
  return value;
}

static ScriptValue *
fail (Script *self)
{
  self->is_strange = TRUE;
  return new_value (self);
}

static gboolean
take (Script     *self,
      const char *text)
{
  while (g_ascii_isspace (*self->at))
    self->at++;
  if (!g_str_has_prefix (self->at, text))
    return FALSE;
  self->at += strlen (text);
  return TRUE;
}

/* (transfer full): empty where there is none. */
static char *
take_name (Script *self)
{
  const char *start = self->at;

  while (g_ascii_isalnum (*self->at) || *self->at == '_')
    self->at++;
  return g_strndup (start, self->at - start);
}

static GPtrArray *
parse_list (Script     *self,
            const char *end)
{
  GPtrArray *list = g_ptr_array_new ();

  while (!is_over (self) && !take (self, end)) {
    g_ptr_array_add (list, parse_expression (self));
    if (!take (self, ",") && !g_str_has_prefix (self->at, end))
      fail (self);
  }
  return list;
}

static ScriptValue *
call (Script      *self,
      const char  *name,
      ScriptValue *object /* (nullable) */)
{
  g_autoptr (GPtrArray) arguments = parse_list (self, ")");
  ScriptValue *value = new_value (self);

  if (object != NULL)
    g_ptr_array_insert (arguments, 0, object);
  if (!is_over (self) && !script_call (self->ops, name, arguments, value, &self->error))
    self->is_strange = self->error == NULL;
  return value;
}

/* A function of tf: only the last of its names counts. */
static ScriptValue *
parse_function (Script *self)
{
  g_autofree char *name = NULL;

  while (take (self, ".")) {
    g_free (name);
    name = take_name (self);
  }
  return name != NULL && take (self, "(") ? call (self, name, NULL) : fail (self);
}

static ScriptValue *
parse_number (Script *self)
{
  ScriptValue *value = new_value (self);
  char        *end = NULL;

  value->json = json_node_init_double (json_node_alloc (), g_ascii_strtod (self->at, &end));
  self->at = end;
  return value;
}

static ScriptValue *
parse_string (Script *self)
{
  const char      *end = strchr (self->at, '\'');
  ScriptValue     *value = new_value (self);
  g_autofree char *text = NULL;

  if (end == NULL)
    return fail (self);
  text = g_strndup (self->at, end - self->at);
  value->json = json_node_init_string (json_node_alloc (), text);
  self->at = end + 1;
  return value;
}

static ScriptValue *
parse_primary (Script *self)
{
  g_autofree char *name = NULL;
  ScriptValue     *value = NULL;

  if (take (self, "[")) {
    value = new_value (self);
    value->list = parse_list (self, "]");
    return value;
  }
  if (take (self, "'"))
    return parse_string (self);
  if (g_ascii_isdigit (*self->at) || *self->at == '-')
    return parse_number (self);
  name = take_name (self);
  if (g_str_equal (name, "tf"))
    return parse_function (self);
  value = g_hash_table_lookup (self->names, name);
  return value != NULL ? value : fail (self);
}

static ScriptValue *
parse_expression (Script *self)
{
  ScriptValue *value = parse_primary (self);

  while (!is_over (self) && take (self, ".")) {
    g_autofree char *name = take_name (self);

    value = take (self, "(") ? call (self, name, value) : fail (self);
  }
  return value;
}

static void
run_statement (Script *self)
{
  g_autofree char *name = NULL;

  if (take (self, "const ")) {
    name = take_name (self);
    if (!take (self, "=")) {
      fail (self);
      return;
    }
    g_hash_table_insert (self->names, g_steal_pointer (&name), parse_expression (self));
  } else {
    parse_expression (self);
  }
  if (!is_over (self) && !take (self, ";") && *self->at != '\0')
    fail (self);
}

ScriptResult
script_run (const char *text,
            JsonObject *ops,
            char      **ret_message)
{
  g_autoptr (GHashTable) names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GPtrArray) values = g_ptr_array_new_with_free_func (script_value_free);
  Script script = { .at = text, .ops = ops, .names = names, .values = values };

  while (!is_over (&script) && *script.at != '\0')
    run_statement (&script);
  *ret_message = script.error != NULL ? g_strdup (script.error->message) : NULL;
  if (script.error != NULL) {
    g_error_free (script.error);
    return SCRIPT_REFUSED;
  }
  return script.is_strange ? SCRIPT_STRANGE : SCRIPT_DONE;
}
