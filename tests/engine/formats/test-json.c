/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include <math.h>
#include <string.h>

#include "engine/formats/json.h"
#include "engine/koma-limits.h"
#include "fixture.h"
#include "tests/test-main.h"

static char *
nest (guint depth)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < depth; i++)
    g_string_append_c (text, '[');
  for (guint i = 0; i < depth; i++)
    g_string_append_c (text, ']');

  return g_string_free (text, FALSE);
}

static void
test_nesting (void)
{
  g_autofree char *allowed = nest (KOMA_MAX_NESTING);
  g_autofree char *refused = nest (KOMA_MAX_NESTING + 1);
  g_autofree char *absurd = nest (1000000);
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) node = koma_json_parse (allowed, strlen (allowed), "a.json", &error);

  g_assert_no_error (error);
  g_assert_nonnull (node);

  g_assert_null (koma_json_parse (refused, strlen (refused), "b.json", &error));
  assert_error_says (error, KOMA_ERROR, KOMA_ERROR_MODEL, "b.json", "65", "64", NULL);
  g_clear_error (&error);

  g_assert_null (koma_json_parse (absurd, strlen (absurd), "c.json", &error));
  assert_error_says (error, KOMA_ERROR, KOMA_ERROR_MODEL, "1000000", NULL);
}

/* Siblings are not depth, and brackets in strings are not structure. */
static void
test_wide_is_not_deep (void)
{
  g_autoptr (GString) text = g_string_new ("[");
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) node = NULL;

  for (guint i = 0; i < 1000; i++)
    g_string_append (text, "{\"[[[[\\\"[[[[\": [[]]},");
  g_string_append (text, "0]");

  node = koma_json_parse (text->str, text->len, "a.json", &error);
  g_assert_no_error (error);
  g_assert_cmpuint (koma_json_array_length (koma_json_node_array (node)), ==, 1001);
}

static void
test_no_json (void)
{
  static const struct
  {
    const char *text;
    gsize       length;
    const char *word;
  } cases[] = {
    { "", 0, "nothing" },
    { "   ", 3, "x.json" },
    { "{\"a\": ", 6, "damaged" },
    { "{\"a\"\0:1}", 8, "binary" },
    { "  <!DOCTYPE html><html></html>", 30, "web page" },
    { "<html>", 6, "web page" },
    { "\xff\xfe{}", 4, "damaged" },
    { "{]", 2, "damaged" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (GError) error = NULL;

    g_assert_null (koma_json_parse (cases[i].text, cases[i].length, "x.json", &error));
    assert_error_says (error, KOMA_ERROR, KOMA_ERROR_MODEL, "x.json", cases[i].word, NULL);
  }
}

/* JSON has one root; JSON-GLib 1.6 would take the last and lose the memory of the first. */
static void
test_one_root (void)
{
  static const char *const refused[] = {
    "{}{}",
    "0{}",
    "{\"a\": 1} {}",
    "[] 1",
    "\"a\" []",
    "1 2",
  };
  static const char *const taken[] = {
    "{\"}{\": 1}",
    "-1.5e3 ",
    "\"a\\\"\"",
  };

  for (guint i = 0; i < G_N_ELEMENTS (refused); i++) {
    g_autoptr (GError) error = NULL;

    g_assert_null (koma_json_parse (refused[i], strlen (refused[i]), "a.json", &error));
    assert_error_says (error, KOMA_ERROR, KOMA_ERROR_MODEL, "a.json", "expected one", NULL);
  }
  for (guint i = 0; i < G_N_ELEMENTS (taken); i++) {
    g_autoptr (GError) error = NULL;
    g_autoptr (JsonNode) node = koma_json_parse (taken[i], strlen (taken[i]), "a.json", &error);

    g_assert_no_error (error);
    g_assert_true (json_node_is_immutable (node));
  }
}

/* JSON-GLib would cut the text off there. */
static void
test_nul (void)
{
  static const char *const refused[] = { "{\"a\": \"x\\u0000y\"}", "[\"\\u0000\"]",
                                         "{\"\\\\\\u0000\": 1}" };
  static const char *const taken[] = { "[\"\\\\u0000\"]", "[\"u0000\\u0001\"]" };

  for (guint i = 0; i < G_N_ELEMENTS (refused); i++) {
    g_autoptr (GError) error = NULL;

    g_assert_null (koma_json_parse (refused[i], strlen (refused[i]), "a.json", &error));
    assert_error_says (error, KOMA_ERROR, KOMA_ERROR_MODEL, "a.json", "NUL", NULL);
  }
  for (guint i = 0; i < G_N_ELEMENTS (taken); i++) {
    g_autoptr (GError) error = NULL;
    g_autoptr (JsonNode) node G_GNUC_UNUSED =
      koma_json_parse (taken[i], strlen (taken[i]), "a.json", &error);

    g_assert_no_error (error);
  }
}

/* A quotation mark in a comment, or in what JSON-GLib takes for a string, must not hide brackets: a
 * million of them would be the end of the stack. */
static void
test_hidden_nesting (void)
{
  static const char *const beginnings[] = { "/* \" */", "['\"', ", "/\"/ ", "// \"\n" };
  g_autofree char         *deep = nest (1000000);

  for (guint i = 0; i < G_N_ELEMENTS (beginnings); i++) {
    g_autofree char *text = g_strconcat (beginnings[i], deep, NULL);
    g_autoptr (GError) error = NULL;

    g_assert_null (koma_json_parse (text, strlen (text), "a.json", &error));
    assert_error_says (error, KOMA_ERROR, KOMA_ERROR_MODEL, "a.json", "comments", NULL);
  }
}

/* Python's json module writes them bare; no other JSON has them. */
static void
test_python_words (void)
{
  static const char        text[] = "[NaN,Infinity,-Infinity,{\"NaN\":\"-Infinity,NaN\"},-1e3,NaN]";
  static const char *const refused[] = { "[nan]", "[NaNs]", "[-NaN]", "[+Infinity]", "[1NaN]" };
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) node = koma_json_parse_python (text, strlen (text), "a.json", &error);
  JsonArray *array = koma_json_node_array (node);
  double     numbers[6] = { 0 };

  g_assert_no_error (error);
  for (guint i = 0; i < 6; i++)
    g_assert_true (i == 3 || koma_json_node_double (koma_json_element (array, i), &numbers[i]));
  g_assert_true (isnan (numbers[0]) && isnan (numbers[5]));
  g_assert_true (numbers[1] > 0 && isinf (numbers[1]));
  g_assert_true (numbers[2] < 0 && isinf (numbers[2]));
  g_assert_cmpfloat (numbers[4], ==, -1000);
  g_assert_cmpstr (koma_json_get_string (koma_json_node_object (koma_json_element (array, 3)),
                                         "NaN"),
                   ==, "-Infinity,NaN");
  g_assert_null (koma_json_parse (text, strlen (text), "a.json", &error));
  assert_error_says (error, KOMA_ERROR, KOMA_ERROR_MODEL, "a.json", NULL);
  for (guint i = 0; i < G_N_ELEMENTS (refused); i++) {
    g_autoptr (GError) refusal = NULL;

    g_assert_null (
      koma_json_parse_python (refused[i], strlen (refused[i]), "a.json", &refusal));
    assert_error_says (refusal, KOMA_ERROR, KOMA_ERROR_MODEL, "a.json", NULL);
  }
}

