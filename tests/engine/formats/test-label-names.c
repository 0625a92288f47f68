/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* label-names.json: languages, what is missing, what is damaged. */
#include <locale.h>

#include "engine/model/label-names.h"
#include "engine/model/localized.h"
#include "fixture.h"
#include "tests/test-main.h"

#define TABLE                                                                    \
  "{\"a\": {\"en\": \"apple\", \"es\": \"manzana\", \"pt_BR\": \"ma\u00e7a\"}, " \
  "\"b\": {\"en\": \"bee\"}, \"c\": \"sea\"}"

static KomaLabels *
new_labels (const char *joined)
{
  return koma_labels_new (g_strsplit (joined, " ", -1), "test");
}

/* The names, and how many warnings there were. */
static char *
apply (const char *table, /* (nullable): no file */
       const char *labels,
       char      **ret_warning)
{
  g_auto (Folder) folder = { 0 };
  g_autoptr (KomaLabels) plain = new_labels (labels);
  g_autoptr (KomaLabels) named = NULL;
  g_autoptr (GPtrArray) warnings = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GString) all = g_string_new (NULL);

  folder_init (&folder);
  if (table != NULL)
    folder_write (&folder, "label-names.json", table, -1);
  named = koma_label_names_apply (plain, folder.path, koma_localized_get_languages (), warnings);
  for (guint i = 0; i < koma_labels_get_n (plain); i++) {
    g_assert_cmpstr (koma_labels_get (named, i), ==, koma_labels_get (plain, i));
    g_string_append_printf (all, "%s%s", i > 0 ? "|" : "", koma_labels_get_name (named, i));
  }
  g_assert_cmpuint (warnings->len, <=, 1);
  *ret_warning = warnings->len > 0 ? g_strdup (warnings->pdata[0]) : NULL;
  return g_string_free (g_steal_pointer (&all), FALSE);
}

static void
assert_named (const char *table,
              const char *labels,
              const char *expected,
              const char *word) /* (nullable) of the warning */
{
  g_autofree char *warning = NULL;
  g_autofree char *names = apply (table, labels, &warning);

  g_assert_cmpstr (names, ==, expected);
  g_assert_cmpint (warning != NULL, ==, word != NULL);
  if (word != NULL)
    g_assert_nonnull (strstr (warning, word));
}

static void
test_languages (void)
{
  static const char *const cases[][2] = {
    { "es", "manzana|bee|sea" },
    { "es_MX.UTF-8", "manzana|bee|sea" },
    { "pt_BR", "ma\u00e7a|bee|sea" },
    { "tlh:es", "manzana|bee|sea" },
    { "tlh", "apple|bee|sea" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_setenv ("LANGUAGE", cases[i][0], TRUE);
    assert_named (TABLE, "a b c", cases[i][1], NULL);
  }
  setlocale (LC_ALL, "C");
  assert_named (TABLE, "a b c", "apple|bee|sea", NULL);
  setlocale (LC_ALL, "C.UTF-8");
  g_setenv ("LANGUAGE", "en", TRUE);
}

static void
test_missing (void)
{
  g_autofree char *endless = g_strnfill (KOMA_MAX_LABEL_BYTES + 1, 'x');
  g_autofree char *too_long = g_strdup_printf ("{\"a\": \"%s\", \"b\": \"bee\"}", endless);

  assert_named (NULL, "a b", "a|b", NULL);
  assert_named (TABLE, "a d e", "apple|d|e", "2 of 3 classes, “d”");
  assert_named ("{\"a\": {\"es\": \"manzana\"}, \"b\": 7}", "a b", "a|b", "2 of 2");
  assert_named ("{\"a\": \"\", \"b\": null}", "a b", "a|b", "2 of 2");
  assert_named (too_long, "a b", "a|bee", "1 of 2");
  assert_named ("{}", "a", "a", "1 of 1");
}

static void
test_damaged (void)
{
  assert_named ("{\"a\": ", "a b", "a|b", "label-names.json");
  assert_named ("", "a b", "a|b", "label-names.json");
  assert_named ("[\"apple\"]", "a b", "a|b", "holds no object");
  assert_named ("{\"a\": \"\xff\"}", "a b", "a|b", "label-names.json");
}

/* Of somebody's choice, not of the environment's; English where it is missing. */
static void
test_chosen_language (void)
{
  static const char *const spanish[] = { "es", NULL };
  g_auto (Folder) folder = { 0 };
  g_autoptr (KomaLabels) plain = new_labels ("a b c d");
  g_autoptr (KomaLabels) named = NULL;
  g_autoptr (GPtrArray) warnings = g_ptr_array_new_with_free_func (g_free);

  folder_init (&folder);
  folder_write (&folder, "label-names.json", TABLE, -1);
  named = koma_label_names_apply (plain, folder.path, spanish, warnings);
  g_assert_cmpstr (koma_labels_get_name (named, 0), ==, "manzana");
  g_assert_cmpstr (koma_labels_get_name (named, 1), ==, "bee");
  g_assert_cmpstr (koma_labels_get_name (named, 2), ==, "sea");
  g_assert_cmpstr (koma_labels_get_name (named, 3), ==, "d");
}

/* All languages are there to be searched, whichever one is shown. */
static void
test_all_languages (void)
{
  g_auto (Folder) folder = { 0 };
  g_autoptr (KomaLabels) plain = new_labels ("a b");
  g_autoptr (KomaLabels) named = NULL;
  g_autoptr (GPtrArray) warnings = g_ptr_array_new_with_free_func (g_free);

  folder_init (&folder);
  folder_write (&folder, "label-names.json",
                "{\"a\": {\"en\": \"cat\", \"ja\": \"猫\", \"xx\": 7}, \"b\": \"dog\"}", -1);
  named = koma_label_names_apply (plain, folder.path, koma_localized_get_languages (), warnings);
  g_assert_cmpstr (koma_labels_get_other_names (plain, 0), ==, "");
  g_assert_cmpstr (koma_labels_get_other_names (named, 0), ==, "cat\n猫\n");
  g_assert_cmpstr (koma_labels_get_other_names (named, 1), ==, "");
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  setlocale (LC_ALL, "C.UTF-8");
  g_test_add_func ("/label-names/languages", test_languages);
  g_test_add_func ("/label-names/chosen-language", test_chosen_language);
  g_test_add_func ("/label-names/all-languages", test_all_languages);
  g_test_add_func ("/label-names/missing", test_missing);
  g_test_add_func ("/label-names/damaged", test_damaged);
  return g_test_run ();
}
