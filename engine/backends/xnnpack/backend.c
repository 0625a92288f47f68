/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* The backend on XNNPACK's subgraph API, the part of it that is the same in
 * the releases of 2022 and of 2024. A segment is one subgraph, made into one
 * runtime; external ids are the places of the spec's inputs, then of its
 * outputs.
 *
 * XNNPACK's kernels clamp even where there is no activation, with MIN and MAX
 * that lose a NaN: AddV2 of two infinities is -infinity here, and 0 with a Relu.
 * So no graph with a NaN among its constants comes here (see loses_nan); a NaN
 * that an overflow inside the network makes is still lost. */

#include <string.h>

#include "allocator.h"
#include "define.h"

#include "engine/runtime/memory.h"

G_STATIC_ASSERT (XNN_EXTRA_BYTES <= KOMA_MEMORY_PADDING);
G_STATIC_ASSERT (KOMA_MAX_RANK <= XNN_MAX_TENSOR_DIMS);

/* What XNNPACK adds to a constant, at the most where that counts. */
#define CONSTANT_BYTES 2048

typedef struct
{
  KomaSegment            parent;
  const KomaSegmentSpec *spec;
  xnn_runtime_t          runtime;
  guint                  n_values;
  /* [n_values] where inputs and outputs lay in the last run */
  struct xnn_external_value *values;
} XnnSegment;

extern const KomaBackendClass koma_backend_xnnpack;

static gboolean
xnnpack_probe (char   **ret_device,
               GError **error)
{
  if (!koma_xnn_check (xnn_initialize (&koma_xnn_allocator), "starting", error))
    return FALSE;
  *ret_device = g_strdup ("CPU");
  return TRUE;
}

static gboolean
is_float32 (const KomaGraph *graph,
            const KomaNode  *node)
{
  return koma_node_input (graph, node, 0)->dtype == KOMA_DTYPE_FLOAT32 &&
         koma_node_output (graph, node, 0)->dtype == KOMA_DTYPE_FLOAT32;
}

/* Also from float32 and to it. */
static gboolean
is_of_8_bits (const KomaGraph *graph,
              const KomaNode  *node)
{
  return koma_node_is_8_bit (graph, node) || node->op == KOMA_OP_QUANTIZE ||
         node->op == KOMA_OP_DEQUANTIZE;
}

static gboolean
is_empty (const KomaGraph *graph,
          const KomaNode  *node)
{
  const KomaShape *out = &koma_node_output (graph, node, 0)->shape;
  const KomaShape *in = &koma_node_input (graph, node, 0)->shape;

  return out->rank == 0 || in->rank == 0 || koma_shape_count (out) == 0 ||
         koma_shape_count (in) == 0;
}

static gboolean
xnnpack_supports (const KomaGraph *graph,
                  const KomaNode  *node,
                  GError         **error)
{
  const KomaXnnKernel *kernel = koma_xnn_kernels_get (node->op);

  if (kernel == NULL)
    return koma_xnn_refuse (error, "XNNPACK has no such op");
  if (!is_float32 (graph, node) && !(kernel->takes_8_bit && is_of_8_bits (graph, node)))
    return koma_xnn_refuse (error, "XNNPACK has this op for other types only");
  if (is_empty (graph, node))
    return koma_xnn_refuse (error, "XNNPACK takes no scalars and no empty tensors");
  if (!(node->clamp.min < node->clamp.max))
    return koma_xnn_refuse (error, "the activation leaves one value only");
  return kernel->supports == NULL || kernel->supports (graph, node, error);
}

static gboolean
define_nodes (KomaXnnContext *context,
              GError        **error)
{
  const KomaSegmentSpec *spec = context->spec;

  for (guint i = 0; i < spec->n_nodes; i++) {
    const KomaNode *node = koma_graph_get_node (spec->graph, spec->nodes[i]);

    if (koma_xnn_kernels_get (node->op)->define (context, node, error))
      continue;
    g_prefix_error (error, "%s “%s”: ", koma_op_get_name (node->op), node->name);
    return FALSE;
  }
  return TRUE;
}

/* Returns: whether one lies elsewhere than before */
static gboolean
find_values (XnnSegment *self)
{
  const KomaSegmentSpec *spec = self->spec;
  gboolean               is_new = FALSE;

  for (guint i = 0; i < self->n_values; i++) {
    void *data =
      spec->buffers[i < spec->n_inputs ? spec->inputs[i] : spec->outputs[i - spec->n_inputs]];

    is_new = is_new || self->values[i].data != data;
    self->values[i] = (struct xnn_external_value){ .id = i, .data = data };
  }
  return is_new;
}

