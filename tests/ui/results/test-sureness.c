/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/results/koma-sureness.h"
#include "tests/test-main.h"

static void
test_sureness (void)
{
  const KomaSureness nothing = { 0 };
  const KomaSureness one = { .n_unsure = 1 };
  const KomaSureness half = { .n_sure = 5, .n_unsure = 5 };
  const KomaSureness most = { .n_sure = 2, .n_unsure = 19 };
  const KomaSureness nearly = { .n_sure = 2, .n_unsure = 20 };

  g_assert_false (koma_sureness_is_low (&nothing));
  g_assert_false (koma_sureness_is_none (&nothing));
  g_assert_true (koma_sureness_is_low (&one));
  g_assert_true (koma_sureness_is_none (&one));
  g_assert_false (koma_sureness_is_low (&half));
  g_assert_true (koma_sureness_is_low (&most));
  g_assert_false (koma_sureness_is_none (&most));
  g_assert_true (koma_sureness_is_none (&nearly));
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ui/sureness", test_sureness);
  return g_test_run ();
}
