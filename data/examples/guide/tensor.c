/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A tensor of a list of values and a shape. */
#include <koma/koma.h>

int
main (void)
{
  g_autoptr (KomaScope) scope G_GNUC_UNUSED = koma_scope_begin ();
  g_autoptr (GError) error = NULL;
  /* 2 rows, 3 columns */
  KomaTensor *a = koma_tensor_new (KOMA_VALUES (1, 2, 3, 10, 20, 30), KOMA_DIMS (2, 3), &error);

  if (!koma_tensor_print (a, FALSE, &error))
    g_error ("%s", error->message);
  return 0;
}
