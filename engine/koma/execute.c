/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "execute.h"

#include "environment-private.h"
#include "tensor-private.h"

static void
clear (KomaExecution *self)
{
  g_clear_pointer (&self->x, g_free);
  g_clear_pointer (&self->arrays, g_ptr_array_unref);
  g_clear_pointer (&self->graph, koma_graph_free);
}

static void
add_input (KomaExecution *self,
           guint          index,
           KomaArray     *array)
{
  self->x[index] = koma_graph_add_input (self->graph, "x", array->dtype, &array->shape);
  g_ptr_array_add (self->arrays, koma_array_ref (array));
}

/**
 * koma_execute_begin:
 *
 * Errors: %KOMA_ERROR_ARGUMENT if an input was disposed of.
 */
gboolean
koma_execute_begin (KomaExecution     *self,
                    const char        *name,
                    KomaTensor *const *inputs,
                    guint              n_inputs,
                    GError           **error)
{
  for (guint i = 0; i < n_inputs; i++)
    if (inputs[i] == NULL)
      return FALSE;
  for (guint i = 0; i < n_inputs; i++)
    if (!koma_tensor_check (inputs[i], error)) {
      g_prefix_error (error, "%s: ", name);
      return FALSE;
    }
  *self = (KomaExecution){ .graph = koma_graph_new () };
  koma_emit_init (&self->emit, self->graph, name);
  self->x = g_new (KomaValueId, n_inputs + 1);
  self->arrays = g_ptr_array_new_with_free_func ((GDestroyNotify) koma_array_unref);
  for (guint i = 0; i < n_inputs; i++)
    add_input (self, i, inputs[i]->array);
  return TRUE;
}

static gboolean
compute (KomaExecution     *self,
         const KomaValueId *ys,
         guint              n_ys,
         KomaTensor       **ret_ys,
         GError           **error)
{
  g_autofree KomaArray **arrays = g_new0 (KomaArray *, n_ys + 1);

  for (guint i = 0; i < n_ys; i++)
    koma_graph_add_output (self->graph, "y", ys[i]);
  if (!koma_environment_run (koma_environment_get (), self->graph,
                             (KomaArray *const *) self->arrays->pdata, arrays, error))
    return FALSE;
  for (guint i = 0; i < n_ys; i++) {
    g_autoptr (KomaArray) array = arrays[i];

    ret_ys[i] = koma_tensor_new_from_array (array);
  }
  return TRUE;
}

/**
 * koma_execute_end_all:
 *
 * Errors: the first of the formula; those of koma_environment_run().
 */
gboolean
koma_execute_end_all (KomaExecution     *self,
                      const KomaValueId *ys,
                      guint              n_ys,
                      KomaTensor       **ret_ys,
                      GError           **error)
{
  const gboolean is_done =
    koma_emit_finish (&self->emit, error) && compute (self, ys, n_ys, ret_ys, error);

  clear (self);
  return is_done;
}

/**
 * koma_execute_end:
 *
 * Errors: those of koma_execute_end_all().
 */
KomaTensor *
koma_execute_end (KomaExecution *self,
                  KomaValueId    y,
                  GError       **error)
{
  KomaTensor *tensor = NULL;

  return koma_execute_end_all (self, &y, 1, &tensor, error) ? tensor : NULL;
}

/**
 * koma_execute:
 *
 * Errors: those of koma_execute_begin() and koma_execute_end_all().
 */
KomaTensor *
koma_execute (KomaOp             op,
              KomaTensor *const *inputs,
              guint              n_inputs,
              KomaAttrs         *attrs,
              GError           **error)
{
  g_autoptr (KomaAttrs) owned = attrs;
  KomaExecution run;
  KomaValueId   y = KOMA_VALUE_NONE;

  if (!koma_execute_begin (&run, koma_op_get_name (op), inputs, n_inputs, error))
    return NULL;
  y = koma_emit_node (&run.emit, op, run.x, n_inputs, g_steal_pointer (&owned));
  return koma_execute_end (&run, y, error);
}

/**
 * koma_execute_binary:
 *
 * Errors: those of koma_execute().
 */
KomaTensor *
koma_execute_binary (KomaOp      op,
                     KomaTensor *a,
                     KomaTensor *b,
                     GError    **error)
{
  return koma_execute (op, (KomaTensor *[]){ a, b }, 2, NULL, error);
}
