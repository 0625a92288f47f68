/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "parts.h"

/**
 * koma_keras_add_expand_dims:
 * @axis: of the result
 *
 * Errors: %KOMA_ERROR_MEMORY.
 */
gboolean
koma_keras_add_expand_dims (KomaKerasBuilder *builder,
                            const char       *name,
                            KomaValueId       input,
                            guint             axis,
                            KomaValueId      *ret_output,
                            GError          **error)
{
  const guint rank = koma_keras_get_rank (builder, input);

  if (!koma_keras_add_binary (builder, KOMA_OP_EXPAND_DIMS, name, input,
                              koma_keras_add_int (builder, (gint32) axis, error), ret_output,
                              error))
    return FALSE;
  koma_keras_set_rank (builder, *ret_output, rank + 1);
  return TRUE;
}

/**
 * koma_keras_add_squeeze:
 * @axis: a dimension of size 1
 *
 * Errors: those of koma_keras_add_node().
 */
gboolean
koma_keras_add_squeeze (KomaKerasBuilder *builder,
                        const char       *name,
                        KomaValueId       input,
                        guint             axis,
                        KomaValueId      *ret_output,
                        GError          **error)
{
  const KomaKerasCall like = { .name = name, .inputs = &input, .n_inputs = 1 };
  KomaAttrs          *attrs = koma_attrs_new ();

  koma_attrs_set_ints (attrs, "squeeze_dims", (gint64[]){ axis }, 1);
  if (!koma_keras_add_node (builder, KOMA_OP_SQUEEZE, &like, attrs, ret_output, error))
    return FALSE;
  koma_keras_set_rank (builder, *ret_output, koma_keras_get_rank (builder, input) - 1);
  return TRUE;
}

/**
 * koma_keras_add_reduce:
 * @op: %KOMA_OP_SUM, %KOMA_OP_MEAN, %KOMA_OP_ANY, …
 * @axes: bit i set: dimension i is reduced
 *
 * Errors: %KOMA_ERROR_MEMORY.
 */
gboolean
koma_keras_add_reduce (KomaKerasBuilder *builder,
                       KomaOp            op,
                       const char       *name,
                       KomaValueId       input,
                       guint             axes,
                       gboolean          keep_dims,
                       KomaValueId      *ret_output,
                       GError          **error)
{
  const guint         rank = koma_keras_get_rank (builder, input);
  KomaValueId         inputs[2] = { input };
  const KomaKerasCall like = { .name = name, .inputs = inputs, .n_inputs = 2 };
  gint32              list[KOMA_MAX_RANK] = { 0 };
  guint               n_axes = 0;
  g_autoptr (KomaAttrs) attrs = koma_attrs_new ();

  for (guint i = 0; i < MIN (rank, KOMA_MAX_RANK); i++)
    if (axes & 1u << i)
      list[n_axes++] = i;
  koma_attrs_set_int (attrs, "keep_dims", keep_dims);
  inputs[1] = koma_keras_add_ints (builder, list, n_axes, error);
  if (inputs[1] == KOMA_VALUE_NONE ||
      !koma_keras_add_node (builder, op, &like, g_steal_pointer (&attrs), ret_output, error))
    return FALSE;
  koma_keras_set_rank (builder, *ret_output, keep_dims ? rank : rank - n_axes);
  return TRUE;
}

/**
 * koma_keras_add_cast:
 * @type: "float32", "int32", …
 *
 * Errors: those of koma_keras_add_node().
 */
gboolean
koma_keras_add_cast (KomaKerasBuilder *builder,
                     const char       *name,
                     KomaValueId       input,
                     const char       *type,
                     KomaValueId      *ret_output,
                     GError          **error)
{
  const KomaKerasCall like = { .name = name, .inputs = &input, .n_inputs = 1 };
  KomaAttrs          *attrs = koma_attrs_new ();

  koma_attrs_set_string (attrs, "DstT", type);
  return koma_keras_add_node (builder, KOMA_OP_CAST, &like, attrs, ret_output, error);
}

/**
 * koma_keras_add_select:
 * @condition: bool; all three are broadcast together
 * @a: where it is true; its rank is the result's
 *
 * Any of the three may be %KOMA_VALUE_NONE, from a constant that failed and set @error.
 *
 * Errors: those of koma_keras_add_node().
 */
