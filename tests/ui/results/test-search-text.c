/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/results/koma-search-text.h"
#include "tests/test-main.h"

static void
assert_folded (const char *text,
               const char *same)
{
  g_autofree char *a = koma_search_text_fold (text);
  g_autofree char *b = koma_search_text_fold (same);

  g_assert_cmpstr (a, ==, b);
}

static void
test_text (void)
{
  g_auto (GStrv) words = koma_search_text_split ("  Big　CAT\t");

  assert_folded ("AÇAÍ", "acai");
  assert_folded ("ＣＡＴ１", "cat1");
  assert_folded ("ﾈｺ", "ネコ");
  assert_folded ("Straße", "STRASSE");
  assert_folded ("\xff", "");
  g_assert_cmpstrv (words, ((const char *[]){ "big", "cat", NULL }));
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ui/search-text", test_text);
  return g_test_run ();
}
