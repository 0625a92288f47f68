/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Cells of tables. */
#include "worker/koma-csv.h"
#include "tests/test-main.h"

static void
assert_cell (const char *text,
             const char *expected)
{
  g_autoptr (GString) line = g_string_new ("a,");
  g_autofree char *whole = g_strconcat ("a,", expected, NULL);

  koma_csv_append (line, text);
  g_assert_cmpstr (line->str, ==, whole);
}

static void
test_quotes (void)
{
  assert_cell ("", "");
  assert_cell ("cat", "cat");
  assert_cell ("a,b", "\"a,b\"");
  assert_cell ("say \"b\"", "\"say \"\"b\"\"\"");
  assert_cell ("a\r\nb", "\"a\r\nb\"");
  assert_cell ("a\tb", "\"a\tb\"");
  assert_cell ("香, 車", "\"香, 車\"");
}

static void
test_formulas (void)
{
  assert_cell ("=1+1", "'=1+1");
  assert_cell ("+x", "'+x");
  assert_cell ("-x", "'-x");
  assert_cell ("@x", "'@x");
  assert_cell ("\tx", "\"'\tx\"");
  assert_cell ("\rx", "\"'\rx\"");
  assert_cell ("=HYPERLINK(\"a\",1)", "\"'=HYPERLINK(\"\"a\"\",1)\"");
  assert_cell ("-1.5", "-1.5");
  assert_cell ("+2e3", "+2e3");
  assert_cell ("-1.5+x", "'-1.5+x");
  assert_cell ("-", "'-");
  assert_cell ("1-2", "1-2");
  assert_cell ("\nx", "\"'\nx\"");
  assert_cell ("＝1", "'＝1");
  assert_cell ("＠x", "'＠x");
  /* One apostrophe less is the text again. */
  assert_cell ("'=1", "''=1");
  assert_cell ("'", "''");
  assert_cell ("a'", "a'");
}

static void
test_controls (void)
{
  assert_cell ("\x1b[1m", "\\x1b[1m");
  assert_cell ("\xc2\x9b", "\\xc2\\x9b");
  assert_cell ("a\\b", "a\\b");
  assert_cell ("\xff", "\xef\xbf\xbd");
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/csv/quotes", test_quotes);
  g_test_add_func ("/csv/formulas", test_formulas);
  g_test_add_func ("/csv/controls", test_controls);
  return g_test_run ();
}
