/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "attributes.h"
#include "expression-ops.h"

static void
band_part (ExpressionCall *call,
           GError        **error)
{
  call->y[0] = koma_tensor_band_part (call->x[0], attribute_int (call->a, "numLower", 0),
                                      attribute_int (call->a, "numUpper", 0), error);
}

static void
gram_schmidt (ExpressionCall *call,
              GError        **error)
{
  call->y[0] = koma_tensor_gram_schmidt (call->x[0], error);
}

static void
qr (ExpressionCall *call,
    GError        **error)
{
  G_GNUC_UNUSED gboolean is_done = koma_tensor_qr (
    call->x[0], attribute_boolean (call->a, "fullMatrices"), &call->y[0], &call->y[1], error);
}

/* One of both, by attribute "output". */
static void
qr_part (ExpressionCall *call,
         GError        **error)
{
  const gboolean is_q = attribute_int (call->a, "output", 0) == 0;

  G_GNUC_UNUSED gboolean is_done =
    koma_tensor_qr (call->x[0], FALSE, is_q ? &call->y[0] : NULL, is_q ? NULL : &call->y[0], error);
}

static void
solve (ExpressionCall *call,
       GError        **error)
{
  call->y[0] = koma_tensor_solve (call->x[0], call->x[1], error);
}

const ExpressionOp expression_matrices[] = {
  { "bandPart", 1, band_part },
  { "gramSchmidt", 1, gram_schmidt },
  { "qr", 1, qr },
  { "qrPart", 1, qr_part },
  { "solve", 2, solve },
  { NULL, 0, NULL },
};
