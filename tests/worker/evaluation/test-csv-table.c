/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "worker/evaluation/koma-csv-table.h"
#include "tests/test-main.h"

#include <string.h>

static gboolean
row_cb (char   **cells,
        guint    line,
        gpointer user_data)
{
  g_autofree char *joined = g_strjoinv ("|", cells);

  g_string_append_printf (user_data, "%u:%s\n", line, joined);
  return TRUE;
}

static void
assert_rows (const char *text,
             const char *expected)
{
  /* On the heap, and no longer than it is. */
  g_autofree char *copy = g_memdup2 (text, strlen (text));
  g_autoptr (GString) rows = g_string_new (NULL);
  g_autoptr (GError) error = NULL;

  g_assert_true (koma_csv_table_read (copy, strlen (text), row_cb, rows, &error));
  g_assert_no_error (error);
  g_assert_cmpstr (rows->str, ==, expected);
}

static void
test_rows (void)
{
  assert_rows ("", "");
  assert_rows ("a,b", "1:a|b\n");
  assert_rows ("a,b\r\nc,\n", "1:a|b\n2:c|\n");
  assert_rows ("\xef\xbb\xbf\"a\",b\n", "1:a|b\n");
  assert_rows ("\n\r\n,\nx", "3:|\n4:x\n");
  assert_rows ("\"a \"\"b\"\", c\nd\",e\nf", "1:a \"b\", c\nd|e\n3:f\n");
  assert_rows ("\"\",\"\"\"\"", "1:|\"\n");
}

static void
assert_error (const char *text,
              const char *part)
{
  g_autofree char *copy = g_memdup2 (text, strlen (text));
  g_autoptr (GString) rows = g_string_new (NULL);
  g_autoptr (GError) error = NULL;

  g_assert_false (koma_csv_table_read (copy, strlen (text), row_cb, rows, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA);
  g_assert_nonnull (strstr (error->message, part));
}

static void
test_damaged (void)
{
  g_autoptr (GError) error = NULL;

  assert_error ("\"", "line 1");
  assert_error ("a\n\"b\n\nc", "line 2");
  assert_error ("a\n\"b\"\"", "line 2");
  assert_error ("\"a\"b", "line 1");
  g_assert_false (koma_csv_table_read ("a\0b", 3, row_cb, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/csv-table/rows", test_rows);
  g_test_add_func ("/csv-table/damaged", test_damaged);
  return g_test_run ();
}
