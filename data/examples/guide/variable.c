/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A variable is a tensor that can be given other values. */
#include <koma/koma.h>

int
main (void)
{
  g_autoptr (KomaScope) scope G_GNUC_UNUSED = koma_scope_begin ();
  g_autoptr (GError) error = NULL;
  KomaTensor *initial = koma_tensor_new_zeros (KOMA_DTYPE_FLOAT32, KOMA_DIMS (5), &error);
  KomaTensor *updated = koma_tensor_new_1d (KOMA_VALUES (0, 1, 0, 1, 0), &error);
  g_autoptr (KomaVariable) biases = koma_variable_new (initial, TRUE, "biases", &error);

  if (!koma_tensor_print (KOMA_TENSOR (biases), FALSE, &error) ||
      !koma_variable_assign (biases, updated, &error) ||
      !koma_tensor_print (KOMA_TENSOR (biases), FALSE, &error))
    g_error ("%s", error->message);
  return 0;
}
