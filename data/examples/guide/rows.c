/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A tensor whose shape is that of an array of rows. */
#include <koma/koma.h>

int
main (void)
{
  g_autoptr (KomaScope) scope G_GNUC_UNUSED = koma_scope_begin ();
  g_autoptr (GError) error = NULL;
  const float rows[][3] = { { 1, 2, 3 }, { 10, 20, 30 } };
  KomaTensor *b = koma_tensor_new_2d (KOMA_ROWS (rows), &error);

  if (!koma_tensor_print (b, FALSE, &error))
    g_error ("%s", error->message);
  return 0;
}
