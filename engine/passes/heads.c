/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "heads.h"

/* A value whose elements are some of another: a step along dimension d of the first is one of
 * strides[d] elements in the second. */
typedef struct
{
  KomaShape shape; /* of the first, maybe with dimensions of 1 that it drops */
  gsize     strides[KOMA_MAX_RANK];
  gsize     begin;
} Part;

/**
 * koma_heads_of:
 * @value: matrices, one behind the other
 * @sizes: [4]
 * @is_turned: whether it is [n,heads,columns,rows]
 *
 * Returns: where the heads lie in @value
 */
KomaHeads
koma_heads_of (KomaValueId   value,
               const gint64 *sizes,
               gboolean      is_turned)
{
  const gsize matrix = sizes[2] * sizes[3];

  return (KomaHeads){
    .base = value,
    .sizes = { sizes[0], sizes[1], sizes[2], sizes[3] },
    .view.strides = { sizes[1] * matrix, matrix, is_turned ? 1 : sizes[3],
                      is_turned ? sizes[2] : 1 },
    .scale = 1.0,
  };
}

/* The outermost dimension along which a step of @stride leads; its rank if there is none. */
static guint
find_dim (const Part  *part,
          const gsize *strides,
          gsize        stride)
{
  guint d = 0;

  while (d < part->shape.rank && (part->shape.dims[d] == 1 || strides[d] > stride))
    d++;
  return d < part->shape.rank && stride % strides[d] == 0 ? d : part->shape.rank;
}

/* From a part to the whole. FALSE where a step would lead over the end of a dimension. */
static gboolean
move_to_whole (KomaHeads  *heads,
               const Part *part)
{
  gsize strides[KOMA_MAX_RANK] = { 0 };
  gsize reach[KOMA_MAX_RANK] = { 0 };
  gsize rest = heads->view.offset;

  koma_shape_strides (&part->shape, strides);
  heads->view.offset = part->begin;
  for (guint d = 0; d < part->shape.rank; d++) {
    reach[d] = rest / strides[d];
    rest %= strides[d];
    heads->view.offset += reach[d] * part->strides[d];
  }
  for (guint i = 0; i < 4; i++) {
    const guint d = find_dim (part, strides, heads->view.strides[i]);

    if (heads->sizes[i] == 1) {
      heads->view.strides[i] = 0;
      continue;
    }
    if (d == part->shape.rank)
      return FALSE;
    reach[d] += heads->view.strides[i] / strides[d] * (heads->sizes[i] - 1);
    heads->view.strides[i] = heads->view.strides[i] / strides[d] * part->strides[d];
  }
  for (guint d = 0; d < part->shape.rank; d++)
    if (reach[d] >= (gsize) part->shape.dims[d])
      return FALSE;
  return TRUE;
}

static gboolean
get_gathered (const KomaSearch *search,
              const KomaNode   *node,
              Part             *part)
{
  const KomaShape *x = &koma_node_input (search->graph, node, 0)->shape;
  const KomaArray *index = koma_node_input (search->graph, node, 1)->constant;
  const guint      axis = node->params.axis.axis;
  gint64           at = 0;

  if (index == NULL || index->count != 1 || node->params.axis.batch_dims > 0)
    return FALSE;
  at = koma_array_get_int (index, 0);
  if (at < 0)
    at += x->dims[axis];
  part->shape = *x;
  part->shape.dims[axis] = 1;
  part->begin = at * part->strides[axis];
  return at >= 0 && at < x->dims[axis];
}

static gboolean
get_split (const KomaSearch *search,
           const KomaNode   *node,
           KomaValueId       value,
           Part             *part)
{
  const guint axis = node->params.axis.axis;

  for (guint i = 0; i < node->n_outputs && node->outputs[i] != value; i++)
    part->begin +=
      koma_node_output (search->graph, node, i)->shape.dims[axis] * part->strides[axis];
  return TRUE;
}

static gboolean
get_slice (const KomaNode *node,
           Part           *part)
{
  part->shape = node->params.slice.full_shape;
  for (guint d = 0; d < part->shape.rank; d++) {
    if (node->params.slice.step[d] < 1)
      return FALSE;
    part->begin += node->params.slice.begin[d] * part->strides[d];
    part->strides[d] *= node->params.slice.step[d];
  }
  return TRUE;
}

/* How the node's output @value is a part of its input. */
static gboolean
get_part (const KomaSearch *search,
          const KomaNode   *node,
          KomaValueId       value,
          Part             *part)
{
  gsize strides[KOMA_MAX_RANK] = { 0 };

  *part = (Part){ .shape = koma_graph_get_value (search->graph, value)->shape };
  koma_shape_strides (&koma_node_input (search->graph, node, 0)->shape, strides);
  for (guint d = 0; d < KOMA_MAX_RANK; d++)
    part->strides[d] = strides[d];
  switch ((int) node->op) {
  case KOMA_OP_GATHER:
    return get_gathered (search, node, part);
  case KOMA_OP_SPLIT:
    return get_split (search, node, value, part);
  case KOMA_OP_SLICE:
  case KOMA_OP_STRIDED_SLICE:
    return get_slice (node, part);
  case KOMA_OP_TRANSPOSE:
    for (guint d = 0; d < part->shape.rank; d++)
      part->strides[d] = strides[node->params.perm[d]];
    return TRUE;
  default:
    return FALSE;
  }
}

/* x · c with one number c, which may stand first. */
static gboolean
take_factor (const KomaSearch *search,
             const KomaNode   *node,
             KomaHeads        *heads)
{
  const gsize count = koma_shape_count (&koma_node_output (search->graph, node, 0)->shape);

  for (guint i = 0; i < 2; i++) {
    const KomaArray *factor = koma_node_input (search->graph, node, 1 - i)->constant;

    if (factor == NULL || factor->count != 1 ||
        koma_shape_count (&koma_node_input (search->graph, node, i)->shape) != count)
      continue;
    heads->scale *= *(const float *) factor->data;
    heads->base = node->inputs[i];
    return TRUE;
  }
  return FALSE;
}

static gboolean
go_one_back (const KomaSearch *search,
             KomaHeads        *heads,
             gboolean          is_scaled)
{
  const KomaNode *node = koma_search_producer (search, heads->base);
  Part            part = { 0 };

  if (node == NULL)
    return FALSE;
  switch ((int) node->op) {
  case KOMA_OP_EXPAND_DIMS:
  case KOMA_OP_IDENTITY:
  case KOMA_OP_RESHAPE:
  case KOMA_OP_SQUEEZE:
    heads->base = node->inputs[0];
    return TRUE;
  case KOMA_OP_MUL:
    return is_scaled && take_factor (search, node, heads);
  default:
    if (!get_part (search, node, heads->base, &part) || !move_to_whole (heads, &part))
      return FALSE;
    heads->base = node->inputs[0];
    return TRUE;
  }
}

/**
 * koma_heads_go_back:
 * @role: what they are; factors of q and k go into the scale
 *
 * Looks for what the heads were made from by nodes that move elements alone.
 *
 * Returns: where they lie in the first value in which they can be read
 */
KomaHeads
koma_heads_go_back (const KomaSearch *search,
                    const KomaHeads  *heads,
                    KomaHeadsRole     role)
{
  KomaHeads best = *heads;
  KomaHeads at = *heads;

  while (go_one_back (search, &at, role != KOMA_HEADS_V))
    if (role != KOMA_HEADS_Q || at.sizes[3] == 1 || at.view.strides[3] == 1)
      best = at;
  return best;
}
