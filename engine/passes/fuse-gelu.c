/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* x / 2 · (1 + erf (x / √2)), the Gelu of transformers and of ConvNeXt, is five nodes in a
 * file: five times the widest tensor of a block is read and written. */
#include "passes.h"
#include "search.h"

/* Whether @node applies @op to a tensor and to this number; and the tensor. */
static gboolean
match (const KomaSearch *search,
       const KomaNode   *node, /* (nullable) */
       KomaOp            op,
       double            number,
       KomaValueId      *ret_other)
{
  if (node == NULL || node->op != op)
    return FALSE;
  for (guint i = op == KOMA_OP_DIV ? 1 : 0; i < 2; i++) {
    const KomaArray *constant = koma_node_input (search->graph, node, i)->constant;
    const KomaShape *other = &koma_node_input (search->graph, node, 1 - i)->shape;

    if (constant != NULL && constant->count == 1 && constant->dtype == KOMA_DTYPE_FLOAT32 &&
        constant->shape.rank <= other->rank &&
        fabs (*(const float *) constant->data - number) < 1e-5 * number) {
      *ret_other = node->inputs[1 - i];
      return TRUE;
    }
  }
  return FALSE;
}

static gboolean
match_factor (const KomaSearch *search,
              const KomaNode   *node, /* (nullable) */
              double            factor,
              KomaValueId      *ret_other)
{
  return match (search, node, KOMA_OP_MUL, factor, ret_other) ||
         match (search, node, KOMA_OP_DIV, 1 / factor, ret_other);
}

static gboolean
is_half_of (const KomaSearch *search,
            KomaValueId       value,
            KomaValueId       x)
{
  KomaValueId other = KOMA_VALUE_NONE;

  return match_factor (search, koma_search_producer (search, value), 0.5, &other) &&
         other == x;
}

/* Whether @node is @a · @b. */
static gboolean
is_product (const KomaNode *node, /* (nullable) */
            KomaValueId     a,
            KomaValueId     b)
{
  return node != NULL && node->op == KOMA_OP_MUL &&
         ((node->inputs[0] == a && node->inputs[1] == b) ||
          (node->inputs[0] == b && node->inputs[1] == a));
}

/* The last node, which makes the product of x, 1 / 2 and @sum, in any order; or NULL. */
static KomaNode *
find_product (const KomaSearch *search,
              KomaValueId       sum,
              KomaValueId       x)
{
  KomaNode   *first = koma_search_only_user (search, sum);
  KomaNode   *second = NULL;
  KomaValueId other = KOMA_VALUE_NONE;

  if (first == NULL || (first->op != KOMA_OP_MUL && first->op != KOMA_OP_DIV))
    return NULL;
  second = koma_search_only_user (search, first->outputs[0]);
  if (is_product (first, sum, x))
    return match_factor (search, second, 0.5, &other) ? second : NULL;
  if (match_factor (search, first, 0.5, &other))
    return is_product (second, first->outputs[0], x) ? second : NULL;
  other = first->inputs[first->inputs[0] == sum ? 1 : 0];
  return is_product (first, sum, other) && is_half_of (search, other, x) ? first : NULL;
}

static gboolean
fuse (const KomaSearch *search,
      const KomaNode   *erf,
      GError          **error)
{
  KomaValueId x = KOMA_VALUE_NONE;
  KomaValueId other = KOMA_VALUE_NONE;
  KomaNode   *sum = koma_search_only_user (search, erf->outputs[0]);
  KomaNode   *last = NULL;

  if (!match_factor (search, koma_search_producer (search, erf->inputs[0]), G_SQRT2 / 2,
                     &x) ||
      !match (search, sum, KOMA_OP_ADD, 1, &other))
    return TRUE;
  last = find_product (search, sum->outputs[0], x);
  if (last == NULL)
    return TRUE;
  last->op = KOMA_OP_GELU;
  koma_attrs_set_int (last->attrs, "approximate", FALSE);
  koma_node_set_inputs (last, &x, 1);
  return koma_node_infer (search->graph, last, error);
}

/**
 * koma_pass_fuse_gelu:
 *
 * The nodes of a Gelu with erf become one, if nothing else reads what is between. The
 * others are left to koma_pass_remove_dead().
 *
 * Errors: those of the op's `infer`.
 */
gboolean
koma_pass_fuse_gelu (KomaGraph *graph,
                     GError   **error)
{
  g_auto (KomaSearch) search = { 0 };

  koma_search_init (&search, graph);
  for (guint i = 0; i < koma_graph_get_n_nodes (graph); i++) {
    const KomaNode *node = koma_graph_get_node (graph, i);

    if (node->op == KOMA_OP_ERF && !fuse (&search, node, error))
      return FALSE;
  }
  return TRUE;
}
