/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Protocol buffers in text format, read as a GraphDef. */

#include "engine/formats/protobuf-text.h"

#include <math.h>
#include <string.h>

#include "engine/formats/graphdef/graphdef.pb-c.h"
#include "engine/koma-limits.h"
#include "engine/koma/koma-error.h"
#include "fixture.h"
#include "tests/test-main.h"

typedef Koma__Tf__GraphDef GraphDef;

static void
graph_def_free (GraphDef *graph_def)
{
  koma__tf__graph_def__free_unpacked (graph_def, NULL);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (GraphDef, graph_def_free)

static gboolean
find_word (const char *word,
           gint64     *ret_number)
{
  *ret_number = 3;
  return strcmp (word, "DT_INT32") == 0;
}

static GraphDef *
try_read (const char *text,
          gsize       length,
          GError    **error)
{
  g_autoptr (GByteArray) binary = koma_protobuf_text_to_binary (
    text, length, &koma__tf__graph_def__descriptor, find_word, error);

  return binary != NULL ? koma__tf__graph_def__unpack (NULL, binary->len, binary->data) : NULL;
}

static GraphDef *
read_text (const char *text)
{
  g_autoptr (GError) error = NULL;
  GraphDef *graph_def = try_read (text, strlen (text), &error);

  g_assert_no_error (error);
  g_assert_nonnull (graph_def);
  return graph_def;
}

/* A node with one attribute, whose value is @value. */
static GraphDef *
read_value (const char *value)
{
  g_autofree char *text = g_strdup_printf ("node{attr{key:'v' value{%s}}}", value);
  GraphDef        *graph_def = read_text (text);

  g_assert_cmpuint (graph_def->n_node, ==, 1);
  g_assert_cmpuint (graph_def->node[0]->n_attr, ==, 1);
  g_assert_cmpstr (graph_def->node[0]->attr[0]->key, ==, "v");
  return graph_def;
}

static const Koma__Tf__AttrValue *
get_value (const GraphDef *graph_def)
{
  return graph_def->node[0]->attr[0]->value;
}

/* Each way to write a field, and comments, commas and fields that nobody knows between them. */
static void
test_fields (void)
{
  g_autoptr (GraphDef) graph_def = read_text (
    "# a comment {\n"
    "node { name: \"a\" op: 'Relu' # to the end: }\n"
    "  input: [\"b\", 'c'], input: \"d\"; unknown: 3 unknown { x: -1.5e-3f y: [ ] }\n"
    "}\n"
    "node: <name: \"b\" [type.of.an/extension] { z: DT_INT32 } later: [1, 2] last: [{a: 1}, <>]>\n"
    "versions { producer: 27 }\n"
    "library { function { signature { name: \"f\" } } }");

  g_assert_cmpuint (graph_def->n_node, ==, 2);
  g_assert_cmpstr (graph_def->node[0]->name, ==, "a");
  g_assert_cmpstr (graph_def->node[0]->op, ==, "Relu");
  g_assert_cmpuint (graph_def->node[0]->n_input, ==, 3);
  g_assert_cmpstr (graph_def->node[0]->input[1], ==, "c");
  g_assert_cmpstr (graph_def->node[0]->input[2], ==, "d");
  g_assert_cmpstr (graph_def->node[1]->name, ==, "b");
  g_assert_cmpstr (graph_def->library->function[0]->signature->name, ==, "f");
}

static void
test_numbers (void)
{
  static const struct
  {
    const char *text;
    gint64      number;
  } rows[] = {
    { "i: 0", 0 },
    { "i: -1", -1 },
    { "i: 0x7f", 127 },
    { "i: 010", 8 },
    { "i: -9223372036854775808", G_MININT64 },
    { "i: 9223372036854775807", G_MAXINT64 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autoptr (GraphDef) graph_def = read_value (rows[i].text);

    g_assert_cmpint (get_value (graph_def)->i, ==, rows[i].number);
  }
}

static void
test_reals (void)
{
  static const struct
  {
    const char *text;
    float       number;
  } rows[] = {
    { "f: 0.1", 0.1f },
    { "f: -2", -2 },
    { "f: 1e-3", 1e-3f },
    { "f: .5", .5f },
    { "f: 1.5F", 1.5f },
    { "f: inf", INFINITY },
    { "f: -inf", -INFINITY },
    { "f: 3.40282347e+38", 3.40282347e+38f },
  };
  g_autoptr (GraphDef) no_number = read_value ("f: nan");

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autoptr (GraphDef) graph_def = read_value (rows[i].text);

    g_assert_true (get_value (graph_def)->f == rows[i].number);
  }
  g_assert_true (isnan (get_value (no_number)->f));
}

/* A type that is not known is none. */
static void
test_words (void)
{
  g_autoptr (GraphDef) known = read_value ("type: DT_INT32");
  g_autoptr (GraphDef) unknown = read_value ("type: DT_RESOURCE");
  g_autoptr (GraphDef) number = read_value ("type: 20");
  g_autoptr (GraphDef) yes = read_value ("b: true");
  g_autoptr (GraphDef) no = read_value ("b: false");

  g_assert_cmpint (get_value (known)->type, ==, 3);
  g_assert_cmpint (get_value (unknown)->value_case, ==, KOMA__TF__ATTR_VALUE__VALUE_TYPE);
  g_assert_cmpint (get_value (unknown)->type, ==, 0);
  g_assert_cmpint (get_value (number)->type, ==, 20);
  g_assert_cmpint (get_value (yes)->value_case, ==, KOMA__TF__ATTR_VALUE__VALUE_B);
  g_assert_true (get_value (yes)->b);
  g_assert_cmpint (get_value (no)->value_case, ==, KOMA__TF__ATTR_VALUE__VALUE_B);
  g_assert_false (get_value (no)->b);
}

static void
test_texts (void)
{
  static const char bytes[] = "\0\1\x7f\xff\n\t\"'\\?a\xc3\xa4\xf0\x9f\x8d\xa3 of two";
  g_autoptr (GraphDef) graph_def =
    read_value ("s: \"\\000\\1\\x7f\\377\\n\\t\\\"\\'\\\\\\?a\\u00e4\\U0001F363\""
                " # and\n ' of two'");
  const ProtobufCBinaryData *found = &get_value (graph_def)->s;

  g_assert_cmpmem (found->data, found->len, bytes, sizeof bytes - 1);
}

static void
assert_refused (const char *text,
                gsize       length,
                int         code,
                const char *words)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GraphDef) graph_def = try_read (text, length, &error);

  g_assert_null (graph_def);
  assert_error_says (error, KOMA_ERROR, code, words, NULL);
  g_assert_true (g_utf8_validate (error->message, -1, NULL));
}

