/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What does not fit is refused, with a message. */
#include <koma/koma.h>

#include <locale.h>

int
main (void)
{
  g_autoptr (KomaScope) scope G_GNUC_UNUSED = koma_scope_begin ();
  g_autoptr (GError) error = NULL;
  KomaTensor *x = koma_tensor_new_1d (KOMA_VALUES (1, 2, 3), &error);
  KomaTensor *y = koma_tensor_new_1d (KOMA_VALUES (1, 2), &error);
  KomaTensor *z = koma_tensor_square (koma_tensor_add (x, y, &error), &error);

  setlocale (LC_ALL, "");
  if (g_error_matches (error, KOMA_ERROR, KOMA_ERROR_SHAPE))
    g_print ("%s\n", error->message);
  return z == NULL ? 0 : 1;
}
