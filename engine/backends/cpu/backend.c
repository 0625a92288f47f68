/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* The backend that supports every op: fast by itself, and the fallback of all
 * others. A segment is a list of steps, which run in order; values between them
 * live in the program's arena. */

#include <time.h>

#include "block.h"
#include "chain.h"
#include "engine/runtime/pages.h"
#include "kernels/product.h"
#include "step-bind.h"

/* Beside its weights, a node has scratch, and padding behind each buffer. */
#define NODE_BYTES 1024

typedef struct
{
  KomaSegment  parent;
  KomaCpuStep *steps; /* [n_steps] */
  guint        n_steps;
  KomaArena   *arena;   /* of the steps */
  gboolean     is_late; /* a second run is to pack weights once and for all */
  gboolean     has_run; /* once or more */
  /* [n_steps] what computes the step and those behind it together; both NULL: the step alone */
  KomaCpuBlock **blocks;
  KomaCpuChain **chains;
} CpuSegment;

extern const KomaBackendClass koma_backend_cpu;

static gboolean
cpu_probe (char   **ret_device,
           GError **error)
{
  *ret_device = g_strdup (koma_cpu_kernels_get_level ());
  return TRUE;
}

static gboolean
cpu_supports (const KomaGraph *graph,
              const KomaNode  *node,
              GError         **error)
{
  return TRUE;
}

static void
cpu_free (KomaSegment *segment)
{
  CpuSegment *self = (CpuSegment *) segment;

  for (guint i = 0; i < self->n_steps; i++) {
    koma_cpu_block_free (self->blocks[i]);
    koma_cpu_chain_free (self->chains[i]);
    koma_cpu_step_clear (&self->steps[i]);
  }
  g_free (self->blocks);
  g_free (self->chains);
  g_free (self->steps);
  koma_arena_free (self->arena);
  g_free (self);
}

/* Packed weights are as large as they were, but for their last tiles. Large ones lie elsewhere. */
static gsize
expect_bytes (const KomaSegmentSpec *spec,
              const KomaNode        *node,
              guint                  input)
{
  const gsize n_bytes = koma_value_get_bytes (koma_node_input (spec->graph, node, input));

  return n_bytes < KOMA_PAGES_WORTH_BYTES ? n_bytes + NODE_BYTES : 0;
}

static gsize
expect_packed_bytes (const KomaSegmentSpec *spec)
{
  gsize sum = 0;

  for (guint i = 0; i < spec->n_nodes; i++) {
    const KomaNode *node = koma_graph_get_node (spec->graph, spec->nodes[i]);

    if (node->op == KOMA_OP_CONV_2D || node->op == KOMA_OP_DEPTHWISE_CONV_2D ||
        node->op == KOMA_OP_MAT_MUL)
      for (guint k = 1; k < node->n_inputs; k++)
        sum += expect_bytes (spec, node, k);
  }
  return sum;
}

/* Steps of a block share no memory, as they do not run one after the other. */
static gboolean
keep_packed (CpuSegment *self,
             guint       first,
             guint       n,
             GError    **error)
{
  for (guint i = first; i < first + n; i++)
    if (koma_cpu_product_get_late_bytes (&self->steps[i]) > 0 &&
        !koma_cpu_product_keep (&self->steps[i], error))
      return FALSE;
  return TRUE;
}

static guint
count_together (const KomaSegmentSpec *rest)
{
  const guint n = koma_cpu_block_count_steps (rest);

  return n > 1 ? n : koma_cpu_chain_count_steps (rest);
}

/* How many steps from the first on are computed together; 0 with an error. */
static guint
join_steps (CpuSegment            *self,
            const KomaSegmentSpec *rest,
            guint                  first,
            GError               **error)
{
  KomaCpuStep *steps = &self->steps[first];
  guint        n = koma_cpu_block_count_steps (rest);

  if (n > 1) {
    if (keep_packed (self, first, n, error))
      self->blocks[first] = koma_cpu_block_new (steps, n, error);
    return self->blocks[first] != NULL ? n : 0;
  }
  n = koma_cpu_chain_count_steps (rest);
  if (n > 1)
    self->chains[first] = koma_cpu_chain_new (steps, n, error);
  return n == 1 || self->chains[first] != NULL ? n : 0;
}

static gboolean
make_joined (CpuSegment            *self,
             const KomaSegmentSpec *spec,
             GError               **error)
{
  KomaSegmentSpec rest = *spec;
  guint           n = 1;

  for (guint i = 0; i < spec->n_nodes && n > 0; i += n) {
    rest.nodes = spec->nodes + i;
    rest.n_nodes = spec->n_nodes - i;
    n = join_steps (self, &rest, i, error);
  }
  return n > 0;
}

