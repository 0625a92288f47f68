/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Linked with libkoma.so, with its installed headers alone. */
#include <koma/koma.h>

static void
test_chain (void)
{
  g_autoptr (KomaScope) scope G_GNUC_UNUSED = koma_scope_begin ();
  g_autoptr (GError) error = NULL;
  g_autofree float *values = NULL;
  gsize             n = 0;
  KomaTensor       *e = koma_tensor_new_2d ((float[]){ 1, 2, 3, 4 }, 4, 2, 2, &error);
  KomaTensor       *f = koma_tensor_new_2d ((float[]){ 5, 6, 7, 8 }, 4, 2, 2, &error);
  KomaTensor       *y = koma_tensor_square (koma_tensor_add (e, f, &error), &error);

  g_assert_no_error (error);
  values = koma_tensor_read_floats (y, &n, &error);
  g_assert_cmpuint (n, ==, 4);
  g_assert_cmpfloat (values[3], ==, 144);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/library/chain", test_chain);
  return g_test_run ();
}
