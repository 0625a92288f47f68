/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/evaluation/koma-confusions.h"
#include "ui/evaluation/koma-shown-classes.h"
#include "tests/test-main.h"

static void
test_confusions (void)
{
  static const guint counts[] = {
    9, 2, 0, /* of the first class */
    5, 8, 1, /* of the second */
    0, 2, 7, /* of the third */
  };
  KomaConfusion confusions[8];

  g_assert_cmpuint (koma_confusions_find (counts, 3, confusions, 8), ==, 4);
  g_assert_cmpuint (confusions[0].truth, ==, 1);
  g_assert_cmpuint (confusions[0].answer, ==, 0);
  g_assert_cmpuint (confusions[0].count, ==, 5);
  /* As many: in the order of the classes. */
  g_assert_cmpuint (confusions[1].truth, ==, 0);
  g_assert_cmpuint (confusions[2].truth, ==, 2);
  g_assert_cmpuint (confusions[3].count, ==, 1);

  g_assert_cmpuint (koma_confusions_find (counts, 3, confusions, 2), ==, 2);
  g_assert_cmpuint (confusions[0].count, ==, 5);
  g_assert_cmpuint (confusions[1].truth, ==, 0);
  g_assert_cmpuint (koma_confusions_find (counts, 0, confusions, 8), ==, 0);
}

/* The second class has neither pictures nor answers; of the others, two are mixed up most. */
static void
test_shown_classes (void)
{
  static const guint counts[] = {
    9, 0, 0, 0, /* */
    0, 0, 0, 0, /* */
    0, 0, 1, 5, /* */
    1, 0, 0, 8, /* */
  };
  gboolean is_all = FALSE;
  g_autoptr (GArray) all = koma_shown_classes_choose (counts, 4, 3, &is_all);
  g_autoptr (GArray) two = NULL;

  g_assert_true (is_all);
  g_assert_cmpuint (all->len, ==, 3);
  g_assert_cmpuint (g_array_index (all, guint, 1), ==, 2);
  two = koma_shown_classes_choose (counts, 4, 2, &is_all);
  g_assert_false (is_all);
  g_assert_cmpuint (two->len, ==, 2);
  g_assert_cmpuint (g_array_index (two, guint, 0), ==, 2);
  g_assert_cmpuint (g_array_index (two, guint, 1), ==, 3);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ui/confusions", test_confusions);
  g_test_add_func ("/ui/shown-classes", test_shown_classes);
  return g_test_run ();
}
