/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "cpu-step-fixture.h"

#include <math.h>

#include "engine/backends/cpu/kernels/kernels.h"
#include "engine/runtime/memory.h"

#define N_GUARD 64
#define GUARD   12345.0f
/* Sums of up to 6000 products of numbers between -1 and 1, which wander some
 * 25 away from 0 and may come back: each addition rounds by up to 1e-6. A
 * wrong lane or tap is off by far more. */
#define TOLERANCE 3e-4

static KomaArray *
make_tensor (const KomaShape *shape)
{
  KomaArray *tensor = koma_array_new (KOMA_DTYPE_FLOAT32, shape, NULL);
  float     *data = tensor->data;

  for (gsize i = 0; i < tensor->count; i++)
    data[i] = g_test_rand_double_range (-1, 1);
  return tensor;
}

void
cpu_step_fixture_add_input (CpuStepFixture *fixture,
                            KomaShape       shape,
                            gboolean        is_constant)
{
  const guint i = fixture->n_inputs++;

  fixture->tensors[i] = make_tensor (&shape);
  fixture->in[i] = fixture->tensors[i]->data;
  fixture->ids[i] =
    is_constant
      ? koma_graph_add_constant (fixture->graph, "constant", fixture->tensors[i])
      : koma_graph_add_input (fixture->graph, "input", KOMA_DTYPE_FLOAT32, &shape);
}

void
cpu_step_fixture_add_node (CpuStepFixture *fixture,
                           KomaOp          op,
                           KomaShape       out_shape)
{
  g_autoptr (GError) error = NULL;
  KomaValue *value = NULL;

  fixture->node = koma_graph_add_node (fixture->graph, op, "node", fixture->ids,
                                       fixture->n_inputs, NULL, &error);
  g_assert_no_error (error);
  fixture->node->clamp = KOMA_CLAMP_NONE;
  value = koma_node_output (fixture->graph, fixture->node, 0);
  value->dtype = KOMA_DTYPE_FLOAT32;
  value->shape = out_shape;
  fixture->n_out = koma_shape_count (&out_shape);
  fixture->out = koma_memory_alloc ((fixture->n_out + N_GUARD) * sizeof (float), &error);
  g_assert_no_error (error);
  for (gsize i = 0; i < fixture->n_out + N_GUARD; i++)
    fixture->out[i] = GUARD;
  fixture->step = (KomaCpuStep){
    .spec = &fixture->spec,
    .node = fixture->node,
    .in = (const void **) fixture->in,
    .out = (void **) &fixture->out,
    .arena = fixture->arena,
  };
}

void
cpu_step_fixture_init (CpuStepFixture *fixture,
                       const char     *level,
                       guint           n_threads)
{
  *fixture = (CpuStepFixture){ .graph = koma_graph_new (), .arena = koma_arena_new (0) };
  fixture->spec.graph = fixture->graph;
  fixture->spec.n_threads = n_threads;
  fixture->spec.cpu_level = level;
}

void
cpu_step_fixture_clear (CpuStepFixture *fixture)
{
  if (fixture->step.free_data != NULL)
    fixture->step.free_data (fixture->step.data);
  for (guint i = 0; i < fixture->n_inputs; i++)
    koma_array_unref (fixture->tensors[i]);
  koma_arena_free (fixture->arena);
  koma_memory_free (fixture->out);
  koma_graph_free (fixture->graph);
}

/* Each allocation on the way fails once, and leaves nothing behind. */
void
cpu_step_fixture_prepare (CpuStepFixture *fixture,
                          CpuStepPrepare  prepare)
{
  const KomaCpuStep before = fixture->step;
  gboolean          is_ready = FALSE;

  for (guint n_calls = 1; !is_ready; n_calls++) {
    g_autoptr (GError) error = NULL;

    g_assert_cmpuint (n_calls, <, 10);
    koma_memory_fail_after (n_calls);
    is_ready = prepare (&fixture->step, &error);
    koma_memory_fail_after (0);
    if (is_ready) {
      g_assert_no_error (error);
    } else {
      g_assert_error (error, KOMA_ERROR, KOMA_ERROR_MEMORY);
      fixture->step.free_data (fixture->step.data);
      fixture->step = before;
    }
  }
}

/* Last unit first: no order is promised. Twice: nothing is used up. */
void
cpu_step_fixture_run (CpuStepFixture *fixture,
                      const double   *expected)
{
  for (guint round = 0; round < 2; round++) {
    for (gsize i = fixture->step.n_first_units; i-- > 0;)
      fixture->step.run_first (&fixture->step, i);
    for (gsize i = fixture->step.n_units; i-- > 0;)
      fixture->step.run (&fixture->step, i);
  }
  for (gsize i = 0; i < fixture->n_out; i++)
    if (!(fabs (fixture->out[i] - expected[i]) <= TOLERANCE * MAX (1, fabs (expected[i]))))
      g_error ("element %" G_GSIZE_FORMAT " of %" G_GSIZE_FORMAT ": expected %g, found %g",
               i, fixture->n_out, expected[i], fixture->out[i]);
  for (gsize i = fixture->n_out; i < fixture->n_out + N_GUARD; i++)
    g_assert_cmpfloat (fixture->out[i], ==, GUARD);
}

/* One case at every level that this CPU has, as one unit and as several; no
 * memory is left behind. */
void
cpu_step_check_levels (CpuStepCheck  check,
                       gconstpointer test)
{
  static const char *const levels[] = { "baseline", "avx2", "avx2vnni",
                                        "avx512", "avx512vnni", "dotprod" };
  KomaMemoryInfo           before = { 0 };
  KomaMemoryInfo           after = { 0 };

  koma_memory_get_info (&before);
  for (guint i = 0; i < G_N_ELEMENTS (levels); i++)
    if (koma_cpu_kernels_choose (levels[i], NULL) != NULL) {
      check (test, levels[i], 1);
      check (test, levels[i], 3);
    }
  koma_memory_get_info (&after);
  g_assert_cmpuint (after.size_bytes, ==, before.size_bytes);
  g_assert_cmpuint (after.n_buffers, ==, before.n_buffers);
}
