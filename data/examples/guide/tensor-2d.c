/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A constructor for two dimensions; there is one for each number from 1 to 6. */
#include <koma/koma.h>

int
main (void)
{
  g_autoptr (KomaScope) scope G_GNUC_UNUSED = koma_scope_begin ();
  g_autoptr (GError) error = NULL;
  KomaTensor *c = koma_tensor_new_2d (KOMA_VALUES (1, 2, 3, 10, 20, 30), 2, 3, &error);

  if (!koma_tensor_print (c, FALSE, &error))
    g_error ("%s", error->message);
  return 0;
}
