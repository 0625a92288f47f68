/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Attributes of nodes as JSON has them. */

#include <string.h>

#include "engine/formats/json.h"
#include "engine/formats/tfjs/json-attrs.h"
#include "fixture.h"
#include "tests/test-main.h"

/* @text: the members of "attr", with ' for ". */
static KomaTfNode *
read_attrs (const char *text,
            GError    **error)
{
  g_autofree char *json = g_strdelimit (g_strdup_printf ("{%s}", text), "'", '"');
  g_autoptr (KomaTfNode) node = koma_tf_node_new ("n", "Neg");
  g_autoptr (JsonNode) root = koma_json_parse (json, strlen (json), "attrs", error);

  g_assert_nonnull (root);
  if (!koma_tfjs_attrs_read (koma_json_node_object (root), node, error))
    return NULL;

  return g_steal_pointer (&node);
}

static KomaTfNode *
read_good (const char *text)
{
  g_autoptr (GError) error = NULL;
  KomaTfNode *node = read_attrs (text, &error);

  g_assert_no_error (error);
  return node;
}

static void
test_numbers (void)
{
  g_autoptr (KomaTfNode) node = read_good ("'i': {'i': '7'}, 'j': {'i': -7}, 'f': {'f': 0.5},"
                                           "'inf': {'f': '-Infinity'}, 't': {'b': true},"
                                           "'n': {'b': false}, 'none': {}");

  g_assert_cmpint (koma_attrs_get_int (node->attrs, "i", 0), ==, 7);
  g_assert_cmpint (koma_attrs_get_int (node->attrs, "j", 0), ==, -7);
  g_assert_cmpfloat (koma_attrs_get_float (node->attrs, "f", 0), ==, 0.5);
  g_assert_cmpfloat (koma_attrs_get_float (node->attrs, "inf", 0), <, -G_MAXDOUBLE);
  g_assert_cmpint (koma_attrs_get_int (node->attrs, "t", 7), ==, 1);
  g_assert_cmpint (koma_attrs_get_int (node->attrs, "n", 7), ==, 0);
  g_assert_false (koma_attrs_has (node->attrs, "none"));
}

/* Base64, and in old files bytes. Notes to itself, "_…", may be anything. */
static void
test_texts (void)
{
  g_autoptr (KomaTfNode) node = read_good ("'s': {'s': 'U0FNRQ=='}, 'bytes': {'s': [65, 66]},"
                                           "'empty': {'s': ''}, '_note': {'s': '//79'},"
                                           "'type': {'type': 'DT_INT32'}, 'number': {'type': 1},"
                                           "'odd': {'type': 7}");

  g_assert_cmpstr (koma_attrs_get_string (node->attrs, "s", ""), ==, "SAME");
  g_assert_cmpstr (koma_attrs_get_string (node->attrs, "bytes", ""), ==, "AB");
  g_assert_cmpstr (koma_attrs_get_string (node->attrs, "empty", "?"), ==, "");
  g_assert_cmpstr (koma_attrs_get_string (node->attrs, "type", ""), ==, "DT_INT32");
  g_assert_cmpstr (koma_attrs_get_string (node->attrs, "number", ""), ==, "DT_FLOAT");
  g_assert_cmpstr (koma_attrs_get_string (node->attrs, "odd", ""), ==, "DT_INVALID");
}

static void
test_lists (void)
{
  g_autoptr (KomaTfNode) node = read_good ("'i': {'list': {'i': ['1', 2]}}, 'empty': {'list': {}},"
                                           "'s': {'list': {'s': ['UmVsdTY=', 'UHJlbHU=']}},"
                                           "'types': {'list': {'type': ['DT_FLOAT']}}");
  gsize         n = 0;
  const gint64 *values = koma_attrs_get_ints (node->attrs, "i", &n);

  g_assert_cmpuint (n, ==, 2);
  g_assert_cmpint (values[0], ==, 1);
  g_assert_cmpint (values[1], ==, 2);
  koma_attrs_get_ints (node->attrs, "empty", &n);
  g_assert_cmpuint (n, ==, 0);
  g_assert_cmpstr (koma_attrs_get_string (node->attrs, "s", ""), ==, "Relu6,Prelu");
}

