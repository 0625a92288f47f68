/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "define.h"

#include "engine/graph/quantization.h"
#include "engine/runtime/memory.h"

static const char *
status_to_string (enum xnn_status status)
{
  switch ((int) status) {
  case xnn_status_uninitialized:
    return "not initialized";
  case xnn_status_invalid_parameter:
    return "invalid parameter";
  case xnn_status_unsupported_parameter:
    return "unsupported parameter";
  case xnn_status_unsupported_hardware:
    return "unsupported processor";
  case xnn_status_out_of_memory:
    return "out of memory";
  default:
    return "failed";
  }
}

/**
 * koma_xnn_check:
 * @what: what XNNPACK was asked to do
 *
 * Turns a status into an error.
 *
 * Errors: %KOMA_ERROR_MEMORY if XNNPACK lacks memory; %KOMA_ERROR_BACKEND for
 * any other status but success.
 */
gboolean
koma_xnn_check (enum xnn_status status,
                const char     *what,
                GError        **error)
{
  if (status == xnn_status_success)
    return TRUE;
  g_set_error (error, KOMA_ERROR,
               status == xnn_status_out_of_memory ? KOMA_ERROR_MEMORY : KOMA_ERROR_BACKEND,
               "XNNPACK, %s: %s", what, status_to_string (status));
  return FALSE;
}

/**
 * koma_xnn_refuse:
 * @reason: why XNNPACK can not compute a node
 *
 * Errors: %KOMA_ERROR_UNSUPPORTED, always.
 *
 * Returns: %FALSE: `return koma_xnn_refuse (…)`
 */
gboolean
koma_xnn_refuse (GError    **error,
                 const char *reason)
{
  return koma_fail (error, KOMA_ERROR_UNSUPPORTED, "%s", reason);
}

static uint32_t
define (KomaXnnContext  *context,
        const KomaValue *like,
        guint            rank,
        const size_t    *dims,
        const void      *data,
        uint32_t         external_id,
        uint32_t         flags,
        GError         **error)
{
  const KomaQuantization *quantization = like->quantization;
  enum xnn_status         status = xnn_status_success;
  uint32_t                id = XNN_INVALID_VALUE_ID;

  if (like->dtype == KOMA_DTYPE_FLOAT32)
    status = xnn_define_tensor_value (context->subgraph, xnn_datatype_fp32, rank, dims, data,
                                      external_id, flags, &id);
  else
    status = xnn_define_quantized_tensor_value (
      context->subgraph,
      like->dtype == KOMA_DTYPE_INT8 ? xnn_datatype_qint8 : xnn_datatype_quint8,
      quantization->zero_point, quantization->scales[0], rank, dims, data, external_id, flags, &id);
  koma_xnn_check (status, "a tensor", error);
  return id;
}

/**
 * koma_xnn_define_value:
 * @like: a value of float32, or of 8 bits with one scale
 * @data: (nullable): of a constant; must live until the runtime is made
 *
 * A tensor that is no value of the graph: repacked weights, a result between.
 *
 * Errors: those of koma_xnn_check().
 *
 * Returns: its id, or %XNN_INVALID_VALUE_ID and @error set
 */
uint32_t
koma_xnn_define_value (KomaXnnContext  *context,
                       const KomaValue *like,
                       guint            rank,
                       const size_t    *dims,
                       gconstpointer    data,
                       GError         **error)
{
  return define (context, like, rank, dims, data, XNN_INVALID_VALUE_ID, 0, error);
}

/**
 * koma_xnn_define_channels:
 * @scales: [dims[@channel_dim]], must live until the runtime is made
 * @data: must live until the runtime is made
 *
 * Weights or a bias with a scale for each channel, and no zero points.
 *
 * Errors: those of koma_xnn_check().
 *
 * Returns: its id, or %XNN_INVALID_VALUE_ID and @error set
 */
uint32_t
koma_xnn_define_channels (KomaXnnContext   *context,
                          enum xnn_datatype datatype,
                          const float      *scales,
                          guint             rank,
                          guint             channel_dim,
                          const size_t     *dims,
                          gconstpointer     data,
                          GError          **error)
{
  uint32_t id = XNN_INVALID_VALUE_ID;

  koma_xnn_check (xnn_define_channelwise_quantized_tensor_value (
                    context->subgraph, datatype, scales, rank, channel_dim, dims, data,
                    XNN_INVALID_VALUE_ID, 0, &id),
                  "weights", error);
  return id;
}

