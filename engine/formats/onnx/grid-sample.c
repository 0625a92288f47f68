/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* GridSample (x [n,c,h,w], grid [n,h_out,w_out,2]): x at places that are known only when it runs,
 * as nodes. grid has x and y of each place, -1 and 1 being the edges; a pixel and its neighbours
 * are gathered, and summed by their weights:
 *
 *   nearest  one pixel
 *   linear   2 × 2, weights 1 - |distance|
 *   cubic    4 × 4, Keys' polynomials with a = -0.75
 */

#include <string.h>

#include "rules.h"

typedef struct
{
  KomaValueId pixels; /* x as [n,h,w,c] */
  gint64      size[2];
  gboolean    is_aligned; /* -1 and 1 are centres of pixels, not their edges */
  gboolean    is_reflected;
  gboolean    has_zeros;
} Sampler;

/* x or y of all places, [n,h_out,w_out], in pixels. */
static KomaValueId
read_grid (KomaOnnxCall  *call,
           const Sampler *sampler,
           guint          side) /* 0: rows, which are y */
{
  const double      size = (double) sampler->size[side];
  const KomaValueId place = koma_builder_int (call->nodes, 1 - side);
  KomaValueId       at = KOMA_VALUE_NONE;

  at = KOMA_BUILDER_NODE (call->nodes, KOMA_OP_GATHER, NULL, call->inputs[1], place,
                          koma_builder_int (call->nodes, 3));
  at = koma_onnx_with_float (call, KOMA_OP_ADD, at, 1);
  if (sampler->is_aligned)
    return koma_onnx_with_float (call, KOMA_OP_MUL, at, (size - 1) / 2);
  return koma_onnx_with_float (call, KOMA_OP_SUB,
                               koma_onnx_with_float (call, KOMA_OP_MUL, at, size / 2), 0.5);
}

/* As between two mirrors, at the edges or in the centres of the outer pixels. */
static KomaValueId
reflect (KomaOnnxCall  *call,
         const Sampler *sampler,
         guint          side,
         KomaValueId    at)
{
  const double low = sampler->is_aligned ? 0 : -0.5;
  const double span = (double) sampler->size[side] - (sampler->is_aligned ? 1 : 0);
  KomaValueId  far = KOMA_VALUE_NONE;

  if (span == 0)
    return koma_onnx_with_float (call, KOMA_OP_MUL, at, 0);
  far = koma_builder_unary (call->nodes, KOMA_OP_ABS,
                            koma_onnx_with_float (call, KOMA_OP_SUB, at, low));
  far = koma_onnx_with_float (call, KOMA_OP_FLOOR_MOD, far, 2 * span);
  far = koma_builder_binary (call->nodes, KOMA_OP_MINIMUM, far,
                             koma_builder_binary (call->nodes, KOMA_OP_SUB,
                                                  koma_builder_float (call->nodes, 2 * span), far));
  return koma_onnx_with_float (call, KOMA_OP_ADD, far, low);
}

/* A whole place that is inside, and in @weight what it counts: 0 for zeros outside. */
static KomaValueId
bring_inside (KomaOnnxCall  *call,
              const Sampler *sampler,
              guint          side,
              KomaValueId    at,
              KomaValueId   *weight)
{
  KomaValueId inside = KOMA_VALUE_NONE;

  if (sampler->is_reflected)
    at = reflect (call, sampler, side, at);
  inside = koma_onnx_clip (call, at, 0, (double) sampler->size[side] - 1);
  if (sampler->has_zeros)
    *weight = koma_builder_binary (
      call->nodes, KOMA_OP_MUL, *weight,
      koma_onnx_cast (call, koma_builder_binary (call->nodes, KOMA_OP_EQUAL, at, inside),
                      KOMA_DTYPE_FLOAT32));
  return inside;
}

/* The pixels at whole places, times their weights: [n,h_out,w_out,c]. */
static KomaValueId
gather (KomaOnnxCall      *call,
        const Sampler     *sampler,
        const KomaValueId *at,      /* [2] */
        const KomaValueId *weights) /* [2] */
{
  KomaValueId weight = koma_builder_binary (call->nodes, KOMA_OP_MUL, weights[0], weights[1]);
  KomaValueId places[2] = { 0 };

  for (guint i = 0; i < 2; i++)
    places[i] =
      koma_onnx_cast (call, bring_inside (call, sampler, i, at[i], &weight), KOMA_DTYPE_INT32);
  places[0] =
    koma_builder_node (call->nodes, KOMA_OP_PACK, places, 2, koma_attrs_new_int ("axis", -1));
  weight = KOMA_BUILDER_NODE (call->nodes, KOMA_OP_PACK, koma_attrs_new_int ("axis", -1), weight);
  places[0] = KOMA_BUILDER_NODE (call->nodes, KOMA_OP_GATHER_ND,
                                 koma_attrs_new_int ("batch_dims", 1), sampler->pixels, places[0]);
  return koma_builder_binary (call->nodes, KOMA_OP_MUL, places[0], weight);
}

/* Of a pixel at a distance of 0 … 2. */
static KomaValueId
weigh_cubic (KomaOnnxCall *call,
             KomaValueId   distance,
             gboolean      is_far)
{
  static const double near[] = { 1.25, -2.25, 0, 1 };
  static const double far[] = { -0.75, 3.75, -6, 3 };
  const double       *factors = is_far ? far : near;
  KomaValueId         sum = koma_onnx_with_float (call, KOMA_OP_MUL, distance, factors[0]);

  for (guint i = 1; i < 3; i++)
    sum = koma_builder_binary (call->nodes, KOMA_OP_MUL,
                               koma_onnx_with_float (call, KOMA_OP_ADD, sum, factors[i]), distance);
  return koma_onnx_with_float (call, KOMA_OP_ADD, sum, factors[3]);
}

