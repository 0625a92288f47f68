/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "recipe-chain.h"

#include "engine/passes/passes.h"

void
chain_init (Chain      *self,
            const char *shape)
{
  KomaShape input = KOMA_SHAPE_SCALAR;

  g_assert_true (koma_shape_parse (shape, &input, NULL));
  self->graph = koma_graph_new ();
  self->value = koma_graph_add_input (self->graph, "in", KOMA_DTYPE_FLOAT32, &input);
}

void
chain_clear (Chain *self)
{
  g_clear_pointer (&self->graph, koma_graph_free);
}

void
chain_add (Chain            *self,
           KomaOp            op,
           const KomaValueId other, /* or KOMA_VALUE_NONE */
           KomaAttrs        *attrs)
{
  const KomaValueId inputs[] = { self->value, other };
  g_autoptr (GError) error = NULL;
  KomaNode *node = koma_graph_add_node (self->graph, op, koma_op_get_name (op), inputs,
                                        other != KOMA_VALUE_NONE ? 2 : 1, attrs, &error);

  g_assert_no_error (error);
  self->value = node->outputs[0];
}

KomaValueId
chain_take (Chain     *self,
            KomaArray *tensor) /* (transfer full) */
{
  KomaValueId id = koma_graph_add_constant (self->graph, "constant", tensor);

  koma_array_unref (tensor);
  return id;
}

void
chain_add_number (Chain *self,
                  KomaOp op,
                  double number)
{
  chain_add (self, op, chain_take (self, koma_array_new_scalar (KOMA_DTYPE_FLOAT32, number, NULL)),
             NULL);
}

KomaValueId
chain_add_ints (Chain           *self,
                const KomaShape *shape,
                const gint32    *values)
{
  return chain_take (self, koma_array_new_from_data (KOMA_DTYPE_INT32, shape, values, NULL));
}

void
chain_add_pad (Chain *self,
               gint32 before,
               gint32 after)
{
  const KomaShape shape = KOMA_SHAPE (4, 2);
  const gint32    paddings[] = { 0, 0, before, after, before, after, 0, 0 };
  KomaValueId     inputs[] = { self->value, chain_add_ints (self, &shape, paddings),
                               chain_take (self,
                                           koma_array_new_scalar (KOMA_DTYPE_FLOAT32, 0, NULL)) };

  self->value =
    koma_graph_add_node (self->graph, KOMA_OP_PAD, "pad", inputs, 3, NULL, NULL)->outputs[0];
}

void
chain_add_conv (Chain      *self,
                const char *padding,
                gint64      in_c)
{
  const KomaShape shape = KOMA_SHAPE (3, 3, in_c, 8);
  KomaAttrs      *attrs = koma_attrs_new ();

  koma_attrs_set_ints (attrs, "strides", (gint64[]){ 1, 2, 2, 1 }, 4);
  koma_attrs_set_string (attrs, "padding", padding);
  if (g_str_equal (padding, "EXPLICIT"))
    koma_attrs_set_ints (attrs, "explicit_paddings", (gint64[]){ 0, 0, 1, 1, 1, 1, 0, 0 }, 8);
  chain_add (
    self, KOMA_OP_CONV_2D,
    chain_take (self, koma_array_new (KOMA_DTYPE_FLOAT32, &shape, NULL)),
    attrs);
}

void
chain_add_mean (Chain *self)
{
  const KomaShape shape = KOMA_SHAPE (2);
  const gint32    axes[] = { 1, 2 };

  chain_add (self, KOMA_OP_MEAN, chain_add_ints (self, &shape, axes), NULL);
}

gboolean
chain_infer (Chain                 *self,
             const KomaRecipeHints *hints,
             KomaRecipe            *ret_recipe,
             GError               **error)
{
  const KomaRecipeHints none = { 0 };
  g_autoptr (GPtrArray) notes = g_ptr_array_new_with_free_func (g_free);

  if (koma_graph_get_n_outputs (self->graph) == 0)
    koma_graph_add_output (self->graph, "out", self->value);
  g_assert_true (koma_pass_bind (self->graph, 1, NULL, 0, error));
  g_assert_true (koma_pass_infer (self->graph, error));
  return koma_recipe_infer (self->graph, hints != NULL ? hints : &none, ret_recipe, notes, error);
}
