/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "infer-shape.h"

/**
 * koma_infer_shape:
 * @what: what the input is to the op: "dims"
 *
 * The shape in an input that must be known ahead, int32. Its numbers are not checked:
 * koma_infer_set_output() does that.
 *
 * Errors: those of koma_infer_ints(); %KOMA_ERROR_UNSUPPORTED if there are too many dimensions.
 */
gboolean
koma_infer_shape (const KomaGraph *graph,
                  const KomaNode  *node,
                  guint            index,
                  const char      *what,
                  KomaShape       *ret_shape,
                  GError         **error)
{
  KomaInts dims = { 0 };

  if (!koma_infer_ints (graph, node, index, what, &dims, error))
    return FALSE;
  if (dims.n > KOMA_MAX_RANK)
    return koma_fail (error, KOMA_ERROR_UNSUPPORTED,
                      "%s has %u elements, expected at most %d", what, dims.n, KOMA_MAX_RANK);
  *ret_shape = koma_shape_make (dims.n, dims.at);
  return TRUE;
}

/**
 * koma_infer_shape_of_rank:
 *
 * The same, of @rank dimensions. Errors: those of koma_infer_shape(); %KOMA_ERROR_SHAPE if
 * there are fewer or more.
 */
gboolean
koma_infer_shape_of_rank (const KomaGraph *graph,
                          const KomaNode  *node,
                          guint            index,
                          const char      *what,
                          guint            rank,
                          KomaShape       *ret_shape,
                          GError         **error)
{
  KomaShape shape = { 0 };

  if (!koma_infer_shape (graph, node, index, what, &shape, error))
    return FALSE;
  if (shape.rank != rank)
    return koma_fail (error, KOMA_ERROR_SHAPE,
                      "%s has %u elements, expected %u", what, shape.rank, rank);
  *ret_shape = shape;
  return TRUE;
}

/**
 * koma_infer_check_shape:
 *
 * Errors: %KOMA_ERROR_SHAPE if it is another one.
 */
gboolean
koma_infer_check_shape (const KomaValue *value,
                        const char      *what,
                        const KomaShape *expected,
                        GError         **error)
{
  g_autofree char *text = NULL;

  if (koma_shape_equal (&value->shape, expected))
    return TRUE;
  text = koma_shape_to_string (expected);
  return koma_infer_fail_shape (error, what, &value->shape, text);
}
