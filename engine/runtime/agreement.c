/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "agreement.h"

#include "engine/graph/graph.h"

/* Outputs that are all the same have no range of their own. */
#define MIN_RANGE 1e-6

/* As for the golden outputs of other runtimes. */
#define FLOAT32_TOLERANCE 1e-3
/* Integers that are rounded otherwise differ by a step, and what follows from them by several: as
 * much as those of TensorFlow Lite differ from exact ones. */
#define INTEGER_TOLERANCE (10.0 / 256)

/* Where a number is none on one side only, nothing agrees. */
static double
compare_floats (const float *found,
                const float *expected,
                gsize        n_elems,
                double       least_range)
{
  double min = INFINITY;
  double max = -INFINITY;
  double difference = 0;

  for (gsize i = 0; i < n_elems; i++) {
    if (found[i] == expected[i] || (isnan (found[i]) && isnan (expected[i])))
      continue;
    if (!isfinite (found[i]) || !isfinite (expected[i]))
      return INFINITY;
    difference = MAX (difference, fabs ((double) found[i] - expected[i]));
  }
  for (gsize i = 0; i < n_elems; i++) {
    min = isfinite (expected[i]) ? MIN (min, expected[i]) : min;
    max = isfinite (expected[i]) ? MAX (max, expected[i]) : max;
  }
  return difference > 0 ? difference / MAX (max - min, least_range) : 0;
}

/* Steps, as a fraction of all that there are. */
static double
compare_integers (KomaDType     dtype,
                  const guint8 *found,
                  const guint8 *expected,
                  gsize         n_elems)
{
  const guint8 flip = dtype == KOMA_DTYPE_INT8 ? 0x80 : 0;
  int          difference = 0;

  for (gsize i = 0; i < n_elems; i++)
    difference = MAX (difference, abs ((found[i] ^ flip) - (expected[i] ^ flip)));
  return difference / (double) G_MAXUINT8;
}

/* The range of a value's type: where it was rounded to 8 bits, scores that are all small differ by
 * the same steps as large ones. */
static double
find_least_range (const KomaGraph *graph,
                  KomaValueId      id)
{
  g_autofree guint *producers = koma_graph_find_producers (graph);
  const KomaNode   *node = NULL;

  if (producers[id] == G_MAXUINT)
    return MIN_RANGE;
  node = koma_graph_get_node (graph, producers[id]);
  if (node->op == KOMA_OP_FAKE_QUANTIZE)
    return MAX (node->params.fake_quantize.scale * G_MAXUINT8, MIN_RANGE);
  if (node->op == KOMA_OP_DEQUANTIZE && koma_node_input (graph, node, 1)->constant->count == 1)
    return MAX (*(const float *) koma_node_input (graph, node, 1)->constant->data * G_MAXUINT8,
                MIN_RANGE);
  return MIN_RANGE;
}

static double
compare_output (KomaSession *session,
                KomaSession *reference,
                guint        index)
{
  const KomaGraph *graph = koma_session_get_graph (reference);
  const KomaValue *value = koma_session_get_output (reference, index);
  const void      *found = koma_session_get_output_data (session, index);
  const void      *expected = koma_session_get_output_data (reference, index);
  gsize            n_elems = koma_shape_count (&value->shape);

  if (value->dtype == KOMA_DTYPE_FLOAT32)
    return compare_floats (found, expected, n_elems,
                           find_least_range (graph, koma_graph_get_output (graph, index)));
  if (koma_dtype_is_8_bit (value->dtype))
    return compare_integers (value->dtype, found, expected, n_elems);
  return memcmp (found, expected, n_elems * koma_dtype_size (value->dtype)) == 0 ? 0 : INFINITY;
}

/* @session on the numbers that stand in the inputs of @source. */
static gboolean
run_like (KomaSession *session,
          KomaSession *source,
          GError     **error)
{
  for (guint i = 0; session != source && i < koma_session_get_n_inputs (source); i++) {
    const KomaValue *value = koma_session_get_input (source, i);

    memcpy (koma_session_get_input_data (session, i), koma_session_get_input_data (source, i),
            koma_value_get_bytes (value));
  }
  return koma_session_run (session, error);
}

static KomaSession *
open_reference (const KomaGraph *graph,
                GError         **error)
{
  return koma_session_new (graph, &(KomaSessionOptions){ .backend = "cpu" }, error);
}