static gboolean
is_late (const CpuSegment *self)
{
  for (guint i = 0; i < self->n_steps; i++)
    if (koma_cpu_product_get_late_bytes (&self->steps[i]) > 0)
      return TRUE;
  return FALSE;
}

static KomaSegment *
cpu_compile (const KomaSegmentSpec *spec,
             const KomaProgress    *progress,
             GError               **error)
{
  CpuSegment *self = g_new0 (CpuSegment, 1);

  self->parent.klass = &koma_backend_cpu;
  self->arena = koma_arena_new (expect_packed_bytes (spec));
  self->steps = g_new0 (KomaCpuStep, spec->n_nodes);
  self->blocks = g_new0 (KomaCpuBlock *, spec->n_nodes);
  self->chains = g_new0 (KomaCpuChain *, spec->n_nodes);
  for (guint i = 0; i < spec->n_nodes; i++) {
    const KomaNode *node = koma_graph_get_node (spec->graph, spec->nodes[i]);

    self->n_steps = i + 1;
    if (!koma_cpu_step_init (&self->steps[i], spec, node, self->arena, error) ||
        !koma_progress_report (progress, (double) (i + 1) / spec->n_nodes, error)) {
      cpu_free (&self->parent);
      return NULL;
    }
  }
  if (!make_joined (self, spec, error)) {
    cpu_free (&self->parent);
    return NULL;
  }
  self->is_late = is_late (self);
  return &self->parent;
}

/* A session that runs again may run often. Where memory lacks, it goes on as it did. */
static void
keep_late (CpuSegment *self)
{
  self->is_late = FALSE;
  if (keep_packed (self, 0, self->n_steps, NULL))
    koma_arena_end_sharing (self->arena);
}

static void
begin_run (CpuSegment *self)
{
  for (guint i = 0; i < self->n_steps; i++)
    koma_cpu_step_bind (&self->steps[i]);
  if (self->has_run && self->is_late)
    keep_late (self);
  self->has_run = TRUE;
}

/* How many steps were run; 0: the step is computed alone. */
static guint
run_joined (CpuSegment *self,
            guint       first,
            double     *ret_ms) /* (nullable) [n_steps] */
{
  if (self->blocks[first] != NULL)
    return koma_cpu_block_run (self->blocks[first], ret_ms);
  if (self->chains[first] != NULL)
    return koma_cpu_chain_run (self->chains[first], ret_ms);
  return 0;
}

static gboolean
cpu_run (KomaSegment *segment,
         GError     **error)
{
  CpuSegment *self = (CpuSegment *) segment;

  guint n = 0;

  begin_run (self);
  for (guint i = 0; i < self->n_steps; i += MAX (n, 1)) {
    n = run_joined (self, i, NULL);
    if (n == 0 && !koma_cpu_step_run (&self->steps[i], error))
      return FALSE;
  }
  return TRUE;
}

static gboolean
cpu_set_profiling (KomaSegment *segment,
                   gboolean     is_profiling)
{
  return TRUE;
}

static double
get_ms (void)
{
  struct timespec now = { 0 };

  /* Steps of a few microseconds: g_get_monotonic_time () is too coarse. */
  clock_gettime (CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1e3 + now.tv_nsec / 1e6;
}

static gboolean
cpu_run_profiled (KomaSegment *segment,
                  double      *ret_ms,
                  GError     **error)
{
  CpuSegment *self = (CpuSegment *) segment;

  guint n = 0;

  begin_run (self);
  for (guint i = 0; i < self->n_steps; i += MAX (n, 1)) {
    const double begin_ms = get_ms ();

    n = run_joined (self, i, ret_ms + i);
    if (n > 0)
      continue;
    if (!koma_cpu_step_run (&self->steps[i], error))
      return FALSE;
    ret_ms[i] = get_ms () - begin_ms;
  }
  return TRUE;
}

const KomaBackendClass koma_backend_cpu = {
  .name = "cpu",
  .title = "Plain C",
  .is_host = TRUE,
  .computes_integers = TRUE,
  .wants_inner_buffers = TRUE,
  .count_together = count_together,
  .probe = cpu_probe,
  .supports = cpu_supports,
  .compile = cpu_compile,
  .run = cpu_run,
  .set_profiling = cpu_set_profiling,
  .run_profiled = cpu_run_profiled,
  .free = cpu_free,
};
