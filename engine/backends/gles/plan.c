/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan.h"

#include <string.h>

#include "../../memory.h"

/**
 * koma_gles_plan_init:
 * @device: must live as long as the plan
 */
void
koma_gles_plan_init (KomaGlesPlan          *plan,
                     const KomaSegmentSpec *spec,
                     KomaGlesDevice        *device)
{
  guint n_values = koma_graph_get_n_values (spec->graph);

  *plan = (KomaGlesPlan){
    .spec = spec,
    .device = device,
    .programs = g_ptr_array_new (),
    .dispatches = g_array_new (FALSE, FALSE, sizeof (KomaGlesStep)),
    .constants = g_array_new (FALSE, FALSE, sizeof (KomaGlesConstant)),
    .first = g_new (guint, n_values + 1),
    .last = g_new0 (guint, n_values + 1),
    .constant_of = g_new (guint, n_values + 1),
  };
  for (guint i = 0; i < n_values; i++) {
    plan->first[i] = G_MAXUINT;
    plan->constant_of[i] = G_MAXUINT;
  }
}

/**
 * koma_gles_plan_clear:
 * @plan: may be all zeros
 */
void
koma_gles_plan_clear (KomaGlesPlan *plan)
{
  for (guint i = 0; plan->constants != NULL && i < plan->constants->len; i++)
    koma_memory_free (g_array_index (plan->constants, KomaGlesConstant, i).own);
  g_clear_pointer (&plan->programs, g_ptr_array_unref);
  g_clear_pointer (&plan->constants, g_array_unref);
  g_clear_pointer (&plan->dispatches, g_array_unref);
  g_clear_pointer (&plan->first, g_free);
  g_clear_pointer (&plan->last, g_free);
  g_clear_pointer (&plan->constant_of, g_free);
}

static KomaGlesBinding
bind_constant (KomaGlesPlan     *plan,
               KomaValueId       id,
               const KomaTensor *tensor)
{
  KomaGlesConstant constant = { koma_tensor_get_data (tensor), koma_tensor_get_size_bytes (tensor),
                                NULL };

  if (plan->constant_of[id] == G_MAXUINT) {
    plan->constant_of[id] = plan->constants->len;
    g_array_append_val (plan->constants, constant);
  }
  return (KomaGlesBinding){ TRUE, plan->constant_of[id] };
}

static KomaGlesBinding
bind_value (KomaGlesPlan *plan,
            KomaValueId   id)
{
  const KomaTensor *constant = koma_graph_get_value (plan->spec->graph, id)->constant;

  if (constant != NULL)
    return bind_constant (plan, id, constant);
  plan->first[id] = MIN (plan->first[id], plan->step);
  plan->last[id] = MAX (plan->last[id], plan->step);
  return (KomaGlesBinding){ FALSE, id };
}

/**
 * koma_gles_plan_input:
 *
 * Returns: the node's input, computed or constant, as it lies in memory
 */
KomaGlesBinding
koma_gles_plan_input (KomaGlesPlan   *plan,
                      const KomaNode *node,
                      guint           index)
{
  return bind_value (plan, node->inputs[index]);
}

/**
 * koma_gles_plan_output:
 *
 * Returns: the node's output
 */
KomaGlesBinding
koma_gles_plan_output (KomaGlesPlan   *plan,
                       const KomaNode *node,
                       guint           index)
{
  return bind_value (plan, node->outputs[index]);
}

/**
 * koma_gles_plan_add_constant:
 * @ret_binding: (out)
 *
 * Memory for what a program needs beside the tensors: packed weights, tables.
 * It is uploaded when all is recorded. Errors: %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): zeros
 */
gpointer
koma_gles_plan_add_constant (KomaGlesPlan    *plan,
                             gsize            size_bytes,
                             KomaGlesBinding *ret_binding,
                             GError         **error)
{
  gpointer         data = koma_memory_alloc (size_bytes, error);
  KomaGlesConstant constant = { data, size_bytes, data };

  if (data == NULL)
    return NULL;
  *ret_binding = (KomaGlesBinding){ TRUE, plan->constants->len };
  g_array_append_val (plan->constants, constant);
  return data;
}

