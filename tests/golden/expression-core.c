/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "attributes.h"
#include "engine/formats/json.h"
#include "expression-ops.h"

static void
bitwise_and (ExpressionCall *call,
             GError        **error)
{
  call->y[0] = koma_tensor_bitwise_and (call->x[0], call->x[1], error);
}

static void
boolean_mask (ExpressionCall *call,
              GError        **error)
{
  const int axis = attribute_int (call->a, "axis", 0);

  call->y[0] = koma_tensor_boolean_mask (call->x[0], call->x[1], axis, error);
}

static void
einsum (ExpressionCall *call,
        GError        **error)
{
  call->y[0] =
    koma_tensor_einsum (koma_json_get_string (call->a, "equation"), call->x, call->n_x, error);
}

static void
gather_batches (ExpressionCall *call,
                GError        **error)
{
  call->y[0] =
    koma_tensor_gather_batches (call->x[0], call->x[1], attribute_int (call->a, "axis", 0),
                                attribute_int (call->a, "batchDims", 0), error);
}

static void
in_top_k (ExpressionCall *call,
          GError        **error)
{
  const int k = attribute_int (call->a, "k", 1);

  call->y[0] = koma_tensor_in_top_k (call->x[0], call->x[1], k, error);
}

static void
lower_bound (ExpressionCall *call,
             GError        **error)
{
  call->y[0] = koma_tensor_lower_bound (call->x[0], call->x[1], error);
}

static void
meshgrid (ExpressionCall *call,
          GError        **error)
{
  const gboolean is_ij = g_strcmp0 (koma_json_get_string (call->a, "indexing"), "ij") == 0;

  G_GNUC_UNUSED gboolean is_done =
    koma_tensor_meshgrid (call->x[0], call->x[1], is_ij ? KOMA_INDEXING_IJ : KOMA_INDEXING_XY,
                          &call->y[0], &call->y[1], error);
}

static void
moving_average (ExpressionCall *call,
                GError        **error)
{
  call->y[0] =
    koma_tensor_moving_average (call->x[0], call->x[1], attribute_double (call->a, "decay", 0),
                                attribute_double (call->a, "step", 0), error);
}

static void
search_sorted (ExpressionCall *call,
               GError        **error)
{
  const gboolean is_right = g_strcmp0 (koma_json_get_string (call->a, "side"), "right") == 0;

  call->y[0] = koma_tensor_search_sorted (call->x[0], call->x[1],
                                          is_right ? KOMA_SIDE_RIGHT : KOMA_SIDE_LEFT, error);
}

static void
setdiff1d (ExpressionCall *call,
           GError        **error)
{
  G_GNUC_UNUSED gboolean is_done =
    koma_tensor_setdiff1d (call->x[0], call->x[1], &call->y[0], &call->y[1], error);
}

static void
upper_bound (ExpressionCall *call,
             GError        **error)
{
  call->y[0] = koma_tensor_upper_bound (call->x[0], call->x[1], error);
}

static void
where_indices (ExpressionCall *call,
               GError        **error)
{
  call->y[0] = koma_tensor_where_indices (call->x[0], error);
}

const ExpressionOp expression_core[] = {
  { "bitwiseAnd", 2, bitwise_and },
  { "booleanMask", 2, boolean_mask },
  { "einsum", 1, einsum },
  { "gatherBatches", 2, gather_batches },
  { "inTopK", 2, in_top_k },
  { "lowerBound", 2, lower_bound },
  { "meshgrid", 2, meshgrid },
  { "movingAverage", 2, moving_average },
  { "searchSorted", 2, search_sorted },
  { "setdiff1d", 2, setdiff1d },
  { "upperBound", 2, upper_bound },
  { "whereIndices", 1, where_indices },
  { NULL, 0, NULL },
};
