/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Ops that many formulas use, with their attributes and constants. */
#include "builder.h"

KomaValueId
koma_builder_reduce (KomaBuilder *self,
                     KomaOp       op,
                     KomaValueId  x,
                     guint        axes,
                     gboolean     keep_dims)
{
  const guint rank = koma_builder_get_rank (self, x);
  gint32      list[KOMA_MAX_RANK] = { 0 };
  guint       n = 0;
  KomaValueId y = KOMA_VALUE_NONE;
  KomaAttrs  *attrs = koma_attrs_new ();

  for (guint d = 0; d < KOMA_MAX_RANK; d++)
    if (axes >> d & 1)
      list[n++] = d;
  koma_attrs_set_int (attrs, "keep_dims", keep_dims);
  y = KOMA_BUILDER_NODE (self, op, attrs, x, koma_builder_ints (self, list, n));
  return koma_builder_set_rank (self, y, keep_dims ? rank : rank - MIN (n, rank));
}

KomaValueId
koma_builder_normalize (KomaBuilder *self,
                        KomaValueId  x,
                        guint        axes,
                        double       epsilon)
{
  const KomaValueId mean = koma_builder_reduce (self, KOMA_OP_MEAN, x, axes, TRUE);
  const KomaValueId centred = koma_builder_binary (self, KOMA_OP_SUB, x, mean);
  KomaValueId       scale = koma_builder_unary (self, KOMA_OP_SQUARE, centred);

  scale = koma_builder_reduce (self, KOMA_OP_MEAN, scale, axes, TRUE);
  scale = koma_builder_with_number (self, KOMA_OP_ADD, scale, epsilon);
  scale = koma_builder_unary (self, KOMA_OP_RSQRT, scale);
  return koma_builder_binary (self, KOMA_OP_MUL, centred, scale);
}

KomaValueId
koma_builder_reshape (KomaBuilder *self,
                      KomaValueId  x,
                      KomaShape    shape)
{
  const KomaValueId y =
    koma_builder_binary (self, KOMA_OP_RESHAPE, x, koma_builder_shape (self, shape));

  return koma_builder_set_rank (self, y, shape.rank);
}

KomaValueId
koma_builder_broadcast_to (KomaBuilder *self,
                           KomaValueId  x,
                           KomaShape    shape)
{
  const KomaValueId y =
    koma_builder_binary (self, KOMA_OP_BROADCAST_TO, x, koma_builder_shape (self, shape));

  return koma_builder_set_rank (self, y, shape.rank);
}

KomaValueId
koma_builder_transpose (KomaBuilder *self,
                        KomaValueId  x,
                        const guint *perm)
{
  const guint rank = koma_builder_get_rank (self, x);
  gint32      order[KOMA_MAX_RANK] = { 0 };

  for (guint d = 0; d < rank; d++)
    order[d] = perm[d];
  return koma_builder_binary (self, KOMA_OP_TRANSPOSE, x, koma_builder_ints (self, order, rank));
}

KomaValueId
koma_builder_cast (KomaBuilder *self,
                   KomaValueId  x,
                   KomaDType    dtype)
{
  KomaAttrs *attrs = koma_attrs_new ();

  koma_attrs_set_string (attrs, "DstT", koma_dtype_name (dtype));
  return koma_builder_node (self, KOMA_OP_CAST, &x, 1, attrs);
}

KomaValueId
koma_builder_mat_mul (KomaBuilder *self,
                      KomaValueId  a,
                      KomaValueId  b,
                      gboolean     is_a_transposed,
                      gboolean     is_b_transposed)
{
  KomaAttrs *attrs = koma_attrs_new ();

  koma_attrs_set_int (attrs, "transpose_a", is_a_transposed);
  koma_attrs_set_int (attrs, "transpose_b", is_b_transposed);
  return KOMA_BUILDER_NODE (self, KOMA_OP_MAT_MUL, attrs, a, b);
}

