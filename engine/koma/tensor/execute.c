/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "execute.h"

#include "environment-private.h"
#include "half-array.h"
#include "tensor-private.h"

static void
clear (KomaExecution *self)
{
  g_clear_pointer (&self->x, g_free);
  g_clear_pointer (&self->arrays, g_ptr_array_unref);
  g_clear_pointer (&self->originals, g_ptr_array_unref);
  g_clear_pointer (&self->members, g_ptr_array_unref);
  g_clear_pointer (&self->graph, koma_graph_free);
  g_clear_pointer (&self->trace, koma_trace_unref);
}

static gboolean
are_there (const char        *name,
           KomaTensor *const *inputs,
           guint              n_inputs,
           gboolean           takes_complex,
           GError           **error)
{
  for (guint i = 0; i < n_inputs; i++)
    if (inputs[i] == NULL)
      return FALSE;
  for (guint i = 0; i < n_inputs; i++)
    if (!koma_tensor_check (inputs[i], error) ||
        (!takes_complex && !koma_tensor_check_real (inputs[i], error))) {
      g_prefix_error (error, "%s: ", name);
      return FALSE;
    }
  return TRUE;
}

static KomaValueId
find_traced (const KomaTrace *trace,
             KomaTensor      *tensor)
{
  return tensor->trace == trace ? tensor->value : koma_trace_find (trace, tensor);
}

static gboolean
is_any_traced (const KomaTrace   *trace,
               KomaTensor *const *inputs,
               guint              n_inputs)
{
  for (guint i = 0; i < n_inputs; i++)
    if (find_traced (trace, inputs[i]) != KOMA_VALUE_NONE)
      return TRUE;
  return FALSE;
}

/* Half precision is computed with as float32. (transfer full) (nullable) */
static KomaArray *
to_computed (KomaArray *array,
             GError   **error)
{
  return array->dtype == KOMA_DTYPE_FLOAT16 ? koma_half_array_widen (array, error)
                                            : koma_array_ref (array);
}

static KomaValueId
find_taken (const KomaExecution *self,
            const KomaTensor    *tensor)
{
  for (guint i = 0; i < self->members->len; i++) {
    KomaPutOffMember *member = self->members->pdata[i];
    g_autoptr (KomaTensor) taken = g_weak_ref_get (&member->tensor);

    if (taken == tensor)
      return member->value;
  }
  return KOMA_VALUE_NONE;
}

/* NONE: it is not put off, or to be computed now. Half precision is computed with as float32. */
static KomaValueId
take (KomaExecution *self,
      KomaTensor    *tensor)
{
  KomaValueId id = KOMA_VALUE_NONE;

  if (tensor->put_off == NULL || tensor->dtype == KOMA_DTYPE_FLOAT16)
    return KOMA_VALUE_NONE;
  id = find_taken (self, tensor);
  if (id != KOMA_VALUE_NONE)
    return id;
  koma_tensor_renew_put_off (tensor);
  id = koma_put_off_take (tensor->put_off, tensor, self->graph, self->arrays, self->members);
  while (self->originals->len < self->arrays->len)
    g_ptr_array_add (self->originals, koma_array_ref (self->arrays->pdata[self->originals->len]));
  return id;
}

static gboolean
add_input (KomaExecution *self,
           guint          index,
           KomaTensor    *tensor,
           GError       **error)
{
  KomaArray *array = NULL;
  g_autoptr (KomaArray) computed = NULL;

  self->x[index] =
    self->trace != NULL ? find_traced (self->trace, tensor) : take (self, tensor);
  if (self->x[index] != KOMA_VALUE_NONE)
    return TRUE;
  array = koma_tensor_get_elements (tensor, error);
  if (array != NULL)
    computed = to_computed (array, error);
  if (computed == NULL)
    return FALSE;
  if (self->trace != NULL) {
    self->x[index] = koma_trace_capture (self->trace, computed);
  } else {
    self->x[index] = koma_graph_add_input (self->graph, "x", computed->dtype, &computed->shape);
    g_ptr_array_add (self->originals, koma_array_ref (array));
    g_ptr_array_add (self->arrays, g_steal_pointer (&computed));
  }
  return TRUE;
}

static gboolean
begin (KomaExecution     *self,
       const char        *name,
       KomaTensor *const *inputs,
       guint              n_inputs,
       GError           **error)
{
  KomaTrace *trace = koma_environment_get_trace (koma_environment_get ());

  *self = (KomaExecution){ 0 };
  if (trace != NULL && is_any_traced (trace, inputs, n_inputs)) {
    self->trace = koma_trace_ref (trace);
    self->n_nodes = koma_graph_get_n_nodes (trace->graph);
  } else {
    self->graph = koma_graph_new ();
    self->arrays = g_ptr_array_new_with_free_func ((GDestroyNotify) koma_array_unref);
    self->originals = g_ptr_array_new_with_free_func ((GDestroyNotify) koma_array_unref);
    self->members = koma_put_off_members_new ();
  }
  koma_builder_init (&self->builder, self->trace != NULL ? trace->graph : self->graph, name);
  self->x = g_new (KomaValueId, n_inputs + 1);
  for (guint i = 0; i < n_inputs; i++)
    if (!add_input (self, i, inputs[i], error)) {
      clear (self);
      return FALSE;
    }
  return TRUE;
}

/**
 * koma_execute_begin:
 *
 * Errors: %KOMA_ERROR_ARGUMENT if an input was disposed of; %KOMA_ERROR_UNSUPPORTED of complex64;
 * those of computing an input that was traced by a tape that has ended.
 */