static char *
read_shape (const char *text)
{
  g_autofree char *attr = g_strdup_printf ("'shape': {'shape': {%s}}", text);
  g_autoptr (KomaTfNode) node = read_good (attr);

  if (node->shape.rank == KOMA_RANK_UNKNOWN)
    return g_strdup ("unknown");
  return koma_shape_to_string (&node->shape);
}

static void
test_shapes (void)
{
  g_autofree char *open = read_shape ("'dim': [{'size': '-1'}, {'size': 224, 'name': 'h'}]");
  g_autofree char *zero = read_shape ("'dim': [{}]");
  g_autofree char *scalar = read_shape ("");
  g_autofree char *unknown = read_shape ("'unknownRank': true");

  g_assert_cmpstr (open, ==, "[?,224]");
  g_assert_cmpstr (zero, ==, "[0]");
  g_assert_cmpstr (scalar, ==, "[]");
  g_assert_cmpstr (unknown, ==, "unknown");
}

typedef struct
{
  const char *dtype;
  const char *size;
  const char *contents;
  gint64      expected[2];
} TensorCase;

/* What a Const may hold in the graph itself. */
static const TensorCase tensor_cases[] = {
  { "DT_INT32", "'2'", "'tensorContent': '/////wABAAA='", { -1, 256 } },
  { "DT_INT32", "2", "'intVal': [5]", { 5, 5 } },
  { "DT_INT64",
    "2",
    "'int64Val': ['9223372036854775807', '-9223372036854775808']",
    { G_MAXINT32, G_MININT32 } },
  { "DT_INT64", "2", "'tensorContent': '//////////8CAAAAAAAAAA=='", { -1, 2 } },
  { "DT_BOOL", "2", "'boolVal': [true, false]", { 1, 0 } },
  { "DT_INT8", "2", "'tensorContent': '/gM='", { -2, 3 } },
  { "DT_UINT8", "2", "'tensorContent': '/gM='", { 254, 3 } },
};

static char *
make_tensor (const char *dtype,
             const char *size,
             const char *contents)
{
  return g_strdup_printf ("'value': {'tensor': {'dtype': '%s', 'tensorShape': {'dim': ["
                          "{'size': %s}]}, %s}}",
                          dtype, size, contents);
}

static void
test_tensors (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (tensor_cases); i++) {
    const TensorCase *t = &tensor_cases[i];
    g_autofree char  *text = make_tensor (t->dtype, t->size, t->contents);
    g_autoptr (KomaTfNode) node = read_good (text);

    g_assert_nonnull (node->value);
    g_assert_cmpint (koma_array_get_int (node->value, 0), ==, t->expected[0]);
    g_assert_cmpint (koma_array_get_int (node->value, 1), ==, t->expected[1]);
  }
}

static void
test_float_tensors (void)
{
  g_autofree char *single = make_tensor ("DT_FLOAT", "1", "'tensorContent': 'AAAAwA=='");
  g_autofree char *half = make_tensor ("DT_HALF", "1", "'tensorContent': 'AMA='");
  g_autofree char *text = make_tensor ("DT_DOUBLE", "1", "'doubleVal': ['-2']");
  g_autofree char *bytes = make_tensor ("DT_DOUBLE", "1", "'tensorContent': 'AAAAAAAAAMA='");
  const char      *cases[] = { single, half, text, bytes };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (KomaTfNode) node = read_good (cases[i]);

    g_assert_cmpint (node->value->dtype, ==, KOMA_DTYPE_FLOAT32);
    g_assert_cmpfloat (*(const float *) node->value->data, ==, -2);
  }
}

/* No contents, or none that are numbers, are no error of the attribute. */
static void
test_no_contents (void)
{
  g_autofree char *stripped = make_tensor ("DT_FLOAT", "1000000000", "'x': 0");
  g_autofree char *strings = make_tensor ("DT_STRING", "1", "'stringVal': ['QQ==']");
  g_autoptr (KomaTfNode) first = read_good (stripped);
  g_autoptr (KomaTfNode) second = read_good (strings);

  g_assert_null (first->value);
  g_assert_null (second->value);
}

