/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What a tensor is, and its values as numbers of the language. */
#include <koma/koma.h>

int
main (void)
{
  g_autoptr (KomaScope) scope G_GNUC_UNUSED = koma_scope_begin ();
  g_autoptr (GError) error = NULL;
  KomaTensor       *x = koma_tensor_new_2d (KOMA_VALUES (1, 2, 3, 10, 20, 30), 2, 3, &error);
  gsize             n = 0;
  g_autofree float *values = koma_tensor_read_floats (x, &n, &error);

  if (values == NULL)
    g_error ("%s", error->message);
  g_print ("rank: %u, size: %d\n", koma_tensor_get_rank (x), (int) n);
  g_print ("last: %g\n", values[n - 1]);
  if (!koma_tensor_print (x, TRUE, &error))
    g_error ("%s", error->message);
  return 0;
}
