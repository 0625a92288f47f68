/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "graph-fixture.h"

#include <math.h>
#include <string.h>

#include "engine/passes/passes.h"
#include "engine/runtime/memory.h"
#include "engine/runtime/program.h"

extern const KomaBackendClass koma_backend_cpu;

/* Passes change the order of sums and round weights once more. */
#define TOLERANCE 2e-5

KomaValueId
graph_fixture_input (KomaGraph  *graph,
                     const char *name,
                     KomaShape   shape)
{
  return koma_graph_add_input (graph, name, KOMA_DTYPE_FLOAT32, &shape);
}

static void
fill (float *data,
      gsize  count)
{
  for (gsize i = 0; i < count; i++)
    data[i] = g_test_rand_double_range (-1, 1);
}

KomaValueId
graph_fixture_constant (KomaGraph *graph,
                        KomaShape  shape)
{
  g_autoptr (KomaArray) tensor = koma_array_new (KOMA_DTYPE_FLOAT32, &shape, NULL);

  fill (tensor->data, tensor->count);
  return koma_graph_add_constant (graph, "constant", tensor);
}

KomaValueId
graph_fixture_scalar (KomaGraph *graph,
                      KomaDType  dtype,
                      double     value)
{
  g_autoptr (KomaArray) tensor = koma_array_new_scalar (dtype, value, NULL);

  return koma_graph_add_constant (graph, "scalar", tensor);
}

KomaValueId
graph_fixture_ints (KomaGraph    *graph,
                    KomaShape     shape,
                    const gint32 *values)
{
  g_autoptr (KomaArray) tensor = koma_array_new_from_data (KOMA_DTYPE_INT32, &shape, values,
                                                           NULL);

  return koma_graph_add_constant (graph, "ints", tensor);
}

/**
 * graph_fixture_node:
 *
 * Returns: the node's first output
 */
KomaValueId
graph_fixture_node (KomaGraph  *graph,
                    KomaOp      op,
                    const char *name,
                    KomaAttrs  *attrs,
                    guint       n_inputs,
                    ...)
{
  g_autoptr (GError) error = NULL;
  g_autofree KomaValueId *inputs = g_new (KomaValueId, n_inputs);
  KomaNode               *node = NULL;
  va_list                 args;

  va_start (args, n_inputs);
  for (guint i = 0; i < n_inputs; i++)
    inputs[i] = va_arg (args, KomaValueId);
  va_end (args);
  node = koma_graph_add_node (graph, op, name, inputs, n_inputs, attrs, &error);
  g_assert_no_error (error);
  return node->outputs[0];
}

KomaAttrs *
graph_fixture_window (gint64      stride,
                      const char *padding)
{
  KomaAttrs *attrs = koma_attrs_new ();

  koma_attrs_set_ints (attrs, "strides", (const gint64[]){ 1, stride, stride, 1 }, 4);
  koma_attrs_set_string (attrs, "padding", padding);
  return attrs;
}

KomaValueId
graph_fixture_conv (KomaGraph  *graph,
                    const char *name,
                    KomaValueId input,
                    KomaShape   filter,
                    const char *padding)
{
  return graph_fixture_node (graph, KOMA_OP_CONV_2D, name, graph_fixture_window (1, padding), 2,
                             input, graph_fixture_constant (graph, filter));
}

KomaValueId
graph_fixture_depthwise (KomaGraph  *graph,
                         const char *name,
                         KomaValueId input,
                         gint64      stride,
                         KomaShape   filter)
{
  return graph_fixture_node (graph, KOMA_OP_DEPTHWISE_CONV_2D, name,
                             graph_fixture_window (stride, "SAME"), 2, input,
                             graph_fixture_constant (graph, filter));
}

guint
graph_fixture_count (const KomaGraph *graph,
                     KomaOp           op)
{
  guint n = 0;

  for (guint i = 0; i < koma_graph_get_n_nodes (graph); i++)
    n += koma_graph_get_node (graph, i)->op == op;
  return n;
}

KomaNode *
graph_fixture_find (const KomaGraph *graph,
                    KomaOp           op)
{
  for (guint i = 0; i < koma_graph_get_n_nodes (graph); i++)
    if (koma_graph_get_node (graph, i)->op == op)
      return koma_graph_get_node (graph, i);
  return NULL;
}

static KomaProgram *
compile (const KomaGraph *graph)
{
  const KomaProgramOptions options = { .backend = &koma_backend_cpu, .n_threads = 1 };
  g_autoptr (GError) error = NULL;
  KomaProgram *program = koma_program_new (graph, &options, &error);

  g_assert_no_error (error);
  return program;
}

static gsize
get_size_bytes (const KomaValue *value)
{
  return koma_shape_count (&value->shape) * koma_dtype_size (value->dtype);
}

