/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The derivative of 3 x² where x is 2. */
#include <koma/koma.h>

int
main (void)
{
  g_autoptr (KomaScope) scope G_GNUC_UNUSED = koma_scope_begin ();
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaTape) tape = koma_tape_new ();
  KomaTensor *x = koma_tensor_new_scalar (2, &error);
  KomaTensor *three = koma_tensor_new_scalar (3, &error);
  KomaTensor *y = NULL;
  g_autoptr (GPtrArray) gradients = NULL;

  koma_tape_watch (tape, x, &error);
  y = koma_tensor_mul (three, koma_tensor_square (x, &error), &error);
  koma_tape_end (tape);
  gradients = koma_tape_gradient (tape, y, NULL, &x, 1, &error);
  if (gradients == NULL || !koma_tensor_print (gradients->pdata[0], FALSE, &error))
    g_error ("%s", error->message);
  return 0;
}