/* The first value that differs by itself; an output can also be the sum of
 * many small differences, and no op is to blame. */
static gboolean
find_first (KomaSession              *source,
            const KomaSessionOptions *options,
            double                    tolerance,
            KomaAgreement            *agreement,
            GError                  **error)
{
  g_autoptr (KomaGraph) exposed = koma_graph_expose (koma_session_get_graph (source));
  g_autoptr (KomaSession) reference = open_reference (exposed, error);
  g_autoptr (KomaSession) session = NULL;
  KomaSessionOptions its_options = *options;
  guint              place = 0;

  its_options.batch = 0;
  its_options.input_shapes = NULL;
  its_options.n_input_shapes = 0;
  if (reference != NULL)
    session = koma_session_new (exposed, &its_options, error);
  if (session == NULL || !run_like (reference, source, error) ||
      !run_like (session, source, error))
    return FALSE;

  for (guint i = 0; i < koma_graph_get_n_nodes (exposed); i++) {
    const KomaNode *node = koma_graph_get_node (exposed, i);

    for (guint k = 0; k < node->n_outputs; k++)
      if (compare_output (session, reference, place++) > tolerance) {
        agreement->op = g_strdup (koma_op_get_name (node->op));
        agreement->node = g_strdup (node->name);
        return TRUE;
      }
  }
  return TRUE;
}

/* In integers or in float32, values are rounded to 8 bits. */
static gboolean
is_quantized (const KomaSession *session)
{
  for (guint i = 0; i < koma_session_get_n_steps (session); i++) {
    const KomaSessionStep step = koma_session_get_step (session, i);

    if (step.is_integer || step.is_rounded)
      return TRUE;
  }
  return FALSE;
}

/**
 * koma_agreement_get_tolerance:
 *
 * Returns: in parts of an output's range
 */
double
koma_agreement_get_tolerance (const KomaSession *session)
{
  if (is_quantized (session))
    return INTEGER_TOLERANCE;
  return koma_session_get_precision (session) == KOMA_PRECISION_FLOAT16 ? KOMA_HALF_TOLERANCE
                                                                        : FLOAT32_TOLERANCE;
}

/**
 * koma_agreement_check:
 * @session: runs on the numbers in its inputs; its outputs are overwritten
 * @options: what it was made with
 * @tolerance: of the difference, as a fraction of an output's range; with float16
 *   at least KOMA_HALF_TOLERANCE
 * @ret_agreement: (out): to be cleared, also after an error
 *
 * Runs @session and the same graph in plain C on the same numbers; plain C
 * itself is right by definition, and not run. Where they differ it runs both
 * again with every value looked at, which takes memory for all of them, and
 * names the first. Thread: the session's.
 *
 * Errors: those of koma_session_new() and koma_session_run().
 */
gboolean
koma_agreement_check (KomaSession              *session,
                      const KomaSessionOptions *options,
                      double                    tolerance,
                      KomaAgreement            *ret_agreement,
                      GError                  **error)
{
  g_autoptr (KomaSession) reference = NULL;

  *ret_agreement = (KomaAgreement){ .is_agreeing = TRUE };
  if (koma_session_get_backend (session) == koma_backends_find ("cpu", NULL))
    return TRUE;
  reference = open_reference (koma_session_get_graph (session), error);
  if (koma_session_get_precision (session) == KOMA_PRECISION_FLOAT16)
    tolerance = MAX (tolerance, KOMA_HALF_TOLERANCE);
  if (reference == NULL || !run_like (reference, session, error) ||
      !run_like (session, session, error))
    return FALSE;
  for (guint i = 0; i < koma_session_get_n_outputs (session); i++)
    ret_agreement->difference =
      MAX (ret_agreement->difference, compare_output (session, reference, i));
  ret_agreement->is_agreeing = ret_agreement->difference <= tolerance;
  return ret_agreement->is_agreeing ||
         find_first (session, options, tolerance, ret_agreement, error);
}

/**
 * koma_agreement_clear:
 *
 * Frees what an agreement names.
 */
void
koma_agreement_clear (KomaAgreement *agreement)
{
  g_clear_pointer (&agreement->op, g_free);
  g_clear_pointer (&agreement->node, g_free);
}