/**
 * koma_gles_float_bits:
 *
 * Returns: the bits of @number, as programs take it among their integers
 */
gint32
koma_gles_float_bits (float number)
{
  gint32 bits = 0;

  memcpy (&bits, &number, sizeof bits);
  return bits;
}

static gboolean
add (KomaGlesPlan           *plan,
     const KomaGlesDispatch *dispatch,
     const guint            *n_groups, /* [3] */
     GError                **error)
{
  KomaGlesStep step = { .dispatch = *dispatch };

  step.program =
    koma_gles_device_want_program (plan->device, dispatch->shader,
                                   dispatch->defines != NULL ? dispatch->defines : "", error);
  if (step.program == NULL)
    return FALSE;
  if (!g_ptr_array_find (plan->programs, step.program, NULL))
    g_ptr_array_add (plan->programs, step.program);
  memcpy (step.n_groups, n_groups, sizeof step.n_groups);
  g_array_append_val (plan->dispatches, step);
  return TRUE;
}

static void
set_head (KomaGlesDispatch *dispatch,
          gsize             n_columns,
          gsize             n_rows)
{
  koma_gles_dispatch_set (dispatch, 0,
                          (gint32[]){ n_columns, koma_gles_float_bits (dispatch->clamp.min),
                                      koma_gles_float_bits (dispatch->clamp.max), n_rows });
}

/**
 * koma_gles_plan_add_line:
 * @n_items: 1 or more, less than 2^31
 *
 * Errors: %KOMA_ERROR_BACKEND, if there is no such program.
 */
gboolean
koma_gles_plan_add_line (KomaGlesPlan     *plan,
                         KomaGlesDispatch *dispatch,
                         gsize             n_items,
                         GError          **error)
{
  const gsize n_groups = (n_items + KOMA_GLES_LANES - 1) / KOMA_GLES_LANES;
  const gsize width = MIN (n_groups, KOMA_GLES_MAX_GROUPS);

  set_head (dispatch, n_items, 1);
  return add (plan, dispatch, (guint[]){ width, (n_groups + width - 1) / width, 1 }, error);
}

/**
 * koma_gles_plan_add_rows:
 * @n_columns: 1 or more
 * @n_rows: 1 or more
 *
 * Errors: %KOMA_ERROR_BACKEND, if there is no such program;
 * %KOMA_ERROR_UNSUPPORTED for more columns than a driver takes.
 */
gboolean
koma_gles_plan_add_rows (KomaGlesPlan     *plan,
                         KomaGlesDispatch *dispatch,
                         gsize             n_columns,
                         gsize             n_rows,
                         GError          **error)
{
  const gsize n_groups = (n_columns + KOMA_GLES_LANES - 1) / KOMA_GLES_LANES;
  const gsize height = MIN (n_rows, KOMA_GLES_MAX_GROUPS);

  if (n_groups > KOMA_GLES_MAX_GROUPS) {
    g_set_error (error, KOMA_ERROR, KOMA_ERROR_UNSUPPORTED,
                 "rows of %" G_GSIZE_FORMAT " elements are too long for OpenGL ES", n_columns);
    return FALSE;
  }
  set_head (dispatch, n_columns, n_rows);
  return add (plan, dispatch, (guint[]){ n_groups, height, (n_rows + height - 1) / height }, error);
}

/**
 * koma_gles_dispatch_bind:
 *
 * Gives the program's next buffer.
 */
void
koma_gles_dispatch_bind (KomaGlesDispatch *dispatch,
                         KomaGlesBinding   binding)
{
  g_assert (dispatch->n_bindings < KOMA_GLES_MAX_BINDINGS);

  dispatch->bindings[dispatch->n_bindings++] = binding;
}

/**
 * koma_gles_dispatch_set:
 * @index: 1 or more; 0 is the plan's
 * @params: [4]
 */
void
koma_gles_dispatch_set (KomaGlesDispatch *dispatch,
                        guint             index,
                        const gint32     *params)
{
  g_assert (index < KOMA_GLES_N_PARAMS);

  memcpy (dispatch->params[index], params, sizeof dispatch->params[index]);
}
