/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "op-body.h"

static KomaValueId
add_input (KomaGraph *body)
{
  const KomaShape open = { .rank = KOMA_RANK_UNKNOWN };

  return koma_graph_add_input (body, "body", KOMA_DTYPE_FLOAT32, &open);
}

static KomaValueId
add_node (KomaGraph  *body,
          KomaOp      op,
          KomaValueId a,
          KomaValueId b) /* or KOMA_VALUE_NONE */
{
  const KomaValueId inputs[] = { a, b };
  const KomaNode   *node =
    koma_graph_add_node (body, op, "body", inputs, b != KOMA_VALUE_NONE ? 2 : 1, NULL, NULL);

  g_assert_nonnull (node);
  return node->outputs[0];
}

static void
add_rnn (KomaGraph *body)
{
  const KomaValueId x = add_input (body);
  const KomaValueId h = add_input (body);
  const KomaValueId product = add_node (body, KOMA_OP_MAT_MUL, h, add_input (body));
  const KomaValueId sum = add_node (body, KOMA_OP_ADD, x, product);

  koma_graph_add_output (body, "h", add_node (body, KOMA_OP_TANH, sum, KOMA_VALUE_NONE));
}

static void
add_pair (KomaGraph *body)
{
  const KomaValueId x = add_input (body);
  const KomaValueId a = add_input (body);
  const KomaValueId product = add_node (body, KOMA_OP_MUL, x, add_input (body));

  koma_graph_add_output (body, "a", add_node (body, KOMA_OP_ADD, a, product));
  koma_graph_add_output (body, "b", add_node (body, KOMA_OP_NEG, a, KOMA_VALUE_NONE));
}

/**
 * op_body_new:
 *
 * Returns: (transfer full): a body; see op-body.h
 */
KomaGraph *
op_body_new (const char *name)
{
  g_autoptr (KomaGraph) body = koma_graph_new ();

  if (g_str_equal (name, "rnn"))
    add_rnn (body);
  else if (g_str_equal (name, "pair"))
    add_pair (body);
  else if (g_str_equal (name, "sum"))
    koma_graph_add_output (body, "h",
                           add_node (body, KOMA_OP_ADD, add_input (body), add_input (body)));
  else
    g_error ("no body is called %s", name);
  return g_steal_pointer (&body);
}

static gpointer
copy_body (gconstpointer body)
{
  return koma_graph_copy (body);
}

static void
free_body (gpointer body)
{
  koma_graph_free (body);
}

/**
 * op_body_set:
 *
 * Sets attribute “body” to a body, and “body_name” to its name, for those that compute it naively.
 */
void
op_body_set (KomaAttrs  *attrs,
             const char *name)
{
  koma_attrs_set_object (attrs, "body", op_body_new (name), copy_body, free_body);
  koma_attrs_set_string (attrs, "body_name", name);
}
