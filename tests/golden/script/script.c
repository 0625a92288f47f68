/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "run.h"

static void
free_names (gpointer data)
{
  ScriptNames *names = data;

  g_hash_table_unref (names->values);
  g_free (names);
}

static void
free_program (gpointer program)
{
  script_program_free (program);
}

Script *
script_new (void)
{
  Script *self = g_new0 (Script, 1);

  self->values = g_ptr_array_new_with_free_func (script_value_free);
  self->blocks = g_ptr_array_new_with_free_func (free_names);
  self->programs = g_ptr_array_new_with_free_func (free_program);
  self->printed = g_ptr_array_new_with_free_func (g_free);
  self->scopes = g_ptr_array_new_with_free_func (g_object_unref);
  self->variables = g_ptr_array_new_with_free_func (g_object_unref);
  self->tasks = g_array_new (FALSE, FALSE, sizeof (ScriptTask));
  self->globals = script_new_names (self, NULL);
  return self;
}

void
script_free (Script *self)
{
  g_ptr_array_unref (self->values);
  g_ptr_array_unref (self->blocks);
  g_ptr_array_unref (self->programs);
  g_ptr_array_unref (self->printed);
  g_ptr_array_unref (self->scopes);
  g_ptr_array_unref (self->variables);
  g_array_unref (self->tasks);
  g_clear_error (&self->error);
  g_free (self);
}

gboolean
script_run (Script     *self,
            const char *text,
            GError    **error)
{
  ScriptProgram *program = script_program_new (text != NULL ? text : "", error);

  if (program == NULL)
    return FALSE;
  g_ptr_array_add (self->programs, program);
  self->n_steps = 0;
  self->depth = 0;
  g_array_set_size (self->tasks, 0);
  script_execute_body (self, program->body, self->globals);
  script_run_tasks (self);
  if (self->error == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&self->error));
  return FALSE;
}

GPtrArray *
script_get_printed (Script *self)
{
  return self->printed;
}

KomaTensor *
script_find_tensor (Script     *self,
                    const char *name)
{
  return script_value_tensor (g_hash_table_lookup (self->globals->values, name));
}

void
script_make_weights (Script *self)
{
  for (guint i = 0; i < self->values->len; i++) {
    const ScriptValue *value = g_ptr_array_index (self->values, i);
    KomaLayersModel   *model = script_value_object (value, KOMA_TYPE_LAYERS_MODEL);
    guint              n = 0;

    /* One that was disposed of, or has no layers, has none. */
    if (model != NULL)
      (void) koma_layers_model_get_n_weights (model, &n, NULL);
  }
}