KomaValueId
koma_builder_expand_dims (KomaBuilder *self,
                          KomaValueId  x,
                          guint        axis)
{
  const KomaValueId y =
    koma_builder_binary (self, KOMA_OP_EXPAND_DIMS, x, koma_builder_int (self, (gint32) axis));

  return koma_builder_set_rank (self, y, koma_builder_get_rank (self, x) + 1);
}

KomaValueId
koma_builder_squeeze (KomaBuilder *self,
                      KomaValueId  x,
                      guint        axis)
{
  KomaAttrs  *attrs = koma_attrs_new ();
  KomaValueId y = KOMA_VALUE_NONE;

  koma_attrs_set_ints (attrs, "squeeze_dims", (gint64[]){ axis }, 1);
  y = KOMA_BUILDER_NODE (self, KOMA_OP_SQUEEZE, attrs, x);
  return koma_builder_set_rank (self, y, koma_builder_get_rank (self, x) - 1);
}

KomaValueId
koma_builder_reverse (KomaBuilder *self,
                      KomaValueId  x,
                      gint32       axis)
{
  return KOMA_BUILDER_NODE (self, KOMA_OP_REVERSE, NULL, x, koma_builder_ints (self, &axis, 1));
}

KomaValueId
koma_builder_tile (KomaBuilder  *self,
                   KomaValueId   x,
                   const gint32 *times)
{
  const guint rank = koma_builder_get_rank (self, x);

  return KOMA_BUILDER_NODE (self, KOMA_OP_TILE, NULL, x, koma_builder_ints (self, times, rank));
}

KomaValueId
koma_builder_concat (KomaBuilder       *self,
                     const KomaValueId *values,
                     guint              n_values,
                     guint              axis)
{
  g_autofree KomaValueId *inputs = g_new (KomaValueId, n_values + 1);

  memcpy (inputs, values, n_values * sizeof *inputs);
  inputs[n_values] = koma_builder_int (self, (gint32) axis);
  return koma_builder_node (self, KOMA_OP_CONCAT, inputs, n_values + 1, NULL);
}

KomaValueId
koma_builder_slice (KomaBuilder  *self,
                    KomaValueId   x,
                    const gint32 *begin,
                    const gint32 *size)
{
  const guint       rank = koma_builder_get_rank (self, x);
  const KomaValueId first = koma_builder_ints (self, begin, rank);

  return KOMA_BUILDER_NODE (self, KOMA_OP_SLICE, NULL, x, first,
                            koma_builder_ints (self, size, rank));
}

void
koma_builder_split (KomaBuilder *self,
                    KomaValueId  x,
                    guint        n_pieces,
                    KomaValueId *ret_pieces)
{
  KomaAttrs      *attrs = koma_attrs_new ();
  const KomaNode *node = NULL;

  koma_attrs_set_int (attrs, "axis", MAX (koma_builder_get_rank (self, x), 1) - 1);
  koma_attrs_set_int (attrs, "num_split", n_pieces);
  node = koma_builder_nodes (self, KOMA_OP_SPLIT, &x, 1, attrs);
  for (guint i = 0; i < n_pieces; i++)
    ret_pieces[i] = node != NULL ? node->outputs[i] : KOMA_VALUE_NONE;
}

static KomaAttrs *
make_sizes (const gint64 *sizes,
            guint         n_sizes)
{
  KomaAttrs *attrs = koma_attrs_new ();

  koma_attrs_set_ints (attrs, "sizes", sizes, n_sizes);
  return attrs;
}

KomaValueId
koma_builder_check_indices (KomaBuilder  *self,
                            KomaValueId   x,
                            const gint64 *sizes,
                            guint         n_sizes)
{
  return KOMA_BUILDER_NODE (self, KOMA_OP_CHECK_INDICES, make_sizes (sizes, n_sizes), x);
}

KomaValueId
koma_builder_check_labels (KomaBuilder *self,
                           KomaValueId  x,
                           gint64       size)
{
  KomaAttrs *attrs = make_sizes (&size, 1);

  koma_attrs_set_int (attrs, "is_label", TRUE);
  return KOMA_BUILDER_NODE (self, KOMA_OP_CHECK_INDICES, attrs, x);
}