static gboolean
setup (XnnSegment *self,
       GError    **error)
{
  if (koma_xnn_check (xnn_setup_runtime (self->runtime, self->n_values, self->values),
                      "setting up", error))
    return TRUE;
  /* Once more with the next run. */
  memset (self->values, 0, self->n_values * sizeof *self->values);
  return FALSE;
}

/* XNNPACK packs all constants, with a little around each. */
static gsize
expect_packed_bytes (const KomaSegmentSpec *spec)
{
  gsize sum = 0;

  for (guint i = 0; i < spec->n_nodes; i++) {
    const KomaNode *node = koma_graph_get_node (spec->graph, spec->nodes[i]);

    for (guint k = 1; k < node->n_inputs; k++)
      if (koma_node_is_constant (spec->graph, node, k))
        sum += koma_value_get_bytes (koma_node_input (spec->graph, node, k)) + CONSTANT_BYTES;
  }
  return sum;
}

static gboolean
create_runtime (const KomaSegmentSpec *spec,
                xnn_subgraph_t         subgraph,
                xnn_runtime_t         *ret_runtime,
                GError               **error)
{
  enum xnn_status status = xnn_status_success;

  koma_xnn_allocator_begin (expect_packed_bytes (spec));
  status =
    xnn_create_runtime_v2 (subgraph, koma_threads_start_pool (spec->threads), 0, ret_runtime);
  koma_xnn_allocator_end ();
  return koma_xnn_check (status, "compiling", error);
}

static xnn_runtime_t
make_runtime (const KomaSegmentSpec *spec,
              xnn_subgraph_t         subgraph,
              GError               **error)
{
  g_autofree uint32_t *ids = g_new (uint32_t, koma_graph_get_n_values (spec->graph) + 1);
  g_autoptr (GPtrArray) packed = g_ptr_array_new_with_free_func (koma_memory_free);
  KomaXnnContext context = { subgraph, spec, ids, packed };
  xnn_runtime_t  runtime = NULL;

  for (guint i = 0; i < koma_graph_get_n_values (spec->graph); i++)
    ids[i] = XNN_INVALID_VALUE_ID;
  if (!define_nodes (&context, error) ||
      !create_runtime (spec, subgraph, &runtime, error))
    return NULL;
  return runtime;
}

static void
xnnpack_free (KomaSegment *segment)
{
  XnnSegment *self = (XnnSegment *) segment;

  xnn_delete_runtime (self->runtime);
  g_free (self->values);
  g_free (self);
}

static KomaSegment *
xnnpack_compile (const KomaSegmentSpec *spec,
                 const KomaProgress    *progress,
                 GError               **error)
{
  xnn_subgraph_t subgraph = NULL;
  xnn_runtime_t  runtime = NULL;
  XnnSegment    *self = NULL;

  if (!koma_xnn_check (xnn_create_subgraph (spec->n_inputs + spec->n_outputs, 0, &subgraph),
                       "a subgraph", error))
    return NULL;
  runtime = make_runtime (spec, subgraph, error);
  xnn_delete_subgraph (subgraph);
  if (runtime == NULL)
    return NULL;
  self = g_new0 (XnnSegment, 1);
  self->parent.klass = &koma_backend_xnnpack;
  self->spec = spec;
  self->runtime = runtime;
  self->n_values = spec->n_inputs + spec->n_outputs;
  self->values = g_new0 (struct xnn_external_value, self->n_values + 1);
  if (find_values (self) && !setup (self, error)) {
    xnnpack_free (&self->parent);
    return NULL;
  }
  return &self->parent;
}

static gboolean
xnnpack_run (KomaSegment *segment,
             GError     **error)
{
  XnnSegment *self = (XnnSegment *) segment;

  if (find_values (self) && !setup (self, error))
    return FALSE;
  return koma_xnn_check (xnn_invoke_runtime (self->runtime), "running", error);
}

const KomaBackendClass koma_backend_xnnpack = {
  .name = "xnnpack",
  .title = "XNNPACK",
  .is_host = TRUE,
  .spins = TRUE, /* pthreadpool's */
  .loses_nan = TRUE,
  .computes_integers = TRUE,
  .probe = xnnpack_probe,
  .supports = xnnpack_supports,
  .compile = xnnpack_compile,
  .run = xnnpack_run,
  .free = xnnpack_free,
  .get_memory = koma_xnn_get_memory,
};
