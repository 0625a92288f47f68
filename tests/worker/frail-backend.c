/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "frail-backend.h"

extern const KomaBackendClass koma_backend_cpu;

typedef struct
{
  KomaSegment            parent;
  const KomaSegmentSpec *spec;
  KomaSegment           *plain;
} FrailSegment;

/* How many are left, atomic; -1: never. */
static int compiles_left = -1;
static int runs_left = -1;
static int compile_code;

static GMutex gate; /* of compiling */

void
frail_backend_fail_compile_after (guint     n_compiled,
                                  KomaError code)
{
  g_atomic_int_set (&compile_code, (int) code);
  g_atomic_int_set (&compiles_left, (int) n_compiled);
}

void
frail_backend_fail_run_after (guint n_runs)
{
  g_atomic_int_set (&runs_left, (int) n_runs);
}

void
frail_backend_hold (void)
{
  g_mutex_lock (&gate);
}

void
frail_backend_let_go (void)
{
  g_mutex_unlock (&gate);
}

void
frail_backend_heal (void)
{
  g_atomic_int_set (&compiles_left, -1);
  g_atomic_int_set (&runs_left, -1);
}

/* Only the thread of the inference counts down. */
static gboolean
has_failed (int *left)
{
  int n_left = g_atomic_int_get (left);

  if (n_left > 0)
    g_atomic_int_set (left, n_left - 1);
  return n_left == 0;
}

static gboolean
frail_probe (char   **ret_device,
             GError **error)
{
  *ret_device = g_strdup ("frail");
  return TRUE;
}

static gboolean
frail_supports (const KomaGraph *graph,
                const KomaNode  *node,
                GError         **error)
{
  return TRUE;
}

static KomaSegment *
frail_compile (const KomaSegmentSpec *spec,
               const KomaProgress    *progress,
               GError               **error)
{
  KomaSegment  *plain = NULL;
  FrailSegment *self = NULL;

  g_mutex_lock (&gate);
  g_mutex_unlock (&gate);
  if (has_failed (&compiles_left)) {
    g_set_error (error, KOMA_ERROR, g_atomic_int_get (&compile_code), "Too frail to compile");
    return NULL;
  }
  plain = koma_backend_cpu.compile (spec, NULL, error);
  if (plain == NULL)
    return NULL;
  self = g_new0 (FrailSegment, 1);
  self->parent.klass = &frail_backend;
  self->spec = spec;
  self->plain = plain;
  return &self->parent;
}

/* As if everything were of one class, the last. */
static void
fill_with_garbage (const KomaSegmentSpec *spec)
{
  for (guint i = 0; i < spec->n_outputs; i++) {
    const KomaValue *output = koma_graph_get_value (spec->graph, spec->outputs[i]);
    float           *data = spec->buffers[spec->outputs[i]];
    gsize            n_classes = output->shape.dims[output->shape.rank - 1];

    for (gsize k = 0; k < koma_shape_count (&output->shape); k++)
      data[k] = (k + 1) % n_classes == 0;
  }
}

static gboolean
frail_run (KomaSegment *segment,
           GError     **error)
{
  FrailSegment *self = (FrailSegment *) segment;

  if (!has_failed (&runs_left))
    return koma_backend_cpu.run (self->plain, error);
  fill_with_garbage (self->spec);
  g_set_error (error, KOMA_ERROR, KOMA_ERROR_BACKEND, "Too frail to run");
  return FALSE;
}

static void
frail_free (KomaSegment *segment)
{
  koma_backend_cpu.free (((FrailSegment *) segment)->plain);
  g_free (segment);
}

const KomaBackendClass frail_backend = {
  .name = "frail",
  .title = "Frail",
  .wants_inner_buffers = TRUE,
  .probe = frail_probe,
  .supports = frail_supports,
  .compile = frail_compile,
  .run = frail_run,
  .free = frail_free,
};