gboolean
koma_execute_begin (KomaExecution     *self,
                    const char        *name,
                    KomaTensor *const *inputs,
                    guint              n_inputs,
                    GError           **error)
{
  return are_there (name, inputs, n_inputs, FALSE, error) &&
         begin (self, name, inputs, n_inputs, error);
}

/**
 * koma_execute_begin_complex:
 *
 * Errors: those of koma_execute_begin(), which takes no complex64.
 */
gboolean
koma_execute_begin_complex (KomaExecution     *self,
                            const char        *name,
                            KomaTensor *const *inputs,
                            guint              n_inputs,
                            GError           **error)
{
  return are_there (name, inputs, n_inputs, TRUE, error) &&
         begin (self, name, inputs, n_inputs, error);
}

static gboolean
is_copy (const KomaNode *node)
{
  return node->op == KOMA_OP_IDENTITY || node->op == KOMA_OP_RESHAPE ||
         node->op == KOMA_OP_EXPAND_DIMS || node->op == KOMA_OP_SQUEEZE;
}

/* (nullable): the input that a value is a copy of, which is computed if it was put off. Nodes are
 * in order. */
static KomaArray *
find_source (const KomaExecution *self,
             KomaValueId          y)
{
  for (guint i = koma_graph_get_n_nodes (self->graph); i-- > 0;) {
    const KomaNode *node = koma_graph_get_node (self->graph, i);

    if (node->outputs[0] == y && is_copy (node))
      y = node->inputs[0];
  }
  for (guint i = 0; i < self->arrays->len; i++)
    if (koma_graph_get_input (self->graph, i) == y)
      return self->originals->pdata[i];
  for (guint i = 0; i < self->members->len; i++) {
    KomaPutOffMember *member = self->members->pdata[i];
    g_autoptr (KomaTensor) taken = g_weak_ref_get (&member->tensor);

    if (taken != NULL && member->value == y)
      return koma_tensor_get_elements (taken, NULL);
  }
  return NULL;
}

static KomaTensor *
share (const KomaExecution *self,
       KomaValueId          y,
       GError             **error)
{
  KomaArray *source = find_source (self, y);
  g_autoptr (KomaArray) array = NULL;

  if (source != NULL)
    array = koma_array_reshape (source, &koma_graph_get_value (self->graph, y)->shape, error);
  return array != NULL ? koma_tensor_new_from_array (array) : NULL;
}

static void
add_outputs (KomaExecution     *self,
             const KomaValueId *ys,
             guint              n_ys)
{
  for (guint i = 0; i < n_ys; i++)
    koma_graph_add_output (self->graph, "y", ys[i]);
}

/* What was put off is computed on the way, and kept: who reads more than elements may read it
 * again. */
static gboolean
run (KomaExecution     *self,
     const KomaValueId *ys,
     guint              n_ys,
     KomaTensor       **ret_ys,
     GError           **error)
{
  g_autoptr (GArray) values = g_array_new (FALSE, FALSE, sizeof (KomaValueId));
  g_autoptr (GPtrArray) tensors = koma_tensor_list_put_off (self->members, values);
  g_autofree KomaArray **arrays = g_new0 (KomaArray *, n_ys + tensors->len + 1);

  add_outputs (self, ys, n_ys);
  add_outputs (self, (const KomaValueId *) values->data, values->len);
  if (!koma_environment_run (koma_environment_get (), self->graph,
                             (KomaArray *const *) self->arrays->pdata, arrays, error))
    return FALSE;
  for (guint i = 0; i < n_ys; i++) {
    ret_ys[i] = koma_tensor_new_from_array (arrays[i]);
    koma_array_unref (arrays[i]);
  }
  koma_tensor_set_computed (tensors, arrays + n_ys);
  return TRUE;
}

static gboolean
compute (KomaExecution     *self,
         const KomaValueId *ys,
         guint              n_ys,
         KomaTensor       **ret_ys,
         GError           **error)
{
  KomaPutOff *put_off = NULL;

  if (n_ys == 1 && find_source (self, ys[0]) != NULL) {
    ret_ys[0] = share (self, ys[0], error);
    return ret_ys[0] != NULL;
  }
  if (n_ys != 1 || self->is_complex || !koma_put_off_suits (self->graph, ys[0]))
    return run (self, ys, n_ys, ret_ys, error);
  put_off = koma_put_off_new (g_steal_pointer (&self->graph), g_steal_pointer (&self->arrays),
                              g_steal_pointer (&self->members), ys[0]);
  ret_ys[0] = koma_tensor_new_put_off (put_off);
  return TRUE;
}

static gboolean
finish (KomaExecution     *self,
        const KomaValueId *ys,
        guint              n_ys,
        KomaTensor       **ret_ys,
        GError           **error)
{
  if (!koma_builder_finish (&self->builder, error)) {
    if (self->trace != NULL)
      koma_trace_truncate (self->trace, self->n_nodes);
    return FALSE;
  }
  if (self->trace == NULL)
    return compute (self, ys, n_ys, ret_ys, error);
  for (guint i = 0; i < n_ys; i++)
    ret_ys[i] = koma_tensor_new_traced (self->trace, ys[i]);
  return TRUE;
}

/* An error of a node that checks its data as it runs has the name already. */
static void
prefix_name (const char *name,
             GError    **error)
{
  g_autofree char *prefix = g_strconcat (name, ": ", NULL);

  if (error != NULL && *error != NULL && !g_str_has_prefix ((*error)->message, prefix))
    g_prefix_error (error, "%s", prefix);
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
  const gboolean is_done = finish (self, ys, n_ys, ret_ys, error);

  for (guint i = 0; is_done && self->is_complex && i < n_ys; i++)
    koma_tensor_make_complex (ret_ys[i]);
  if (!is_done)
    prefix_name (self->builder.name, error);
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
