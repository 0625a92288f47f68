/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Operations as functions: calls nest. */
#include <koma/koma.h>

int
main (void)
{
  g_autoptr (KomaScope) scope G_GNUC_UNUSED = koma_scope_begin ();
  g_autoptr (GError) error = NULL;
  KomaTensor *e = koma_tensor_new_2d (KOMA_VALUES (1, 2, 3, 4), 2, 2, &error);
  KomaTensor *f = koma_tensor_new_2d (KOMA_VALUES (5, 6, 7, 8), 2, 2, &error);
  KomaTensor *sq_sum = koma_tensor_square (koma_tensor_add (e, f, &error), &error);

  if (!koma_tensor_print (sq_sum, FALSE, &error))
    g_error ("%s", error->message);
  return 0;
}