/* A value's id at its border is its place in the spec; see backend.c. */
static gboolean
find_border (const KomaXnnContext *context,
             KomaValueId           value,
             uint32_t             *ret_external_id,
             uint32_t             *ret_flags)
{
  const KomaSegmentSpec *spec = context->spec;

  for (guint i = 0; i < spec->n_inputs; i++)
    if (spec->inputs[i] == value) {
      *ret_external_id = i;
      *ret_flags = XNN_VALUE_FLAG_EXTERNAL_INPUT;
      return TRUE;
    }
  for (guint i = 0; i < spec->n_outputs; i++)
    if (spec->outputs[i] == value) {
      *ret_external_id = spec->n_inputs + i;
      *ret_flags = XNN_VALUE_FLAG_EXTERNAL_OUTPUT;
      return TRUE;
    }
  return FALSE;
}

static uint32_t
define_once (KomaXnnContext *context,
             KomaValueId     id,
             GError        **error)
{
  const KomaValue *value = koma_graph_get_value (context->spec->graph, id);
  size_t           dims[KOMA_MAX_RANK] = { 0 };
  uint32_t         external_id = XNN_INVALID_VALUE_ID;
  uint32_t         flags = 0;
  const void      *data = NULL;

  if (context->ids[id] != XNN_INVALID_VALUE_ID)
    return context->ids[id];
  for (guint i = 0; i < value->shape.rank; i++)
    dims[i] = value->shape.dims[i];
  if (value->constant != NULL)
    data = value->constant->data;
  else
    find_border (context, id, &external_id, &flags);
  context->ids[id] =
    define (context, value, value->shape.rank, dims, data, external_id, flags, error);
  return context->ids[id];
}

/**
 * koma_xnn_input:
 *
 * Errors: those of koma_xnn_check().
 *
 * Returns: XNNPACK's id of an input, or %XNN_INVALID_VALUE_ID and @error set
 */
uint32_t
koma_xnn_input (KomaXnnContext *context,
                const KomaNode *node,
                guint           index,
                GError        **error)
{
  return define_once (context, node->inputs[index], error);
}

/**
 * koma_xnn_output:
 *
 * Errors: those of koma_xnn_check().
 *
 * Returns: XNNPACK's id of an output, or %XNN_INVALID_VALUE_ID and @error set
 */
uint32_t
koma_xnn_output (KomaXnnContext *context,
                 const KomaNode *node,
                 guint           index,
                 GError        **error)
{
  return define_once (context, node->outputs[index], error);
}

/**
 * koma_xnn_input_output:
 *
 * The ids of a node with one input and one output. Errors: those of
 * koma_xnn_check().
 */
gboolean
koma_xnn_input_output (KomaXnnContext *context,
                       const KomaNode *node,
                       uint32_t       *ret_input,
                       uint32_t       *ret_output,
                       GError        **error)
{
  *ret_input = koma_xnn_input (context, node, 0, error);
  if (*ret_input == XNN_INVALID_VALUE_ID)
    return FALSE;
  *ret_output = koma_xnn_output (context, node, 0, error);
  return *ret_output != XNN_INVALID_VALUE_ID;
}

/**
 * koma_xnn_alloc_packed:
 *
 * Memory for repacked weights, which lives until the runtime is made.
 *
 * Errors: %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): zeros
 */
gpointer
koma_xnn_alloc_packed (KomaXnnContext *context,
                       gsize           size_bytes,
                       GError        **error)
{
  gpointer buffer = koma_memory_alloc (size_bytes, error);

  if (buffer != NULL)
    g_ptr_array_add (context->packed, buffer);
  return buffer;
}

/**
 * koma_xnn_in_shape:
 *
 * Returns: (transfer none): the shape of an input
 */
const KomaShape *
koma_xnn_in_shape (const KomaXnnContext *context,
                   const KomaNode       *node,
                   guint                 index)
{
  return &koma_node_input (context->spec->graph, node, index)->shape;
}

/**
 * koma_xnn_out_shape:
 *
 * Returns: (transfer none): the shape of the first output
 */
const KomaShape *
koma_xnn_out_shape (const KomaXnnContext *context,
                    const KomaNode       *node)
{
  return &koma_node_output (context->spec->graph, node, 0)->shape;
}