/* Neighbour @index, from the first: its place and its weight. */
static void
find_neighbour (KomaOnnxCall *call,
                KomaValueId   at,
                guint         n,
                guint         index,
                KomaValueId  *ret_at,
                KomaValueId  *ret_weight)
{
  const double offset = (double) index - (n / 2 - 1.0);
  KomaValueId  distance = KOMA_VALUE_NONE;

  *ret_at = koma_onnx_with_float (call, KOMA_OP_ADD,
                                  koma_builder_unary (call->nodes, KOMA_OP_FLOOR, at), offset);
  distance = koma_builder_unary (call->nodes, KOMA_OP_ABS,
                                 koma_builder_binary (call->nodes, KOMA_OP_SUB, at, *ret_at));
  if (n == 2)
    *ret_weight =
      koma_builder_binary (call->nodes, KOMA_OP_SUB, koma_builder_float (call->nodes, 1), distance);
  else
    *ret_weight = weigh_cubic (call, distance, index == 0 || index == 3);
}

static KomaValueId
sum_neighbours (KomaOnnxCall      *call,
                const Sampler     *sampler,
                const KomaValueId *at, /* [2] */
                guint              n)               /* on each side */
{
  KomaValueId sum = KOMA_VALUE_NONE;

  for (guint i = 0; i < n * n; i++) {
    KomaValueId places[2] = { 0 };
    KomaValueId weights[2] = { 0 };
    KomaValueId part = KOMA_VALUE_NONE;

    find_neighbour (call, at[0], n, i / n, &places[0], &weights[0]);
    find_neighbour (call, at[1], n, i % n, &places[1], &weights[1]);
    part = gather (call, sampler, places, weights);
    sum = i == 0 ? part : koma_builder_binary (call->nodes, KOMA_OP_ADD, sum, part);
  }
  return sum;
}

static KomaValueId
take_nearest (KomaOnnxCall      *call,
              const Sampler     *sampler,
              const KomaValueId *at)
{
  KomaValueId places[2] = { 0 };
  KomaValueId ones[2] = { 0 };

  for (guint i = 0; i < 2; i++)
    places[i] = koma_builder_unary (call->nodes, KOMA_OP_ROUND, at[i]);
  /* The weights have the shape of the places, whatever that is. */
  ones[0] = koma_onnx_with_float (call, KOMA_OP_MUL, places[0], 0);
  ones[0] = koma_onnx_with_float (call, KOMA_OP_ADD, ones[0], 1);
  ones[1] = koma_builder_float (call->nodes, 1);
  return gather (call, sampler, places, ones);
}

static gboolean
read_sampler (KomaOnnxCall *call,
              Sampler      *ret_sampler)
{
  const KomaShape  shape = koma_builder_get_shape (call->nodes, call->inputs[0]);
  g_autofree char *padding = koma_onnx_attr_string (call->node, "padding_mode", "zeros");
  Sampler          sampler = {
             .is_aligned = koma_onnx_attr_int (call->node, "align_corners", 0) != 0,
             .is_reflected = g_str_equal (padding, "reflection"),
             .has_zeros = g_str_equal (padding, "zeros"),
  };

  if (shape.rank != 4 || koma_builder_get_rank (call->nodes, call->inputs[1]) != 4)
    koma_builder_fail (call->nodes, KOMA_ERROR_UNSUPPORTED, "%u dimensions", shape.rank);
  else if (koma_builder_get_shape (call->nodes, call->inputs[1]).dims[3] != 2)
    koma_builder_fail (call->nodes, KOMA_ERROR_SHAPE, "the grid has no two numbers for a place");
  else if (shape.dims[2] < 1 || shape.dims[3] < 1)
    koma_builder_fail (call->nodes, KOMA_ERROR_SHAPE, "the input has no pixels");
  else if (!sampler.has_zeros && !sampler.is_reflected && !g_str_equal (padding, "border"))
    koma_builder_fail (call->nodes, KOMA_ERROR_UNSUPPORTED, "padding_mode %s", padding);
  if (call->nodes->error != NULL)
    return FALSE;
  memcpy (sampler.size, &shape.dims[2], sizeof sampler.size);
  sampler.pixels = koma_onnx_to_channels_last (call, call->inputs[0]);
  *ret_sampler = sampler;
  return TRUE;
}

KomaValueId
koma_onnx_rule_grid_sample (KomaOnnxCall *call)
{
  g_autofree char *mode = koma_onnx_attr_string (call->node, "mode", "linear");
  Sampler          sampler = { 0 };
  KomaValueId      at[2] = { 0 };
  KomaValueId      value = KOMA_VALUE_NONE;

  if (!read_sampler (call, &sampler))
    return KOMA_VALUE_NONE;
  for (guint i = 0; i < 2; i++)
    at[i] = read_grid (call, &sampler, i);
  if (g_str_equal (mode, "nearest"))
    value = take_nearest (call, &sampler, at);
  else if (g_str_equal (mode, "linear") || g_str_equal (mode, "bilinear"))
    value = sum_neighbours (call, &sampler, at, 2);
  else if (g_str_equal (mode, "cubic") || g_str_equal (mode, "bicubic"))
    value = sum_neighbours (call, &sampler, at, 4);
  else
    koma_builder_fail (call->nodes, KOMA_ERROR_UNSUPPORTED, "mode %s", mode);
  return koma_onnx_to_channels_first (call, value);
}
