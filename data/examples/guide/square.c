/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* An operation on one tensor. */
#include <koma/koma.h>

int
main (void)
{
  g_autoptr (KomaScope) scope G_GNUC_UNUSED = koma_scope_begin ();
  g_autoptr (GError) error = NULL;
  KomaTensor *d = koma_tensor_new_2d (KOMA_VALUES (1, 2, 3, 4), 2, 2, &error);
  KomaTensor *d_squared = koma_tensor_square (d, &error);

  if (!koma_tensor_print (d_squared, FALSE, &error))
    g_error ("%s", error->message);
  return 0;
}
