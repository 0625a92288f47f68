/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* The backend that supports every op: fast by itself, and the fallback of all
 * others. A segment is a list of steps, which run in order; values between them
 * live in the program's arena. */

#include <time.h>

#include "kernels/kernels.h"
#include "step.h"

typedef struct
{
  KomaSegment  parent;
  KomaCpuStep *steps; /* [n_steps] */
  guint        n_steps;
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

  for (guint i = 0; i < self->n_steps; i++)
    koma_cpu_step_clear (&self->steps[i]);
  g_free (self->steps);
  g_free (self);
}

static KomaSegment *
cpu_compile (const KomaSegmentSpec *spec,
             const KomaProgress    *progress,
             GError               **error)
{
  CpuSegment *self = g_new0 (CpuSegment, 1);

  self->parent.klass = &koma_backend_cpu;
  self->steps = g_new0 (KomaCpuStep, spec->n_nodes);
  for (guint i = 0; i < spec->n_nodes; i++) {
    const KomaNode *node = koma_graph_get_node (spec->graph, spec->nodes[i]);

    self->n_steps = i + 1;
    if (!koma_cpu_step_init (&self->steps[i], spec, node, error) ||
        !koma_progress_report (progress, (double) (i + 1) / spec->n_nodes, error)) {
      cpu_free (&self->parent);
      return NULL;
    }
  }
  return &self->parent;
}

static gboolean
cpu_run (KomaSegment *segment,
         GError     **error)
{
  const CpuSegment *self = (const CpuSegment *) segment;

  for (guint i = 0; i < self->n_steps; i++)
    koma_cpu_step_run (&self->steps[i]);
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
  const CpuSegment *self = (const CpuSegment *) segment;

  for (guint i = 0; i < self->n_steps; i++) {
    const double begin_ms = get_ms ();

    koma_cpu_step_run (&self->steps[i]);
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
  .probe = cpu_probe,
  .supports = cpu_supports,
  .compile = cpu_compile,
  .run = cpu_run,
  .set_profiling = cpu_set_profiling,
  .run_profiled = cpu_run_profiled,
  .free = cpu_free,
};
