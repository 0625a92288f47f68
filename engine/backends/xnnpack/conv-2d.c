/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* XNNPACK's filter is [out_c, kernel_h, kernel_w, in_c / groups], ours
 * [kernel_h, kernel_w, in_c / groups, out_c]. A convolution of single pixels is a matrix
 * product, whose filter XNNPACK also takes as ours lies: the kernels are the same, and
 * the weights are copied once, by XNNPACK. */

#include "conv-2d.h"

#include "engine/backends/cpu/kernels/kernels.h"
#include "engine/graph/quantization.h"
#include "grid.h"

/* What sums are multiplied with. */
#define LEAST_RATIO 0x1p-32
#define RATIO_LIMIT 256.0

/**
 * koma_xnn_leaves_products:
 * @dtype: of the bytes: uint8 or int8
 * @cpu_level: the level of plain C, see koma_cpu_kernels_get_level()
 * @has_int8: whether XNNPACK has dot products of int8
 *
 * Whether products of bytes are left to plain C. A processor with VNNI multiplies four pairs of
 * bytes and adds them up in one instruction. Plain C does that for uint8 and int8. XNNPACK of
 * 2022-02 does not, and XNNPACK of 2024-11 does it for int8 alone; otherwise it makes each byte an
 * int16 first. tests/bench/README.md has the measurement. Thread: any.
 */
gboolean
koma_xnn_leaves_products (KomaDType   dtype,
                          const char *cpu_level,
                          gboolean    has_int8)
{
  return g_str_has_suffix (cpu_level, "vnni") && !(has_int8 && dtype == KOMA_DTYPE_INT8);
}

static gboolean
check_8_bit (const KomaGraph *graph,
             const KomaNode  *node,
             GError         **error)
{
  const KomaQuantization *weights = koma_node_input (graph, node, 1)->quantization;
  double                  ratio = 0;

  if (!koma_node_is_8_bit (graph, node))
    return TRUE;
  if (koma_xnn_leaves_products (koma_node_input (graph, node, 0)->dtype,
                                koma_cpu_kernels_get_level (), KOMA_XNNPACK_HAS_INT8_DOT_PRODUCTS))
    return koma_xnn_refuse (error, "plain C has dot products of these bytes, XNNPACK has none");
  if (weights->dtype == KOMA_DTYPE_INT8 && weights->zero_point != 0)
    return koma_xnn_refuse (error, "XNNPACK takes int8 weights without a zero point");
  if (weights->n_scales > 1 && weights->dtype == KOMA_DTYPE_UINT8)
    return koma_xnn_refuse (error, "XNNPACK has one scale for uint8 weights");
  ratio = (double) koma_node_input (graph, node, 0)->quantization->scales[0] /
          (double) koma_node_output (graph, node, 0)->quantization->scales[0];
  for (gsize i = 0; i < weights->n_scales; i++)
    if (!koma_xnn_grid_check_ratio (ratio * (double) weights->scales[i], LEAST_RATIO, RATIO_LIMIT,
                                    error))
      return FALSE;
  return koma_xnn_grid_check (graph, node, 2, error);
}

/**
 * koma_xnn_conv_supports:
 *
 * Errors: %KOMA_ERROR_UNSUPPORTED if a weight is computed, or XNNPACK has not these types and
 * scales, or plain C multiplies these bytes faster.
 */
gboolean
koma_xnn_conv_supports (const KomaGraph *graph,
                        const KomaNode  *node,
                        GError         **error)
{
  if (!koma_node_is_constant (graph, node, 1) || !koma_node_is_constant (graph, node, 2))
    return koma_xnn_refuse (error, "XNNPACK wants constant weights");
  return check_8_bit (graph, node, error);
}

/**
 * koma_xnn_conv_define_weights:
 * @channel_dim: of the dimensions, the one with the channels of the result
 * @data: the weights in XNNPACK's order; must live until the runtime is made
 *
 * Errors: those of koma_xnn_check().
 *
 * Returns: the id of the node's weights, or %XNN_INVALID_VALUE_ID and @error set
 */
