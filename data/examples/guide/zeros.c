/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A tensor of zeros. */
#include <koma/koma.h>

int
main (void)
{
  g_autoptr (KomaScope) scope G_GNUC_UNUSED = koma_scope_begin ();
  g_autoptr (GError) error = NULL;
  /* 3 rows, 5 columns, all values 0 */
  KomaTensor *zeros = koma_tensor_new_zeros (KOMA_DTYPE_FLOAT32, KOMA_DIMS (3, 5), &error);

  if (!koma_tensor_print (zeros, FALSE, &error))
    g_error ("%s", error->message);
  return 0;
}
