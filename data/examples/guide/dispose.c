/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Tensors that are not needed any more are disposed of. */
#include <koma/koma.h>

static void
print_memory (void)
{
  KomaMemory memory = { 0 };

  koma_environment_get_memory (koma_environment_get (), &memory);
  g_print ("tensors: %" G_GSIZE_FORMAT "\n", memory.n_tensors);
}

int
main (void)
{
  g_autoptr (KomaScope) scope G_GNUC_UNUSED = koma_scope_begin ();
  g_autoptr (GError) error = NULL;
  KomaTensor *x = koma_tensor_new_2d (KOMA_VALUES (0, 2, 4, 6), 2, 2, &error);
  KomaTensor *x_squared = koma_tensor_square (x, &error);

  if (x_squared == NULL)
    g_error ("%s", error->message);
  print_memory ();
  koma_tensor_dispose_data (x);
  koma_tensor_dispose_data (x_squared);
  print_memory ();
  return 0;
}
