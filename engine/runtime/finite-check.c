/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "finite-check.h"

#include <string.h>

/* Floats as their bits: without the sign, the largest of all finite ones. */
typedef gint32 Lanes __attribute__ ((vector_size (16)));

#define N_LANES      (sizeof (Lanes) / sizeof (float))
#define WITHOUT_SIGN 0x7fffffff
#define LARGEST      0x7f7fffff

/**
 * koma_finite_are:
 *
 * Has no branch for each, and looks at many at a time, since all weights of a model are looked at.
 *
 * Returns: whether all of @n numbers are finite
 */
gboolean
koma_finite_are (const float *data,
                 gsize        n)
{
  Lanes  is_bad = { 0 };
  gint32 any_bad = 0;
  gsize  i = 0;

  for (; i + N_LANES <= n; i += N_LANES) {
    Lanes bits;

    memcpy (&bits, data + i, sizeof bits);
    is_bad |= (bits & WITHOUT_SIGN) > LARGEST;
  }
  for (; i < n; i++)
    any_bad |= !isfinite (data[i]);
  for (gsize lane = 0; lane < N_LANES; lane++)
    any_bad |= is_bad[lane];
  return any_bad == 0;
}

/* Whether all elements of @value are finite; the error says which one is not. */
static gboolean
check_value (const KomaValue *value,
             const void      *data,
             GError         **error)
{
  const float     *elems = data;
  const gsize      n_elems = koma_shape_count (&value->shape);
  g_autofree char *shape = NULL;
  gsize            i = 0;

  if (value->dtype != KOMA_DTYPE_FLOAT32 || koma_finite_are (elems, n_elems))
    return TRUE;
  while (isfinite (elems[i]))
    i++;
  shape = koma_shape_to_string (&value->shape);
  return koma_fail (error, KOMA_ERROR_MODEL, "%s at element %" G_GSIZE_FORMAT " of %s",
                    isnan (elems[i]) ? "NaN" : "infinity", i, shape);
}

/**
 * koma_finite_check_node:
 * @buffers: [n_values] by id; values without memory are not looked at
 *
 * Errors: %KOMA_ERROR_MODEL, naming op, node and element.
 *
 * Returns: whether all that @node computed is finite
 */
gboolean
koma_finite_check_node (const KomaGraph *graph,
                        const KomaNode  *node,
                        void *const     *buffers,
                        GError         **error)
{
  for (guint i = 0; i < node->n_outputs; i++) {
    const void *data = buffers[node->outputs[i]];

    if (data == NULL || check_value (koma_node_output (graph, node, i), data, error))
      continue;
    g_prefix_error (error, "%s “%s” made ", koma_op_get_name (node->op), node->name);
    return FALSE;
  }
  return TRUE;
}

/* A bound, or what a picture is padded with before its maximum is taken, may be infinite. */
static gboolean
check_constant (const KomaValue *value,
                GError         **error)
{
  const void *data = value->constant->data;

  if (value->dtype == KOMA_DTYPE_FLOAT32 && value->constant->count == 1 &&
      isinf (*(const float *) data))
    return TRUE;
  return check_value (value, data, error);
}

/**
 * koma_finite_check_constants:
 *
 * Looks at all constants that nodes of @graph read; a single number may be
 * infinite. Errors: %KOMA_ERROR_MODEL, naming constant and element.
 *
 * Returns: whether they are finite
 */
gboolean
koma_finite_check_constants (const KomaGraph *graph,
                             GError         **error)
{
  for (guint i = 0; i < koma_graph_get_n_nodes (graph); i++) {
    const KomaNode *node = koma_graph_get_node (graph, i);

    for (guint j = 0; j < node->n_inputs; j++) {
      const KomaValue *value = koma_node_input (graph, node, j);

      if (value->constant == NULL || check_constant (value, error))
        continue;
      g_prefix_error (error, "constant “%s” has ", value->name);
      return FALSE;
    }
  }
  return TRUE;
}
