/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* The greatest float16 is 65504; numbers below 2^-14 lose digits, and those below
 * 2^-25 become 0. So two things are checked before a model is stored in it.
 *
 * The weights, tensor by tensor. None may be greater than 65504. The rounding
 * errors of a tensor may not add up to more than MAX_LOST of its sum of absolute
 * values. Rounding normal numbers loses at most 1/2048 of it, so a greater loss
 * means that much of the tensor is too small. A few small weights among large
 * ones hardly change the sum, nor the result.
 *
 * The values, computed in float32 in plain C from one fixed picture. Since other
 * pictures give other values, they may be at most half as large as float16
 * allows. Infinities and NaN are the same in float16, and no reason to refuse. */

#include "half-range.h"

#include "engine/graph/half.h"
#include "engine/backends/backends.h"
#include "engine/passes/passes.h"
#include "sample-values.h"

#define MAX_LOST  (1.0 / 64)
#define MAX_VALUE (KOMA_HALF_MAX / 2)

typedef struct
{
  KomaGraph              *graph; /* bound, passes done */
  const KomaBackendClass *backend;
  gboolean               *is_stored; /* [n_values] by the backend */
  KomaGraph              *exposed;   /* the same, every value an output */
  KomaProgram            *program;   /* (nullable) of exposed, in plain C */
} Check;

