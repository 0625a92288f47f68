/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "backend-fixture.h"

extern const KomaBackendClass koma_backend_cpu;

/* A segment for each node, so that what is wrong goes on to the next. */
typedef struct
{
  KomaSegment      parent;
  KomaSegmentSpec *specs;    /* [n_nodes] which the segments go on to read */
  GPtrArray       *segments; /* (element-type KomaSegment) of plain C */
} WrongSegment;

static gboolean
supports_all_but_neg (const KomaGraph *graph,
                      const KomaNode  *node,
                      GError         **error)
{
  if (node->op != KOMA_OP_NEG)
    return TRUE;
  g_set_error_literal (error, KOMA_ERROR, KOMA_ERROR_UNSUPPORTED, "no Neg here");
  return FALSE;
}

static gboolean
supports_all (const KomaGraph *graph,
              const KomaNode  *node,
              GError         **error)
{
  return TRUE;
}

const KomaBackendClass backend_fixture_closed = {
  .name = "closed",
  .title = "Closed",
  .supports = supports_all_but_neg,
};

const KomaBackendClass backend_fixture_open = {
  .name = "open",
  .title = "Open",
  .wants_inner_buffers = TRUE,
  .supports = supports_all,
};

static gboolean
wrong_probe (char   **ret_device,
             GError **error)
{
  *ret_device = g_strdup ("wrong");
  return TRUE;
}

static void
free_segment (gpointer segment)
{
  koma_backend_cpu.free (segment);
}

static void
wrong_free (KomaSegment *segment)
{
  WrongSegment *self = (WrongSegment *) segment;

  g_ptr_array_unref (self->segments);
  g_free (self->specs);
  g_free (self);
}

static KomaSegment *
wrong_compile (const KomaSegmentSpec *spec,
               const KomaProgress    *progress,
               GError               **error)
{
  WrongSegment *self = g_new0 (WrongSegment, 1);

  self->parent.klass = &backend_fixture_wrong;
  self->specs = g_new (KomaSegmentSpec, spec->n_nodes);
  self->segments = g_ptr_array_new_with_free_func (free_segment);
  for (guint i = 0; i < spec->n_nodes; i++) {
    KomaSegment *segment = NULL;

    self->specs[i] = *spec;
    self->specs[i].nodes = spec->nodes + i;
    self->specs[i].n_nodes = 1;
    segment = koma_backend_cpu.compile (&self->specs[i], NULL, error);
    if (segment == NULL) {
      wrong_free (&self->parent);
      return NULL;
    }
    g_ptr_array_add (self->segments, segment);
  }
  return &self->parent;
}

static gboolean
wrong_run (KomaSegment *segment,
           GError     **error)
{
  const WrongSegment *self = (const WrongSegment *) segment;

  for (guint i = 0; i < self->segments->len; i++) {
    const KomaSegmentSpec *spec = &self->specs[i];
    const KomaNode        *node = koma_graph_get_node (spec->graph, spec->nodes[0]);
    float                 *output = spec->buffers[node->outputs[0]];

    if (!koma_backend_cpu.run (g_ptr_array_index (self->segments, i), error))
      return FALSE;
    if (node->op == KOMA_OP_DEPTHWISE_CONV_2D || node->op == KOMA_OP_MEAN)
      output[0] = 2 * output[0] + 1;
  }
  return TRUE;
}

const KomaBackendClass backend_fixture_wrong = {
  .name = "wrong",
  .title = "Wrong",
  .wants_inner_buffers = TRUE,
  .probe = wrong_probe,
  .supports = supports_all,
  .compile = wrong_compile,
  .run = wrong_run,
  .free = wrong_free,
};