gboolean
koma_keras_add_select (KomaKerasBuilder *builder,
                       const char       *name,
                       KomaValueId       condition,
                       KomaValueId       a,
                       KomaValueId       b,
                       KomaValueId      *ret_output,
                       GError          **error)
{
  const KomaValueId   inputs[] = { condition, a, b };
  const KomaKerasCall like = { .name = name, .inputs = inputs, .n_inputs = 3 };

  if (condition == KOMA_VALUE_NONE || a == KOMA_VALUE_NONE || b == KOMA_VALUE_NONE ||
      !koma_keras_add_node (builder, KOMA_OP_SELECT, &like, NULL, ret_output, error))
    return FALSE;
  koma_keras_set_rank (builder, *ret_output, koma_keras_get_rank (builder, a));
  return TRUE;
}

/**
 * koma_keras_add_mat_mul:
 *
 * Errors: those of koma_keras_add_node().
 */
gboolean
koma_keras_add_mat_mul (KomaKerasBuilder *builder,
                        const char       *name,
                        KomaValueId       a,
                        KomaValueId       b,
                        gboolean          is_a_transposed,
                        gboolean          is_b_transposed,
                        KomaValueId      *ret_output,
                        GError          **error)
{
  const KomaValueId   inputs[] = { a, b };
  const KomaKerasCall like = { .name = name, .inputs = inputs, .n_inputs = 2 };
  KomaAttrs          *attrs = koma_attrs_new ();

  koma_attrs_set_int (attrs, "transpose_a", is_a_transposed);
  koma_attrs_set_int (attrs, "transpose_b", is_b_transposed);
  return koma_keras_add_node (builder, KOMA_OP_MAT_MUL, &like, attrs, ret_output, error);
}

/**
 * koma_keras_add_split:
 * @ret_pieces: (array length=n_pieces): of equal size along the last dimension
 *
 * Errors: those of koma_keras_add_node().
 */
gboolean
koma_keras_add_split (KomaKerasBuilder *builder,
                      const char       *name,
                      KomaValueId       input,
                      guint             n_pieces,
                      KomaValueId      *ret_pieces,
                      GError          **error)
{
  const KomaKerasCall like = { .name = name, .inputs = &input, .n_inputs = 1 };
  const guint         rank = koma_keras_get_rank (builder, input);
  const KomaNode     *node = NULL;
  KomaAttrs          *attrs = koma_attrs_new ();
  KomaValueId         first = KOMA_VALUE_NONE;

  koma_attrs_set_int (attrs, "axis", rank - 1);
  koma_attrs_set_int (attrs, "num_split", n_pieces);
  if (!koma_keras_add_node (builder, KOMA_OP_SPLIT, &like, attrs, &first, error))
    return FALSE;
  node = koma_graph_get_node (builder->graph, koma_graph_get_n_nodes (builder->graph) - 1);
  for (guint i = 0; i < n_pieces; i++) {
    ret_pieces[i] = node->outputs[i];
    koma_keras_set_rank (builder, ret_pieces[i], rank);
  }
  return TRUE;
}

/**
 * koma_keras_add_slice:
 * @begin: (array): of a value of two dimensions
 * @size: (array): -1: all that is left
 *
 * Errors: those of koma_keras_add_node(); %KOMA_ERROR_MEMORY.
 */
gboolean
koma_keras_add_slice (KomaKerasBuilder *builder,
                      const char       *name,
                      KomaValueId       input,
                      const gint32     *begin,
                      const gint32     *size,
                      KomaValueId      *ret_output,
                      GError          **error)
{
  KomaValueId         inputs[3] = { input };
  const KomaKerasCall like = { .name = name, .inputs = inputs, .n_inputs = 3 };

  inputs[1] = koma_keras_add_ints (builder, begin, 2, error);
  inputs[2] = koma_keras_add_ints (builder, size, 2, error);
  return inputs[1] != KOMA_VALUE_NONE && inputs[2] != KOMA_VALUE_NONE &&
         koma_keras_add_node (builder, KOMA_OP_SLICE, &like, NULL, ret_output, error);
}
