/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/formats/json.h"
#include "expression-ops.h"
#include "expression.h"

static KomaTensor *
evaluate (GPtrArray *xs,
          gpointer   expression,
          GError   **error)
{
  g_autoptr (GPtrArray) results =
    expression_evaluate (expression, (KomaTensor *const *) xs->pdata, xs->len, error);

  return results != NULL ? g_ptr_array_index (results, 0) : NULL;
}

/* The derivative of a tree by its input. */
static void
grad_of (ExpressionCall *call,
         GError        **error)
{
  call->y[0] = koma_grad (evaluate, koma_json_get (call->a, "of"), call->x[0], NULL, error);
}

static KomaTensor *
pass (GPtrArray *xs,
      gpointer   user_data,
      GError   **error)
{
  return koma_tensor_clone (g_ptr_array_index (xs, 0), error);
}

static GPtrArray *
stop (KomaTensor *dy,
      GPtrArray  *xs,
      gpointer    user_data,
      GError    **error)
{
  KomaTensor *zeros = koma_tensor_zeros_like (dy, error);
  GPtrArray  *list = NULL;

  if (zeros == NULL)
    return NULL;
  list = g_ptr_array_new_with_free_func (g_object_unref);
  g_ptr_array_add (list, g_object_ref_sink (zeros));
  return list;
}

/* The value without its gradient. */
static void
stopped (ExpressionCall *call,
         GError        **error)
{
  call->y[0] = koma_custom_grad (pass, stop, NULL, NULL, call->x, 1, error);
}

/* x: forget bias, kernel, bias, data, c, h. Attribute "output": 0: the new c, 1: the new h. */
static void
lstm_cell (ExpressionCall *call,
           GError        **error)
{
  KomaTensor *both[] = { call->x[3], call->x[5] };
  KomaTensor *sum = koma_tensor_concat (both, 2, 1, error);
  g_autoptr (GPtrArray) gates = NULL;
  KomaTensor *forget = NULL;
  KomaTensor *c = NULL;
  KomaTensor *added = NULL;
  KomaTensor *h = NULL;

  sum = koma_tensor_mat_mul (sum, call->x[1], FALSE, FALSE, error);
  gates = koma_tensor_split (koma_tensor_add (sum, call->x[2], error), 4, 1, error);
  if (gates == NULL)
    return;
  forget = koma_tensor_sigmoid (koma_tensor_add (call->x[0], gates->pdata[2], error), error);
  added = koma_tensor_mul (koma_tensor_sigmoid (gates->pdata[0], error),
                           koma_tensor_tanh (gates->pdata[1], error), error);
  c = koma_tensor_add (added, koma_tensor_mul (call->x[4], forget, error), error);
  h = koma_tensor_mul (koma_tensor_tanh (c, error), koma_tensor_sigmoid (gates->pdata[3], error),
                       error);
  call->y[0] = json_object_get_int_member_with_default (call->a, "output", 0) == 0 ? c : h;
}

const ExpressionOp expression_gradients[] = {
  { "gradOf", 1, grad_of },
  { "lstmCell", 6, lstm_cell },
  { "stopped", 1, stopped },
  { NULL, 0, NULL },
};