static void
test_bad (void)
{
  static const struct
  {
    const char *text;
    const char *words;
  } rows[] = {
    { "node {\n name: \"a\"", "line 2: expected the name of a field, found the end" },
    { "node { } }", "line 1: expected the name of a field, found “}”" },
    { "node { >", "found “>”" },
    { "node 3", "expected “:” or “{”, found “3”" },
    { "node: 3", "expected a message in braces for “node”, found “3”" },
    { "node: [{}", "expected “,” or “]”" },
    { "node { name { } }", "expected a single value for “name”" },
    { "node { name: [\"a\"] }", "expected a single value for “name”" },
    { "node { name: a }", "expected a text in quotes for “name”, found “a”" },
    { "node { name: }", "expected a value, found “}”" },
    { "node { name: \"a\n\" }", "line 1: a text has no quote at its end" },
    { "node { name: \"a", "no quote" },
    { "node { name: \"\\", "escape" },
    { "node { name: \"\\400\" }", "escape" },
    { "node { name: \"\\q\" }", "escape" },
    { "node { name: \"\\x\" }", "escape" },
    { "node { name: \"a\\000b\" }", "expected a text without a NUL for “name”" },
    { "node { input: [\"a\", \"\\0\"] }", "expected a text without a NUL for “input”" },
    { "node { name: \"\\ud800\" }", "escape" },
    { "node { attr { value { i: 1.5 } } }", "expected a whole number for “i”, found “1.5”" },
    { "node { attr { value { i: 9223372036854775808 } } }", "whole number" },
    { "node { attr { value { type: 3000000000 } } }", "whole number" },
    { "node { attr { value { i: \"1\" } } }", "whole number" },
    { "node { attr { value { f: 1.5.2 } } }", "expected a number for “f”" },
    { "node { attr { value { f: one } } }", "expected a number for “f”" },
    { "node { attr { value { b: 2 } } }", "expected true or false for “b”" },
    { "node { [a.b", "expected “]”" },
    { "\xff", "found “" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    assert_refused (rows[i].text, strlen (rows[i].text), KOMA_ERROR_MODEL, rows[i].words);
  assert_refused ("node\0{}", 7, KOMA_ERROR_MODEL, "found “");
}

/* Also of messages that nobody knows. */
static void
test_depth (void)
{
  static const char *const names[] = { "node { a ", "node { attr { value { func { b " };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++) {
    g_autoptr (GString) text = g_string_new (names[i]);

    for (guint k = 0; k < 100000; k++)
      g_string_append (text, "{ a ");
    assert_refused (text->str, text->len, KOMA_ERROR_MEMORY, "nested more than 64 deep");
  }
}

/* Messages behind each other are not nested. */
static void
test_many (void)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GraphDef) graph_def = NULL;

  for (guint i = 0; i < 2 * KOMA_MAX_NESTING; i++)
    g_string_append (text, "node { attr { value { list { i: [1, 2] } } } } ");
  graph_def = read_text (text->str);
  g_assert_cmpuint (graph_def->n_node, ==, 2 * KOMA_MAX_NESTING);
  g_assert_cmpuint (get_value (graph_def)->list->n_i, ==, 2);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/protobuf-text/fields", test_fields);
  g_test_add_func ("/protobuf-text/numbers", test_numbers);
  g_test_add_func ("/protobuf-text/reals", test_reals);
  g_test_add_func ("/protobuf-text/words", test_words);
  g_test_add_func ("/protobuf-text/texts", test_texts);
  g_test_add_func ("/protobuf-text/bad", test_bad);
  g_test_add_func ("/protobuf-text/depth", test_depth);
  g_test_add_func ("/protobuf-text/many", test_many);
  return g_test_run ();
}