static void
fill_inputs (const KomaGraph *graph,
             KomaProgram     *first,
             KomaProgram     *second)
{
  for (guint i = 0; i < koma_graph_get_n_inputs (graph); i++) {
    KomaValueId      id = koma_graph_get_input (graph, i);
    const KomaValue *value = koma_graph_get_value (graph, id);

    if (value->dtype == KOMA_DTYPE_FLOAT32)
      fill (first->buffers[id], koma_shape_count (&value->shape));
    memcpy (second->buffers[id], first->buffers[id],
            get_size_bytes (value));
  }
}

static void
compare (const KomaValue *value,
         gconstpointer    expected,
         gconstpointer    found)
{
  const float *a = expected;
  const float *b = found;

  if (value->dtype != KOMA_DTYPE_FLOAT32) {
    g_assert_cmpmem (expected, get_size_bytes (value), found, get_size_bytes (value));
    return;
  }
  for (gsize i = 0; i < koma_shape_count (&value->shape); i++)
    if (a[i] != b[i] && !(isnan (a[i]) && isnan (b[i])))
      g_assert_cmpfloat_with_epsilon (a[i], b[i], TOLERANCE * MAX (1, fabsf (a[i])));
}

/* Both graphs give the same answers to the same random pictures. */
static void
assert_same_answers (const KomaGraph *before,
                     const KomaGraph *after)
{
  g_autoptr (KomaProgram) first = compile (before);
  g_autoptr (KomaProgram) second = compile (after);

  fill_inputs (before, first, second);
  g_assert_true (koma_program_run (first, NULL));
  g_assert_true (koma_program_run (second, NULL));
  g_assert_cmpuint (koma_graph_get_n_outputs (before), ==, koma_graph_get_n_outputs (after));
  for (guint i = 0; i < koma_graph_get_n_outputs (before); i++) {
    KomaValueId      id = koma_graph_get_output (before, i);
    KomaValueId      new_id = koma_graph_get_output (after, i);
    const KomaValue *value = koma_graph_get_value (before, id);

    g_assert_cmpstr (koma_graph_get_output_name (before, i), ==,
                     koma_graph_get_output_name (after, i));
    g_assert_true (koma_shape_equal (&value->shape,
                                     &koma_graph_get_value (after, new_id)->shape));
    compare (value, first->buffers[id],
             second->buffers[new_id]);
  }
}

static void
check_memory_failures (const KomaGraph *inferred,
                       GraphPass        pass)
{
  gboolean is_done = FALSE;

  for (guint nth = 1; !is_done; nth++) {
    g_autoptr (KomaGraph) copy = koma_graph_copy (inferred);
    g_autoptr (GError) error = NULL;

    koma_memory_fail_after (nth);
    is_done = pass (copy, &error);
    koma_memory_fail_after (0);
    if (!is_done)
      g_assert_error (error, KOMA_ERROR, KOMA_ERROR_MEMORY);
  }
}

/**
 * graph_fixture_apply:
 * @graph: with settled input shapes
 *
 * Infers @graph, applies @pass to it, and sees to it that the graph still is
 * sorted and inferred, gives the same answers, and that each allocation may
 * fail.
 *
 * Returns: (transfer full): the changed graph
 */
KomaGraph *
graph_fixture_apply (const KomaGraph *graph,
                     GraphPass        pass)
{
  g_autoptr (KomaGraph) before = koma_graph_copy (graph);
  g_autoptr (KomaGraph) after = NULL;
  g_autoptr (KomaGraph) again = NULL;
  g_autoptr (GError) error = NULL;

  koma_pass_infer (before, &error);
  g_assert_no_error (error);
  check_memory_failures (before, pass);
  after = koma_graph_copy (before);
  pass (after, &error);
  g_assert_no_error (error);
  assert_same_answers (before, after);
  again = koma_graph_copy (after);
  koma_pass_infer (again, &error);
  g_assert_no_error (error);
  assert_same_answers (before, again);
  return g_steal_pointer (&after);
}

/**
 * graph_fixture_assert_no_memory:
 *
 * For the end of a test: all tensors and plans are gone.
 */
void
graph_fixture_assert_no_memory (void)
{
  KomaMemoryInfo info = { 0 };

  koma_memory_get_info (&info);
  g_assert_cmpuint (info.n_buffers, ==, 0);
  g_assert_cmpuint (info.size_bytes, ==, 0);
}

void
graph_fixture_fill_input (KomaSession *session)
{
  float *data = koma_session_get_input_data (session, 0);

  for (gsize i = 0; i < koma_shape_count (&koma_session_get_input (session, 0)->shape); i++)
    data[i] = sinf (i);
}

typedef void (*Test) (void);

static void
run_test (gconstpointer data)
{
  ((Test) data) ();
  graph_fixture_assert_no_memory ();
}

void
graph_fixture_add_test (const char *path,
                        void (*test) (void))
{
  g_test_add_data_func (path, test, run_test);
}
