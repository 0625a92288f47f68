/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "finite-check.h"

static gboolean
check_value (const KomaValue *value,
             const float     *data,
             GError         **error)
{
  const gsize n_elems = koma_shape_count (&value->shape);

  for (gsize i = 0; i < n_elems; i++) {
    g_autofree char *shape = NULL;

    if (isfinite (data[i]))
      continue;
    shape = koma_shape_to_string (&value->shape);
    g_set_error (error, KOMA_ERROR, KOMA_ERROR_BACKEND,
                 "%s at element %" G_GSIZE_FORMAT " of %s",
                 isnan (data[i]) ? "no number (NaN)" : "infinity", i, shape);
    return FALSE;
  }
  return TRUE;
}

/**
 * koma_finite_check:
 * @buffers: [n_values] by id; values without memory are not looked at
 *
 * Errors: %KOMA_ERROR_BACKEND, naming op, node and element.
 *
 * Returns: whether all that @node computed is numbers
 */
gboolean
koma_finite_check (const KomaGraph *graph,
                   const KomaNode  *node,
                   void *const     *buffers,
                   GError         **error)
{
  for (guint i = 0; i < node->n_outputs; i++) {
    const KomaValue *value = koma_node_output (graph, node, i);
    const void      *data = buffers[node->outputs[i]];

    if (value->dtype != KOMA_DTYPE_FLOAT32 || data == NULL || check_value (value, data, error))
      continue;
    g_prefix_error (error, "%s “%s” made ", koma_op_get_name (node->op), node->name);
    return FALSE;
  }
  return TRUE;
}
