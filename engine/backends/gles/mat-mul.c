/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* Two ways: many rows times a constant matrix are a 1×1 convolution; all else
 * is a sum for each element, of operands as they lie. */
#include "bias.h"
#include "loops.h"
#include "probe.h"
#include "tiles.h"

/* Fewer rows leave most of a tile empty, and a graphics card most of itself;
 * a rasteriser reads four times as much at once. */
#define MIN_TILED_ROWS          4
#define MIN_TILED_ROWS_SOFTWARE 1

typedef struct
{
  gsize           m;
  gsize           k;
  gsize           n;
  gsize           n_products;
  gsize           a_strides[2]; /* of m, k */
  gsize           b_strides[2]; /* of k, n */
  KomaGlesBinding bias;
} Product;

/* One that may be packed ahead. */
static gboolean
has_constant_matrix (const KomaGraph *graph,
                     const KomaNode  *node)
{
  return !node->params.mat_mul.is_a_transposed &&
         koma_node_input (graph, node, 1)->shape.rank == 2 &&
         koma_node_is_constant (graph, node, 1) && koma_node_is_constant (graph, node, 2);
}

static gboolean
mat_mul_supports (const KomaGraph *graph,
                  const KomaNode  *node,
                  GError         **error)
{
  const KomaShape *a = &koma_node_input (graph, node, 0)->shape;
  const KomaShape *out = &koma_node_output (graph, node, 0)->shape;
  const gsize      k = a->dims[a->rank - (node->params.mat_mul.is_a_transposed ? 2 : 1)];

  const gboolean is_tiled = has_constant_matrix (graph, node) &&
                            koma_gles_probe_limits ().tier == KOMA_GLES_TIER_FRAGMENT;

  return koma_gles_check_rounds (KOMA_MAX_RANK + (is_tiled && k % 4 == 0 ? k / 4 : k),
                                 is_tiled && out->dims[out->rank - 1] % 4 == 0, error) &&
         koma_gles_check_columns (out->dims[out->rank - 1], error) &&
         koma_gles_tiles_supports (1, k, out->dims[out->rank - 1], error);
}

static Product
make_product (const KomaGlesPlan *plan,
              const KomaNode     *node)
{
  const KomaMatMulParams *params = &node->params.mat_mul;
  const KomaShape        *a = koma_gles_in_shape (plan, node, 0);
  const KomaShape        *out = koma_gles_out_shape (plan, node);

  Product product = {
    .m = out->dims[out->rank - 2],
    .k = a->dims[a->rank - (params->is_a_transposed ? 2 : 1)],
    .n = out->dims[out->rank - 1],
    .n_products = 1,
  };

  for (guint d = 0; d + 2 < out->rank; d++)
    product.n_products *= out->dims[d];
  product.a_strides[0] = params->is_a_transposed ? 1 : product.k;
  product.a_strides[1] = params->is_a_transposed ? product.m : 1;
  product.b_strides[0] = params->is_b_transposed ? 1 : product.n;
  product.b_strides[1] = params->is_b_transposed ? product.k : 1;
  return product;
}

/* Dimensions of size 1, or that are missing, are repeated. */
static gsize
get_batch_stride (const KomaShape *side,
                  guint            dim,
                  guint            rank)
{
  gsize       strides[KOMA_MAX_RANK] = { 0 };
  const guint n_missing = rank - side->rank;

  koma_shape_strides (side, strides);
  return dim < n_missing || side->dims[dim - n_missing] == 1 ? 0 : strides[dim - n_missing];
}

static gboolean
record_plain (KomaGlesPlan   *plan,
              const KomaNode *node,
              const Product  *product,
              GError        **error)
{
  const KomaShape *out = koma_gles_out_shape (plan, node);
  KomaGlesDispatch dispatch = { .shader = "mat-mul.comp", .clamp = node->clamp };
  KomaGlesLoops    loops = { 0 };

  koma_gles_loops_init (&loops);
  for (guint d = 0; d + 2 < out->rank; d++)
    koma_gles_loops_add (&loops, out->dims[d],
                         get_batch_stride (koma_gles_in_shape (plan, node, 0), d, out->rank),
                         get_batch_stride (koma_gles_in_shape (plan, node, 1), d, out->rank));
  koma_gles_dispatch_bind (&dispatch, koma_gles_plan_input (plan, node, 0));
  koma_gles_dispatch_bind (&dispatch, koma_gles_plan_input (plan, node, 1));
  koma_gles_dispatch_bind (&dispatch, product->bias);
  koma_gles_dispatch_bind (&dispatch, koma_gles_plan_output (plan, node, 0));
  koma_gles_dispatch_set (&dispatch, 1,
                          (gint32[]){ product->m, product->k, product->n, loops.n_loops });
  koma_gles_dispatch_set (&dispatch, 2,
                          (gint32[]){ product->a_strides[0], product->a_strides[1],
                                      product->b_strides[0], product->b_strides[1] });
  koma_gles_loops_set (&loops, &dispatch, 3);
  return koma_gles_plan_add_places (plan, &dispatch, product->n, product->n_products * product->m,
                                    error);
}

static gboolean
record_tiled (KomaGlesPlan   *plan,
              const KomaNode *node,
              const Product  *product,
              GError        **error)
{
  const KomaGraph     *graph = plan->spec->graph;
  const KomaGlesFilter filter = {
    .weights = koma_node_input (graph, node, 1)->constant->data,
    .bias = node->n_inputs > 2
              ? koma_node_input (graph, node, 2)->constant->data
              : NULL,
    .n_groups = 1,
    .n_taps = 1,
    .in_c = product->k,
    .out_c = product->n,
    .k_stride = product->b_strides[0],
    .channel_stride = product->b_strides[1],
  };
  KomaGlesDispatch dispatch = { .clamp = node->clamp };

  if (!koma_gles_tiles_bind (plan, &filter, koma_gles_plan_input (plan, node, 0),
                             koma_gles_plan_output (plan, node, 0), &dispatch, error))
    return FALSE;
  koma_gles_dispatch_set (&dispatch, 4, (gint32[]){ product->k, product->n, 0, 0 });
  return koma_gles_tiles_record (plan, &dispatch, &filter, product->n_products * product->m,
                                 "#define IS_POINTWISE\n", error);
}

static gboolean
mat_mul_record (KomaGlesPlan   *plan,
                const KomaNode *node,
                GError        **error)
{
  Product        product = make_product (plan, node);
  const gboolean is_software = koma_gles_device_get_info (plan->device)->is_software;
  const gsize    min_rows = is_software ? MIN_TILED_ROWS_SOFTWARE : MIN_TILED_ROWS;
  const gboolean is_tall = product.n_products * product.m >= min_rows;

  /* Fragments have tiles of one row. */
  if (has_constant_matrix (plan->spec->graph, node) &&
      (is_tall || plan->tier == KOMA_GLES_TIER_FRAGMENT))
    return record_tiled (plan, node, &product, error);
  return koma_gles_bias_bind (plan, node, 2, product.n, FALSE, &product.bias, error) &&
         record_plain (plan, node, &product, error);
}

const KomaGlesKernel koma_gles_mat_mul = {
  .supports = mat_mul_supports,
  .record = mat_mul_record,
};