static void
test_getters (void)
{
  g_autofree char *text = g_strdelimit (
    g_strdup ("\xef\xbb\xbf{'o': {}, 'a': [1, 'x'], 's': 'text', 'i': 7, 'f': 7.5, 'w': 8.0,"
              " 't': '-12', 'b': true, 'n': null, 'inf': 'Infinity'}"),
    "'", '"');
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) node = koma_json_parse (text, strlen (text), "a.json", &error);
  JsonObject *object = koma_json_node_object (node);
  JsonArray  *array = koma_json_get_array (object, "a");
  gint64      number = 0;
  double      real = 0;
  gboolean    is_true = FALSE;

  g_assert_no_error (error);
  g_assert_nonnull (koma_json_get_object (object, "o"));
  g_assert_null (koma_json_get_object (object, "a"));
  g_assert_null (koma_json_get_object (object, "missing"));
  g_assert_null (koma_json_get_object (NULL, "o"));
  g_assert_null (koma_json_get (object, "n"));
  g_assert_null (koma_json_get_string (object, "i"));
  g_assert_cmpstr (koma_json_get_string (object, "s"), ==, "text");
  g_assert_null (koma_json_element (array, 2));
  g_assert_cmpstr (koma_json_node_string (koma_json_element (array, 1)), ==, "x");

  g_assert_true (koma_json_node_int (koma_json_get (object, "i"), &number));
  g_assert_cmpint (number, ==, 7);
  g_assert_true (koma_json_node_int (koma_json_get (object, "w"), &number));
  g_assert_cmpint (number, ==, 8);
  g_assert_true (koma_json_node_int (koma_json_get (object, "t"), &number));
  g_assert_cmpint (number, ==, -12);
  g_assert_false (koma_json_node_int (koma_json_get (object, "f"), &number));
  g_assert_false (koma_json_node_int (koma_json_get (object, "s"), &number));
  g_assert_false (koma_json_node_int (koma_json_get (object, "o"), &number));
  g_assert_cmpint (number, ==, -12);

  g_assert_true (koma_json_node_double (koma_json_get (object, "inf"), &real));
  g_assert_cmpfloat (real, ==, G_MAXDOUBLE * 2);
  g_assert_true (koma_json_node_double (koma_json_get (object, "f"), &real));
  g_assert_cmpfloat (real, ==, 7.5);
  g_assert_false (koma_json_node_double (koma_json_get (object, "s"), &real));

  g_assert_true (koma_json_node_boolean (koma_json_get (object, "b"), &is_true));
  g_assert_true (is_true);
  g_assert_false (koma_json_node_boolean (koma_json_get (object, "i"), &is_true));
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/json/nesting", test_nesting);
  g_test_add_func ("/json/wide-is-not-deep", test_wide_is_not_deep);
  g_test_add_func ("/json/no-json", test_no_json);
  g_test_add_func ("/json/one-root", test_one_root);
  g_test_add_func ("/json/hidden-nesting", test_hidden_nesting);
  g_test_add_func ("/json/python-words", test_python_words);
  g_test_add_func ("/json/nul", test_nul);
  g_test_add_func ("/json/getters", test_getters);
  return g_test_run ();
}
