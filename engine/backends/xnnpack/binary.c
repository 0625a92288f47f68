/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* Elementwise ops of two operands: XNNPACK broadcasts as NumPy does. */

#include "engine/graph/quantization.h"
#include "grid.h"

static gboolean
binary_supports (const KomaGraph *graph,
                 const KomaNode  *node,
                 GError         **error)
{
  if (koma_node_input (graph, node, 1)->shape.rank == 0 ||
      koma_shape_count (&koma_node_input (graph, node, 1)->shape) == 0)
    return koma_xnn_refuse (error, "XNNPACK takes no scalars and no empty tensors");
  return TRUE;
}

/* AddV2 and Sub. */
static gboolean
sum_supports (const KomaGraph *graph,
              const KomaNode  *node,
              GError         **error)
{
  return binary_supports (graph, node, error) &&
         koma_xnn_grid_check_ratios (graph, node, 2, 0x1p-10, 0x1p+8, error);
}

static gboolean
mul_supports (const KomaGraph *graph,
              const KomaNode  *node,
              GError         **error)
{
  const KomaValue *a = koma_node_input (graph, node, 0);
  const KomaValue *b = koma_node_input (graph, node, 1);
  const KomaValue *output = koma_node_output (graph, node, 0);

  if (!binary_supports (graph, node, error))
    return FALSE;
  if (koma_node_is_8_bit (graph, node) &&
      !koma_xnn_grid_check_ratio ((double) a->quantization->scales[0] *
                                    (double) b->quantization->scales[0] /
                                    (double) output->quantization->scales[0],
                                  0x1p-16, 0x1p+8, error))
    return FALSE;
  return koma_xnn_grid_check (graph, node, 2, error);
}

typedef enum xnn_status (*DefineClamped) (xnn_subgraph_t subgraph,
                                          float          min,
                                          float          max,
                                          uint32_t       a,
                                          uint32_t       b,
                                          uint32_t       output,
                                          uint32_t       flags);
typedef enum xnn_status (*Define) (xnn_subgraph_t subgraph,
                                   uint32_t       a,
                                   uint32_t       b,
                                   uint32_t       output,
                                   uint32_t       flags);

/* One of the two functions is given. */
static gboolean
define (KomaXnnContext *context,
        const KomaNode *node,
        DefineClamped   define_clamped,
        Define          define_plain,
        GError        **error)
{
  uint32_t        a = koma_xnn_input (context, node, 0, error);
  uint32_t        b = XNN_INVALID_VALUE_ID;
  uint32_t        output = XNN_INVALID_VALUE_ID;
  enum xnn_status status = xnn_status_success;

  if (a == XNN_INVALID_VALUE_ID ||
      (b = koma_xnn_input (context, node, 1, error)) == XNN_INVALID_VALUE_ID ||
      (output = koma_xnn_output (context, node, 0, error)) == XNN_INVALID_VALUE_ID)
    return FALSE;
  if (define_clamped != NULL)
    status = define_clamped (context->subgraph, node->clamp.min, node->clamp.max, a, b, output, 0);
  else
    status = define_plain (context->subgraph, a, b, output, 0);
  return koma_xnn_check (status, koma_op_get_name (node->op), error);
}

#define CLAMPED(symbol, supports, function, takes_8_bit)                                          \
  static gboolean symbol##_define (KomaXnnContext *context, const KomaNode *node, GError **error) \
  {                                                                                               \
    return define (context, node, function, NULL, error);                                         \
  }                                                                                               \
  const KomaXnnKernel koma_xnn_##symbol = { supports, symbol##_define, takes_8_bit };

#define PLAIN(symbol, function)                                                                   \
  static gboolean symbol##_define (KomaXnnContext *context, const KomaNode *node, GError **error) \
  {                                                                                               \
    return define (context, node, NULL, function, error);                                         \
  }                                                                                               \
  const KomaXnnKernel koma_xnn_##symbol = { binary_supports, symbol##_define };

CLAMPED (add, sum_supports, xnn_define_add2, TRUE)
CLAMPED (div, binary_supports, xnn_define_divide, FALSE)
CLAMPED (mul, mul_supports, xnn_define_multiply2, TRUE)
CLAMPED (sub, sum_supports, xnn_define_subtract, TRUE)
PLAIN (maximum, xnn_define_maximum2)
PLAIN (minimum, xnn_define_minimum2)
PLAIN (squared_difference, xnn_define_squared_difference)