uint32_t
koma_xnn_conv_define_weights (KomaXnnContext *context,
                              const KomaNode *node,
                              guint           rank,
                              guint           channel_dim,
                              const size_t   *dims,
                              gconstpointer   data,
                              GError        **error)
{
  const KomaValue *weights = koma_node_input (context->spec->graph, node, 1);

  if (weights->dtype == KOMA_DTYPE_FLOAT32 || weights->quantization->n_scales == 1)
    return koma_xnn_define_value (context, weights, rank, dims, data, error);
  return koma_xnn_define_channels (context, xnn_datatype_qcint8, weights->quantization->scales,
                                   rank, channel_dim, dims, data, error);
}

/**
 * koma_xnn_conv_pack:
 * @n_channels: columns of the weights, which become rows
 *
 * Errors: %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): the node's weights [taps, channels] as [channels, taps]
 */
gpointer
koma_xnn_conv_pack (KomaXnnContext *context,
                    const KomaNode *node,
                    gsize           n_channels,
                    GError        **error)
{
  const KomaArray *weights = koma_node_input (context->spec->graph, node, 1)->constant;
  const gsize      n_taps = weights->count / n_channels;
  gpointer         packed =
    koma_xnn_alloc_packed (context, koma_array_get_size_bytes (weights), error);

  for (gsize c = 0; packed != NULL && c < n_channels; c++)
    for (gsize tap = 0; tap < n_taps; tap++)
      if (weights->dtype == KOMA_DTYPE_FLOAT32)
        ((float *) packed)[c * n_taps + tap] =
          ((const float *) weights->data)[tap * n_channels + c];
      else
        ((guint8 *) packed)[c * n_taps + tap] =
          ((const guint8 *) weights->data)[tap * n_channels + c];
  return packed;
}

/**
 * koma_xnn_conv_define_columns:
 * @n_channels: columns of the weights
 *
 * The weights of float32 as they lie, for a matrix product with %XNN_FLAG_TRANSPOSE_WEIGHTS.
 * Errors: those of koma_xnn_check().
 *
 * Returns: their id, or %XNN_INVALID_VALUE_ID and @error set
 */
uint32_t
koma_xnn_conv_define_columns (KomaXnnContext *context,
                              const KomaNode *node,
                              gsize           n_channels,
                              GError        **error)
{
  const KomaArray *weights = koma_node_input (context->spec->graph, node, 1)->constant;
  const size_t     dims[2] = { weights->count / n_channels, n_channels };

  return koma_xnn_conv_define_weights (context, node, 2, 1, dims, weights->data, error);
}

static gboolean
is_product (const KomaGraph *graph,
            const KomaNode  *node)
{
  return node->params.window.groups == 1 && !koma_node_is_8_bit (graph, node) &&
         koma_cpu_patches_are_pixels (&node->params.window);
}

static uint32_t
define_matrix (KomaXnnContext *context,
               const KomaNode *node,
               GError        **error)
{
  return koma_xnn_conv_define_columns (context, node, koma_xnn_in_shape (context, node, 1)->dims[3],
                                       error);
}

static uint32_t
define_filter (KomaXnnContext *context,
               const KomaNode *node,
               GError        **error)
{
  const gint64  *filter = koma_xnn_in_shape (context, node, 1)->dims;
  const size_t   dims[4] = { filter[3], filter[0], filter[1], filter[2] };
  const gpointer packed = koma_xnn_conv_pack (context, node, filter[3], error);

  return packed != NULL ? koma_xnn_conv_define_weights (context, node, 4, 0, dims, packed, error)
                        : XNN_INVALID_VALUE_ID;
}

/* In steps of the products. */
static uint32_t
define_bias_8 (KomaXnnContext *context,
               const KomaNode *node,
               size_t          n_channels,
               gconstpointer   data,
               GError        **error)
{
  const KomaGraph        *graph = context->spec->graph;
  const KomaQuantization *weights = koma_node_input (graph, node, 1)->quantization;
  const float             x_scale = koma_node_input (graph, node, 0)->quantization->scales[0];
  float                  *scales =
    koma_xnn_alloc_packed (context, weights->n_scales * sizeof (float), error);
  uint32_t id = XNN_INVALID_VALUE_ID;

  if (scales == NULL)
    return XNN_INVALID_VALUE_ID;
  for (gsize i = 0; i < weights->n_scales; i++)
    scales[i] = x_scale * weights->scales[i];
  if (weights->n_scales > 1)
    return koma_xnn_define_channels (context, xnn_datatype_qcint32, scales, 1, 0, &n_channels, data,
                                     error);
  koma_xnn_check (xnn_define_quantized_tensor_value (context->subgraph, xnn_datatype_qint32, 0,
                                                     scales[0], 1, &n_channels, data,
                                                     XNN_INVALID_VALUE_ID, 0, &id),
                  "a bias", error);
  return id;
}