static void
check_clear (Check *check)
{
  g_clear_pointer (&check->program, koma_program_free);
  g_clear_pointer (&check->exposed, koma_graph_free);
  g_clear_pointer (&check->is_stored, g_free);
  g_clear_pointer (&check->graph, koma_graph_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Check, check_clear)

/**
 * koma_half_span_of:
 *
 * Returns: how large the numbers are, and how much of them float16 loses
 */
KomaHalfSpan
koma_half_span_of (const float *numbers,
                   gsize        count)
{
  double greatest = 0;
  double sum = 0;
  double lost = 0;

  for (gsize i = 0; i < count; i++) {
    const double number = fabs (numbers[i]);

    if (!isfinite (number))
      continue;
    greatest = MAX (greatest, number);
    sum += number;
    if (number <= KOMA_HALF_MAX)
      lost += fabs (number - koma_half_to_float (koma_half_from_float (number)));
  }
  return (KomaHalfSpan){ greatest, sum > 0 ? lost / sum : 0 };
}

/* @node: NULL for an input of the graph. */
static gboolean
judge (const KomaNode  *node,
       const KomaValue *value,
       const float     *numbers,
       double           limit,
       GError         **error)
{
  const KomaHalfSpan span = koma_half_span_of (numbers, koma_shape_count (&value->shape));
  const char        *kind = value->constant != NULL ? "weights" : "values";
  const char        *op = node != NULL ? koma_op_get_name (node->op) : "Input";
  const char        *name = node != NULL ? node->name : value->name;

  if (span.greatest > limit)
    g_set_error (error, KOMA_ERROR, KOMA_ERROR_UNSUPPORTED,
                 "%s “%s”: the %s “%s” reach %.6g, too much for float16, which ends at 65504; "
                 "float32 has room for them",
                 op, name, kind, value->name, span.greatest);
  else if (span.lost > MAX_LOST)
    g_set_error (error, KOMA_ERROR, KOMA_ERROR_UNSUPPORTED,
                 "%s “%s”: the %s “%s” are too small for float16, which would lose %.3g %% of "
                 "them (the greatest is %.3g); float32 has room for them",
                 op, name, kind, value->name, 100 * span.lost, span.greatest);
  return span.greatest <= limit && span.lost <= MAX_LOST;
}

static gboolean
is_watched (const Check *check,
            KomaValueId  id)
{
  return check->is_stored[id] &&
         koma_graph_get_value (check->graph, id)->dtype == KOMA_DTYPE_FLOAT32;
}

static gboolean
check_weights (const Check *check,
               GError     **error)
{
  for (guint i = 0; i < koma_graph_get_n_nodes (check->graph); i++) {
    const KomaNode *node = koma_graph_get_node (check->graph, i);

    for (guint k = 0; k < node->n_inputs; k++) {
      const KomaValue *value = koma_node_input (check->graph, node, k);

      if (value->constant != NULL && is_watched (check, node->inputs[k]) &&
          !judge (node, value, value->constant->data, KOMA_HALF_MAX, error))
        return FALSE;
    }
  }
  return TRUE;
}

static gboolean
check_inputs (const Check *check,
              GError     **error)
{
  for (guint i = 0; i < koma_graph_get_n_inputs (check->graph); i++) {
    const KomaValueId id = koma_graph_get_input (check->graph, i);

    if (is_watched (check, id) &&
        !judge (NULL, koma_graph_get_value (check->graph, id),
                check->program->buffers[id], MAX_VALUE, error))
      return FALSE;
  }
  return TRUE;
}

static gboolean
check_values (const Check *check,
              GError     **error)
{
  for (guint i = 0; i < koma_graph_get_n_nodes (check->graph); i++) {
    const KomaNode *node = koma_graph_get_node (check->graph, i);

    for (guint k = 0; k < node->n_outputs; k++)
      if (is_watched (check, node->outputs[k]) &&
          !judge (node, koma_node_output (check->graph, node, k),
                  check->program->buffers[node->outputs[k]], MAX_VALUE, error))
        return FALSE;
  }
  return TRUE;
}

static void
find_stored (Check *check)
{
  check->is_stored = g_new0 (gboolean, koma_graph_get_n_values (check->graph) + 1);
  for (guint i = 0; i < koma_graph_get_n_nodes (check->graph); i++) {
    const KomaNode *node = koma_graph_get_node (check->graph, i);

    if (!check->backend->supports (check->graph, node, NULL))
      continue;
    for (guint k = 0; k < node->n_inputs; k++)
      check->is_stored[node->inputs[k]] = TRUE;
    for (guint k = 0; k < node->n_outputs; k++)
      check->is_stored[node->outputs[k]] = TRUE;
  }
}

/* The first input is the picture. */
static void
fill_inputs (Check            *check,
             const KomaRecipe *recipe) /* (nullable) */
{
  for (guint i = 0; i < koma_graph_get_n_inputs (check->exposed); i++) {
    const KomaValueId id = koma_graph_get_input (check->exposed, i);

    koma_sample_values_fill_picture (koma_graph_get_value (check->exposed, id),
                                     check->program->buffers[id],
                                     i == 0 ? recipe : NULL);
  }
}

static gboolean
compute_values (Check                      *check,
                const KomaHalfRangeOptions *options,
                GError                    **error)
{
  const KomaProgramOptions plain = { .backend = koma_backends_find ("cpu", NULL),
                                     .threads = options->threads,
                                     .n_threads = options->n_threads,
                                     .precision = KOMA_PRECISION_FLOAT32 };

  check->exposed = koma_graph_expose (check->graph);
  check->program = koma_program_new (check->exposed, &plain, error);
  if (check->program == NULL)
    return FALSE;
  fill_inputs (check, options->recipe);
  return koma_program_run (check->program, error);
}

/**
 * koma_half_range_check:
 * @graph: as a session takes it
 *
 * Takes one run of @graph in plain C, and memory for all values of one
 * picture while it lasts. Thread: any.
 *
 * Errors: %KOMA_ERROR_UNSUPPORTED, naming the node, the tensor and how large
 * it is; those of koma_passes_run() and koma_program_new().
 *
 * Returns: whether float16 holds its weights, and what it computes
 */
gboolean
koma_half_range_check (const KomaGraph            *graph,
                       const KomaHalfRangeOptions *options,
                       GError                    **error)
{
  g_auto (Check) check = { .graph = koma_graph_copy (graph), .backend = options->backend };

  if (!koma_passes_run (check.graph,
                        &(KomaPassesOptions){ .shapes = options->input_shapes,
                                              .n_shapes = options->n_input_shapes },
                        error))
    return FALSE;
  find_stored (&check);
  return check_weights (&check, error) && compute_values (&check, options, error) &&
         check_inputs (&check, error) && check_values (&check, error);
}