typedef struct
{
  const char *text;
  int         code;
  const char *words[3];
} BadCase;

#define SHAPE(dims) "'shape': {'shape': {'dim': [" dims "]}}"
#define TENSOR(size, contents)                \
  "'value': {'tensor': {'dtype': 'DT_INT32'," \
  " 'tensorShape': {'dim': [{'size': " size "}]}," contents "}}"

static const BadCase bad_cases[] = {
  { "'a': 7", KOMA_ERROR_MODEL, { "'a'", "object" } },
  { "'a': {'i': 'seven'}", KOMA_ERROR_MODEL, { "'a'", "whole number" } },
  { "'a': {'i': 1.5}", KOMA_ERROR_MODEL, { "'a'", "whole number" } },
  { "'a': {'s': 7}", KOMA_ERROR_MODEL, { "'a'", "base64" } },
  { "'a': {'s': '//79'}", KOMA_ERROR_MODEL, { "'a'", "base64" } },
  { "'a': {'type': {}}", KOMA_ERROR_MODEL, { "'a'", "type" } },
  { "'a': {'b': 'yes'}", KOMA_ERROR_MODEL, { "'a'", "true" } },
  { "'a': {'f': 'few'}", KOMA_ERROR_MODEL, { "'a'", "number" } },
  { "'a': {'list': {'i': [1, {}]}}", KOMA_ERROR_MODEL, { "'a'", "list" } },
  { "'a': {'list': {'s': [1]}}", KOMA_ERROR_MODEL, { "'a'", "list" } },
  { SHAPE ("7"), KOMA_ERROR_MODEL, { "'shape'", "sizes" } },
  { SHAPE ("{'size': -7}"), KOMA_ERROR_SHAPE, { "'shape'", "-7" } },
  { SHAPE ("{'size': 2147483648}"), KOMA_ERROR_SHAPE, { "'shape'", "2147483648" } },
  { SHAPE ("{},{},{},{},{},{},{},{}"), KOMA_ERROR_SHAPE, { "'shape'", "6", "7" } },
  { TENSOR ("2", "'tensorContent': 'AAAA'"), KOMA_ERROR_SHAPE, { "8 bytes", "found 3" } },
  { TENSOR ("-1", "'intVal': [1]"), KOMA_ERROR_SHAPE, { "'value'" } },
  { TENSOR ("2000000000", "'intVal': [1]"), KOMA_ERROR_MEMORY, { "'value'" } },
  { TENSOR ("1", "'intVal': [1, 2]"), KOMA_ERROR_SHAPE, { "at most 1", "found 2" } },
  { TENSOR ("1", "'intVal': ['x']"), KOMA_ERROR_MODEL, { "'value'", "numbers" } },
};

static void
test_bad (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (bad_cases); i++) {
    const BadCase *bad = &bad_cases[i];
    g_autoptr (GError) error = NULL;

    g_test_message ("case %u", i);
    g_assert_null (read_attrs (bad->text, &error));
    assert_error_says (error, KOMA_ERROR, bad->code, "Neg 'n'", bad->words[0], bad->words[1],
                       bad->words[2], NULL);
  }
}

KOMA_TEST_MAIN (argc, argv)
{
  int status = 0;

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/json-attrs/numbers", test_numbers);
  g_test_add_func ("/json-attrs/texts", test_texts);
  g_test_add_func ("/json-attrs/lists", test_lists);
  g_test_add_func ("/json-attrs/shapes", test_shapes);
  g_test_add_func ("/json-attrs/tensors", test_tensors);
  g_test_add_func ("/json-attrs/float-tensors", test_float_tensors);
  g_test_add_func ("/json-attrs/no-contents", test_no_contents);
  g_test_add_func ("/json-attrs/bad", test_bad);
  status = g_test_run ();
  assert_no_buffers ();
  return status;
}