/* XNNPACK's convolutions of 2022 crash without a bias: zeros stand in. */
static uint32_t
define_bias (KomaXnnContext *context,
             const KomaNode *node,
             GError        **error)
{
  const KomaGraph *graph = context->spec->graph;
  const KomaShape *out = koma_xnn_out_shape (context, node);
  const size_t     n_channels = out->dims[out->rank - 1];
  gconstpointer    data = NULL;

  if (node->n_inputs > 2)
    data = koma_node_input (graph, node, 2)->constant->data;
  else
    data = koma_xnn_alloc_packed (context, n_channels * sizeof (float), error);
  if (data == NULL)
    return XNN_INVALID_VALUE_ID;
  if (koma_node_is_8_bit (graph, node))
    return define_bias_8 (context, node, n_channels, data, error);
  return koma_xnn_define_value (context, koma_node_input (graph, node, 0), 1, &n_channels, data,
                                error);
}

/**
 * koma_xnn_conv_define_values:
 * @define_weights: defines the filter, or the matrix, as XNNPACK wants it
 *
 * Defines what a convolution or a matrix product reads and makes. Errors: %KOMA_ERROR_MEMORY,
 * %KOMA_ERROR_BACKEND.
 */
gboolean
koma_xnn_conv_define_values (KomaXnnContext      *context,
                             const KomaNode      *node,
                             KomaXnnDefineWeights define_weights,
                             KomaXnnConvIds      *ret_ids,
                             GError             **error)
{
  KomaXnnConvIds ids = { 0 };

  if ((ids.input = koma_xnn_input (context, node, 0, error)) == XNN_INVALID_VALUE_ID ||
      (ids.filter = define_weights (context, node, error)) == XNN_INVALID_VALUE_ID ||
      (ids.bias = define_bias (context, node, error)) == XNN_INVALID_VALUE_ID ||
      (ids.output = koma_xnn_output (context, node, 0, error)) == XNN_INVALID_VALUE_ID)
    return FALSE;
  *ret_ids = ids;
  return TRUE;
}

static gboolean
define_product (KomaXnnContext *context,
                const KomaNode *node,
                GError        **error)
{
  KomaXnnConvIds ids = { 0 };

  if (!koma_xnn_conv_define_values (context, node, define_matrix, &ids, error))
    return FALSE;
  return koma_xnn_check (xnn_define_fully_connected (context->subgraph, node->clamp.min,
                                                     node->clamp.max, ids.input, ids.filter,
                                                     ids.bias, ids.output,
                                                     XNN_FLAG_TRANSPOSE_WEIGHTS),
                         "a convolution of pixels", error);
}

static gboolean
conv_2d_define (KomaXnnContext *context,
                const KomaNode *node,
                GError        **error)
{
  const KomaWindow2D *window = &node->params.window;
  size_t              out_c = koma_xnn_out_shape (context, node)->dims[3];
  KomaXnnConvIds      ids = { 0 };

  if (is_product (context->spec->graph, node))
    return define_product (context, node, error);
  if (!koma_xnn_conv_define_values (context, node, define_filter, &ids, error))
    return FALSE;
  return koma_xnn_check (
    xnn_define_convolution_2d (context->subgraph,
                               window->padding.top, window->padding.right,
                               window->padding.bottom, window->padding.left,
                               window->kernel_h, window->kernel_w,
                               window->stride_h, window->stride_w,
                               window->dilation_h, window->dilation_w,
                               window->groups,
                               koma_xnn_in_shape (context, node, 0)->dims[3] / window->groups,
                               out_c / window->groups,
                               node->clamp.min, node->clamp.max,
                               ids.input, ids.filter, ids.bias, ids.output, 0),
    "a convolution", error);
}

const KomaXnnKernel koma_xnn_conv_2d = { koma_xnn_conv_supports, conv_2d_define, TRUE };
