/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "plan.h"

#include "engine/runtime/memory.h"

/**
 * koma_gles_plan_init:
 * @device: must live as long as the plan
 */
void
koma_gles_plan_init (KomaGlesPlan          *plan,
                     const KomaSegmentSpec *spec,
                     KomaGlesDevice        *device,
                     KomaGlesTier           tier)
{
  const KomaGlesInfo *info = koma_gles_device_get_info (device);
  guint               n_values = koma_graph_get_n_values (spec->graph);

  *plan = (KomaGlesPlan){
    .spec = spec,
    .device = device,
    .tier = tier,
    .is_half = spec->precision == KOMA_PRECISION_FLOAT16,
    .has_texels = tier == KOMA_GLES_TIER_COMPUTE &&
                  koma_gles_texels_are_wanted (&info->texels, info->is_software),
    .sizes = koma_gles_sizes_get_usual (info),
    .programs = g_ptr_array_new (),
    .dispatches = g_array_new (FALSE, FALSE, sizeof (KomaGlesStep)),
    .constants = g_array_new (FALSE, FALSE, sizeof (KomaGlesConstant)),
    .temporaries = g_array_new (FALSE, FALSE, sizeof (KomaGlesTemporary)),
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
  g_clear_pointer (&plan->temporaries, g_array_unref);
  g_clear_pointer (&plan->first, g_free);
  g_clear_pointer (&plan->last, g_free);
  g_clear_pointer (&plan->constant_of, g_free);
}

static KomaGlesBinding
bind_constant (KomaGlesPlan    *plan,
               KomaValueId      id,
               const KomaArray *tensor)
{
  KomaGlesConstant constant = { tensor->data, koma_array_get_size_bytes (tensor),
                                tensor->dtype == KOMA_DTYPE_FLOAT32,
                                tensor->dtype != KOMA_DTYPE_FLOAT32, NULL };

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
  const KomaArray *constant = koma_graph_get_value (plan->spec->graph, id)->constant;

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
 * koma_gles_plan_exact_input:
 * @index: of an input that is constant
 *
 * For the few numbers whose rounding is seen in the end: float32, where all
 * else is float16.
 *
 * Returns: the node's input, as it lies in memory
 */
KomaGlesBinding
koma_gles_plan_exact_input (KomaGlesPlan   *plan,
                            const KomaNode *node,
                            guint           index)
{
  const KomaArray *tensor = koma_node_input (plan->spec->graph, node, index)->constant;
  KomaGlesConstant constant = { tensor->data,
                                koma_array_get_size_bytes (tensor), TRUE, TRUE, NULL };

  g_array_append_val (plan->constants, constant);
  return (KomaGlesBinding){ TRUE, plan->constants->len - 1 };
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

static gpointer
add_constant (KomaGlesPlan    *plan,
              gsize            size_bytes,
              gboolean         is_float,
              gboolean         is_exact,
              KomaGlesBinding *ret_binding,
              GError         **error)
{
  gpointer         data = koma_memory_alloc (size_bytes, error);
  KomaGlesConstant constant = { data, size_bytes, is_float, is_exact, data };

  if (data == NULL)
    return NULL;
  *ret_binding = (KomaGlesBinding){ TRUE, plan->constants->len };
  g_array_append_val (plan->constants, constant);
  return data;
}

/**
 * koma_gles_plan_add_constant:
 * @is_exact: whether it stays float32 where tensors are float16
 * @ret_binding: (out)
 *
 * Memory for what a program needs beside the tensors, in their precision:
 * packed weights. It is uploaded when all is recorded. Errors:
 * %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): zeros
 */
float *
koma_gles_plan_add_constant (KomaGlesPlan    *plan,
                             gsize            n_numbers,
                             gboolean         is_exact,
                             KomaGlesBinding *ret_binding,
                             GError         **error)
{
  return add_constant (plan, n_numbers * sizeof (float), TRUE, is_exact, ret_binding, error);
}

/**
 * koma_gles_plan_add_table:
 * @ret_binding: (out)
 *
 * The same for whole numbers, or the bits of others. Errors:
 * %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): zeros
 */
gint32 *
koma_gles_plan_add_table (KomaGlesPlan    *plan,
                          gsize            n_numbers,
                          KomaGlesBinding *ret_binding,
                          GError         **error)
{
  return add_constant (plan, n_numbers * sizeof (gint32), FALSE, TRUE, ret_binding, error);
}

/**
 * koma_gles_plan_add_temporary:
 * @n_elems: 1 or more
 *
 * Returns: a tensor that dispatches of this node may write, and then read
 */
KomaGlesBinding
koma_gles_plan_add_temporary (KomaGlesPlan *plan,
                              gsize         n_elems)
{
  const KomaGlesTemporary temporary = { n_elems, plan->step };
  const guint             n_values = koma_graph_get_n_values (plan->spec->graph);

  g_array_append_val (plan->temporaries, temporary);
  return (KomaGlesBinding){ FALSE, n_values + plan->temporaries->len - 1 };
}

/**
 * koma_gles_plan_get_n_values:
 *
 * Returns: values of the graph and temporaries together
 */
guint
koma_gles_plan_get_n_values (const KomaGlesPlan *plan)
{
  return koma_graph_get_n_values (plan->spec->graph) + plan->temporaries->len;
}

/**
 * koma_gles_plan_get_temporary:
 *
 * Returns: (transfer none) (nullable): %NULL for a value of the graph
 */
const KomaGlesTemporary *
koma_gles_plan_get_temporary (const KomaGlesPlan *plan,
                              guint               value)
{
  const guint n_values = koma_graph_get_n_values (plan->spec->graph);

  if (value < n_values)
    return NULL;
  return &g_array_index (plan->temporaries, KomaGlesTemporary, value - n_values);
}

/**
 * koma_gles_plan_get_lifetime:
 *
 * Returns: from when to when programs need @value
 */
KomaGlesLifetime
koma_gles_plan_get_lifetime (const KomaGlesPlan *plan,
                             guint               value)
{
  const KomaGlesTemporary *temporary = koma_gles_plan_get_temporary (plan, value);

  if (temporary != NULL)
    return (KomaGlesLifetime){ TRUE, temporary->step, temporary->step };
  return (KomaGlesLifetime){ plan->first[value] != G_MAXUINT, plan->first[value],
                             plan->last[value] };
}
