/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "passes.h"

/* The batch, the first dimension, may be another than the model says. */
static gboolean
is_fitting (const KomaShape *declared,
            const KomaShape *given)
{
  if (given->rank > KOMA_MAX_RANK)
    return FALSE;
  if (declared->rank == KOMA_RANK_UNKNOWN)
    return TRUE;
  if (declared->rank != given->rank)
    return FALSE;
  for (guint i = 1; i < given->rank; i++)
    if (declared->dims[i] >= 0 && declared->dims[i] != given->dims[i])
      return FALSE;
  return TRUE;
}

static gboolean
bind_given (KomaValue       *input,
            const KomaShape *shape,
            GError         **error)
{
  if (!is_fitting (&input->shape, shape)) {
    g_autofree char *expected = koma_shape_to_string (&input->shape);
    g_autofree char *found = koma_shape_to_string (shape);
    return koma_fail (error, KOMA_ERROR_SHAPE,
                      "Input “%s” is %s, the given shape is %s", input->name, expected, found);
  }
  input->shape = *shape;
  return TRUE;
}

static gboolean
bind_batch (KomaValue *input,
            guint      batch,
            GError   **error)
{
  if (input->shape.rank == KOMA_RANK_UNKNOWN)
    return koma_fail (error, KOMA_ERROR_SHAPE,
                      "Input “%s” has no shape in the model; give it one, with --shape",
                      input->name);
  if (input->shape.rank > 0 && (batch > 0 || input->shape.dims[0] < 0))
    input->shape.dims[0] = MAX (batch, 1);
  if (!koma_shape_is_known (&input->shape)) {
    g_autofree char *found = koma_shape_to_string (&input->shape);
    return koma_fail (error, KOMA_ERROR_SHAPE,
                      "Input “%s” is %s, open in size; give it a shape, with --shape", input->name,
                      found);
  }
  return TRUE;
}

/**
 * koma_pass_bind_given:
 * @shapes: (array length=n_shapes) (nullable): of the first inputs; an open
 *   dimension may be given any size, the first one always
 *
 * Settles the shapes of inputs that are given. Errors: %KOMA_ERROR_SHAPE,
 * naming the input.
 */
gboolean
koma_pass_bind_given (KomaGraph       *graph,
                      const KomaShape *shapes,
                      guint            n_shapes,
                      GError         **error)
{
  if (n_shapes > koma_graph_get_n_inputs (graph))
    return koma_fail (error, KOMA_ERROR_SHAPE, "%u shapes given, the model has %u inputs",
                      n_shapes, koma_graph_get_n_inputs (graph));
  for (guint i = 0; i < n_shapes; i++)
    if (!bind_given (koma_graph_get_value (graph, koma_graph_get_input (graph, i)), &shapes[i],
                     error))
      return FALSE;
  return TRUE;
}

/**
 * koma_pass_bind:
 * @batch: first dimension of every input without a given shape; 0: as the
 *   graph says, or 1 if it leaves it open
 * @shapes: (array length=n_shapes) (nullable): of the first inputs; an open
 *   dimension may be given any size, the first one always
 *
 * Settles the shapes of all inputs. Errors: %KOMA_ERROR_SHAPE,
 * %KOMA_ERROR_MEMORY, naming the input.
 */
gboolean
koma_pass_bind (KomaGraph       *graph,
                guint            batch,
                const KomaShape *shapes,
                guint            n_shapes,
                GError         **error)
{
  if (!koma_pass_bind_given (graph, shapes, n_shapes, error))
    return FALSE;
  for (guint i = 0; i < koma_graph_get_n_inputs (graph); i++) {
    KomaValue *input = koma_graph_get_value (graph, koma_graph_get_input (graph, i));

    if (i >= n_shapes && !bind_batch (input, batch, error))
      return FALSE;
    if (!koma_shape_check (&input->shape, koma_dtype_size (input->dtype), NULL, error)) {
      g_prefix_error (error, "Input “%s”: ", input->name);
      return FALSE;
    }
  }
  return TRUE;
}
