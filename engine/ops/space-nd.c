/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "space-nd.h"

static gboolean
read_blocks (const KomaGraph *graph,
             const KomaNode  *node,
             KomaSpaceND     *space,
             GError         **error)
{
  guint    rank = koma_node_input (graph, node, 0)->shape.rank;
  KomaInts blocks = { 0 };

  if (!koma_infer_ints (graph, node, 1, "block_shape", &blocks, error))
    return FALSE;
  if (blocks.n < 1 || blocks.n + 1 > rank)
    return koma_fail (error, KOMA_ERROR_SHAPE,
                      "block_shape has %u elements, expected 1 to %d for %u dimensions",
                      blocks.n, MAX ((int) rank - 1, 1), rank);
  space->n_spatial = blocks.n;
  space->block_size = 1;
  for (guint i = 0; i < blocks.n; i++) {
    /* Elements are int32 and the product is kept below 2^31: no overflow. */
    if (blocks.at[i] < 1 || space->block_size * blocks.at[i] > G_MAXINT32)
      return koma_fail (error, KOMA_ERROR_MODEL,
                        "block_shape has %" G_GINT64_FORMAT
                        ", expected 1 or more and a product below 2^31",
                        blocks.at[i]);
    space->block[i] = blocks.at[i];
    space->block_size *= blocks.at[i];
  }
  return TRUE;
}

/**
 * koma_space_nd_infer:
 *
 * Reads and checks block_shape and paddings or crops, which none of both may
 * be negative. Errors: %KOMA_ERROR_MODEL, %KOMA_ERROR_SHAPE,
 * %KOMA_ERROR_UNSUPPORTED.
 */
gboolean
koma_space_nd_infer (const KomaGraph *graph,
                     const KomaNode  *node,
                     const char      *what,
                     KomaSpaceND     *ret_space,
                     GError         **error)
{
  const KomaValue *input = koma_node_input (graph, node, 0);
  KomaSpaceND      space = { 0 };
  KomaInts         edges = { 0 };

  if (!koma_infer_check_dtype (input, "input", KOMA_DTYPES_NUMBER, error) ||
      !read_blocks (graph, node, &space, error) ||
      !koma_infer_ints (graph, node, 2, what, &edges, error))
    return FALSE;
  if (edges.n != 2 * space.n_spatial)
    return koma_fail (error, KOMA_ERROR_SHAPE, "%s has %u elements, expected %u",
                      what, edges.n, 2 * space.n_spatial);
  for (guint i = 0; i < edges.n; i++)
    if (edges.at[i] < 0)
      return koma_fail (error, KOMA_ERROR_MODEL,
                        "%s has %" G_GINT64_FORMAT ", expected 0 or more", what, edges.at[i]);
  for (guint i = 0; i < space.n_spatial; i++) {
    space.before[i] = edges.at[2 * i];
    space.after[i] = edges.at[2 * i + 1];
  }
  *ret_space = space;
  return TRUE;
}

void
koma_space_nd_fill_params (const KomaSpaceND *space,
                           KomaOpParams      *ret_params)
{
  *ret_params = (KomaOpParams){ .space = { .n_spatial = space->n_spatial } };
  for (guint i = 0; i < space->n_spatial; i++) {
    ret_params->space.block[i] = space->block[i];
    ret_params->space.before[i] = space->before[i];
    ret_params->space.after[i] = space->after[i];
  }
}
