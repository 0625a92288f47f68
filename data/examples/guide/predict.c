/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A model made of operations: a parabola. */
#include <koma/koma.h>

/* y = a x² + b x + c */
static KomaTensor *
predict (float x_value, KomaTensor *a, KomaTensor *b, KomaTensor *c, GError **error)
{
  g_autoptr (KomaScope) scope = koma_scope_begin ();
  KomaTensor *x = koma_tensor_new_scalar (x_value, error);
  KomaTensor *ax2 = koma_tensor_mul (a, koma_tensor_square (x, error), error);
  KomaTensor *bx = koma_tensor_mul (b, x, error);
  KomaTensor *y = koma_tensor_add (koma_tensor_add (ax2, bx, error), c, error);

  return koma_scope_return (scope, y);
}

int
main (void)
{
  g_autoptr (KomaScope) scope G_GNUC_UNUSED = koma_scope_begin ();
  g_autoptr (GError) error = NULL;
  KomaTensor *a = koma_tensor_new_scalar (2, &error);
  KomaTensor *b = koma_tensor_new_scalar (4, &error);
  KomaTensor *c = koma_tensor_new_scalar (8, &error);
  KomaTensor *result = predict (2, a, b, c, &error);

  if (!koma_tensor_print (result, FALSE, &error))
    g_error ("%s", error->message);
  return 0;
}
