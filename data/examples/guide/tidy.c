/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A scope disposes of all tensors but the one that is returned. */
#include <koma/koma.h>

static KomaTensor *
find_average (GError **error)
{
  g_autoptr (KomaScope) scope = koma_scope_begin ();
  KomaTensor *y = koma_tensor_new_1d (KOMA_VALUES (1, 2, 3, 4), error);
  KomaTensor *z = koma_tensor_new_ones (KOMA_DTYPE_FLOAT32, KOMA_DIMS (4), error);
  KomaTensor *squares = koma_tensor_square (koma_tensor_sub (y, z, error), error);

  return koma_scope_return (scope, koma_tensor_mean (squares, KOMA_ALL_AXES, FALSE, error));
}

int
main (void)
{
  g_autoptr (KomaScope) scope G_GNUC_UNUSED = koma_scope_begin ();
  g_autoptr (GError) error = NULL;
  KomaTensor *average = find_average (&error);
  KomaMemory  memory = { 0 };

  if (!koma_tensor_print (average, FALSE, &error))
    g_error ("%s", error->message);
  koma_environment_get_memory (koma_environment_get (), &memory);
  g_print ("tensors: %" G_GSIZE_FORMAT "\n", memory.n_tensors);
  return 0;
}
