/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* ONNX asks that nodes stand in an order in which they can be computed. Some writers do not care
 * (keras2onnx), and onnxruntime sorts, so Koma does. The file's order is kept where it serves. */

#include "order.h"

#include "engine/koma/koma-error.h"

typedef Koma__Onnx__NodeProto NodeProto;

enum {
  UNSEEN,
  NEEDED,
  OPEN, /* what it needs is being put in order */
  DONE,
};

typedef struct
{
  NodeProto *const *nodes;
  gsize             n_nodes;
  GHashTable       *producers; /* char * → index + 1 */
  GPtrArray       **inputs;    /* [n_nodes] (nullable): names that a needed node reads */
  guint8           *states;    /* [n_nodes] */
  KomaOnnxOrder    *order;
} Sort;

static void
sort_clear (Sort *self)
{
  for (gsize i = 0; self->inputs != NULL && i < self->n_nodes; i++)
    g_clear_pointer (&self->inputs[i], g_ptr_array_unref);
  g_clear_pointer (&self->inputs, g_free);
  g_clear_pointer (&self->states, g_free);
  g_clear_pointer (&self->producers, g_hash_table_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Sort, sort_clear)

static gboolean
find_producers (Sort    *self,
                GError **error)
{
  for (gsize i = 0; i < self->n_nodes; i++)
    for (gsize j = 0; j < self->nodes[i]->n_output; j++) {
      char *name = self->nodes[i]->output[j];

      if (*name != '\0' && !g_hash_table_insert (self->producers, name, GSIZE_TO_POINTER (i + 1)))
        return koma_fail (error, KOMA_ERROR_MODEL, "value “%s” is there twice", name);
    }
  return TRUE;
}

/* Marks the node that makes a value; @todo gets it the first time. */
static void
need (Sort   *self,
      char   *name,
      GArray *todo)
{
  const gsize found = GPOINTER_TO_SIZE (g_hash_table_lookup (self->producers, name));
  const gsize index = found - 1;

  g_hash_table_add (self->order->needed, name);
  if (found == 0 || self->states[index] != UNSEEN)
    return;
  self->states[index] = NEEDED;
  g_array_append_val (todo, index);
}

static gboolean
find_needed (Sort              *self,
             GPtrArray         *outputs,
             KomaOnnxSubgraphs *subgraphs,
             GError           **error)
{
  g_autoptr (GArray) todo = g_array_new (FALSE, FALSE, sizeof (gsize));

  for (guint i = 0; i < outputs->len; i++)
    need (self, outputs->pdata[i], todo);
  while (todo->len > 0) {
    const gsize index = g_array_index (todo, gsize, todo->len - 1);
    GPtrArray  *inputs = g_ptr_array_new ();

    g_array_set_size (todo, todo->len - 1);
    self->inputs[index] = inputs;
    if (!koma_onnx_subgraphs_collect (subgraphs, self->nodes[index], inputs, error)) {
      g_prefix_error (error, "node “%s”: ", self->nodes[index]->name);
      return FALSE;
    }
    for (guint i = 0; i < inputs->len; i++)
      need (self, inputs->pdata[i], todo);
  }
  return TRUE;
}

/* A node whose inputs are being put in order, and the first of them that was not looked at. */
typedef struct
{
  gsize index;
  guint next;
} Frame;

/* The next node that must come before that of @frame; -1: none. */
static gssize
find_missing (const Sort *self,
              Frame      *frame)
{
  const GPtrArray *inputs = self->inputs[frame->index];

  for (; frame->next < inputs->len; frame->next++) {
    const gsize found =
      GPOINTER_TO_SIZE (g_hash_table_lookup (self->producers, inputs->pdata[frame->next]));

    if (found > 0 && self->states[found - 1] != DONE)
      return (gssize) found - 1;
  }
  return -1;
}

/* A node after all that it needs, without recursion: a chain may have as many as a file. */
static gboolean
place (Sort    *self,
       gsize    first,
       GError **error)
{
  g_autoptr (GArray) stack = g_array_new (FALSE, FALSE, sizeof (Frame));
  Frame above = { .index = first };

  g_array_append_val (stack, above);
  while (stack->len > 0) {
    Frame       *frame = &g_array_index (stack, Frame, stack->len - 1);
    const gssize missing = find_missing (self, frame);

    self->states[frame->index] = missing < 0 ? DONE : OPEN;
    if (missing < 0) {
      g_array_append_val (self->order->nodes, frame->index);
      g_array_set_size (stack, stack->len - 1);
      continue;
    }
    if (self->states[missing] == OPEN)
      return koma_fail (error, KOMA_ERROR_MODEL, "value “%s” needs itself",
                        (const char *) self->inputs[frame->index]->pdata[frame->next]);
    above = (Frame){ .index = (gsize) missing };
    g_array_append_val (stack, above);
  }
  return TRUE;
}

/**
 * koma_onnx_order_find:
 * @outputs: (element-type utf8): names of the values that are asked for
 *
 * Errors: %KOMA_ERROR_MODEL if two nodes make one value, or a value needs itself, naming it;
 * those of koma_onnx_subgraphs_collect(). Thread: any.
 */
gboolean
koma_onnx_order_find (NodeProto *const  *nodes,
                      gsize              n_nodes,
                      GPtrArray         *outputs,
                      KomaOnnxSubgraphs *subgraphs,
                      KomaOnnxOrder     *ret_order,
                      GError           **error)
{
  g_auto (KomaOnnxOrder) order = {
    .nodes = g_array_new (FALSE, FALSE, sizeof (gsize)),
    .needed = g_hash_table_new (g_str_hash, g_str_equal),
  };
  g_auto (Sort) self = {
    .nodes = nodes,
    .n_nodes = n_nodes,
    .producers = g_hash_table_new (g_str_hash, g_str_equal),
    .inputs = g_new0 (GPtrArray *, n_nodes + 1),
    .states = g_new0 (guint8, n_nodes + 1),
    .order = &order,
  };

  if (!find_producers (&self, error) || !find_needed (&self, outputs, subgraphs, error))
    return FALSE;
  for (gsize i = 0; i < n_nodes; i++)
    if (self.states[i] == NEEDED && !place (&self, i, error))
      return FALSE;
  *ret_order = order;
  order = (KomaOnnxOrder){ 0 };
  return TRUE;
}

/**
 * koma_onnx_order_clear:
 *
 * Frees what @self holds. Thread: any.
 */
void
koma_onnx_order_clear (KomaOnnxOrder *self)
{
  g_clear_pointer (&self->nodes, g_array_unref);
  g_clear_pointer (&self->needed, g_hash_table_unref);
}
