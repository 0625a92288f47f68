/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/formats/json.h"
#include "expression-ops.h"
#include "expression.h"

static const ExpressionOp *const tables[] = {
  expression_core,
  expression_elementwise,
  expression_reductions,
  expression_shapes,
  expression_windows,
  expression_images,
  expression_losses,
  expression_matrices,
  expression_signals,
  expression_gradients,
  expression_new,
};

/* (nullable) */
static const ExpressionOp *
find_op (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    for (const ExpressionOp *op = tables[i]; op->name != NULL; op++)
      if (g_str_equal (op->name, name))
        return op;
  return NULL;
}

GPtrArray *
expression_call (const char        *name,
                 JsonObject        *attributes,
                 KomaTensor *const *x,
                 guint              n_x,
                 GError           **error)
{
  ExpressionCall      call = { .x = x, .n_x = n_x, .a = attributes };
  const ExpressionOp *op = find_op (name);
  GPtrArray          *results = NULL;

  if (op == NULL || n_x < op->n_x) {
    koma_fail (error, KOMA_ERROR_UNSUPPORTED, "No function for “%s” of %u tensors", name, n_x);
    return NULL;
  }
  op->func (&call, error);
  if (call.y[0] == NULL)
    return NULL;
  results = g_ptr_array_new ();
  for (guint i = 0; i < EXPRESSION_MAX_RESULTS && call.y[i] != NULL; i++)
    g_ptr_array_add (results, call.y[i]);
  return results;
}
