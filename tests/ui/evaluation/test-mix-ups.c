/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/evaluation/koma-mix-ups.h"

static void
test_mix_ups (void)
{
  static const guint counts[] = {
    9, 2, 0, /* of the first class */
    5, 8, 1, /* of the second */
    0, 2, 7, /* of the third */
  };
  KomaMixUp mix_ups[8];

  g_assert_cmpuint (koma_mix_ups_find (counts, 3, mix_ups, 8), ==, 4);
  g_assert_cmpuint (mix_ups[0].truth, ==, 1);
  g_assert_cmpuint (mix_ups[0].answer, ==, 0);
  g_assert_cmpuint (mix_ups[0].count, ==, 5);
  /* As many: in the order of the classes. */
  g_assert_cmpuint (mix_ups[1].truth, ==, 0);
  g_assert_cmpuint (mix_ups[2].truth, ==, 2);
  g_assert_cmpuint (mix_ups[3].count, ==, 1);

  g_assert_cmpuint (koma_mix_ups_find (counts, 3, mix_ups, 2), ==, 2);
  g_assert_cmpuint (mix_ups[0].count, ==, 5);
  g_assert_cmpuint (mix_ups[1].truth, ==, 0);
  g_assert_cmpuint (koma_mix_ups_find (counts, 0, mix_ups, 8), ==, 0);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ui/mix-ups", test_mix_ups);
  return g_test_run ();
}
