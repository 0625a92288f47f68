/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* Texts of TensorFlow.js 4.22, written out here for tensors of our own; and, where the golden data
 * are, those of ../shared/golden_layers/api.json. */
#include <json-glib/json-glib.h>
#include <math.h>

#include "tests/engine/koma/memory-fixture.h"
#include "tests/test-main.h"

static void
assert_text (KomaTensor *tensor, /* (transfer full) floating */
             const char *wanted)
{
  g_autoptr (KomaTensor) owned = g_object_ref_sink (tensor);
  g_autoptr (GError) error = NULL;
  g_autofree char *text = koma_tensor_to_string (owned, FALSE, &error);

  g_assert_no_error (error);
  g_assert_cmpstr (text, ==, wanted);
}

static void
test_scalars (void)
{
  assert_text (koma_tensor_new_scalar (0.1f, NULL), "Tensor\n    0.10000000149011612");
  assert_text (koma_tensor_new_scalar (-24, NULL), "Tensor\n    -24");
  assert_text (koma_tensor_new_scalar (-0.f, NULL), "Tensor\n    0");
  assert_text (koma_tensor_new_scalar (1e-20f, NULL), "Tensor\n    9.999999682655225e-21");
  assert_text (koma_tensor_new_fill (KOMA_DTYPE_BOOL, NULL, 0, 0, NULL), "Tensor\n    false");
  assert_text (koma_tensor_new_fill (KOMA_DTYPE_INT32, NULL, 0, -7, NULL), "Tensor\n    -7");
}

/* Seven decimals; half of the last one goes away from zero. */
static void
test_decimals (void)
{
  const float values[] = { 0.00390625f, -0.00390625f, 1.f / 3, 4e-8f, 5e-8f, 123456.789f, 1e21f };

  assert_text (koma_tensor_new_1d (values, 7, NULL),
               "Tensor\n    [0.0039063, -0.0039063, "
               "0.3333333, 0, 1e-7, 123456.7890625, 1.0000000200408773e+21]");
}

static void
test_special (void)
{
  const float values[] = { NAN, INFINITY, -INFINITY, -0.f };

  assert_text (koma_tensor_new_1d (values, 4, NULL), "Tensor\n    [NaN, Infinity, -Infinity, 0]");
}

static KomaTensor *
count_up (const int *shape,
          guint      rank)
{
  g_autofree float *values = NULL;
  gsize             n = 1;

  for (guint d = 0; d < rank; d++)
    n *= shape[d];
  values = g_new (float, n + 1);
  for (gsize i = 0; i < n; i++)
    values[i] = i + 9;
  return koma_tensor_new (values, n, shape, rank, NULL);
}

static void
test_padded (void)
{
  assert_text (count_up (KOMA_DIMS (2, 2)), "Tensor\n    [[9 , 10],\n     [11, 12]]");
  assert_text (count_up (KOMA_DIMS (1, 2)), "Tensor\n     [[9, 10],]");
  assert_text (count_up (KOMA_DIMS (1, 2, 2)),
               "Tensor\n    [[[9 , 10],\n      [11, 12]]]");
  assert_text (count_up (KOMA_DIMS (2, 1, 2)),
               "Tensor\n    [ [[9 , 10],],\n\n      [[11, 12],]]");
}

static void
test_shortened (void)
{
  assert_text (count_up (KOMA_DIMS (21)), "Tensor\n    [9, 10, 11, ..., 27, 28, 29]");
  assert_text (count_up (KOMA_DIMS (21, 1)),
               "Tensor\n    [[9 ],\n     [10],\n     [11],\n     ...,\n"
               "     [27],\n     [28],\n     [29]]");
}

static void
test_empty (void)
{
  assert_text (count_up (KOMA_DIMS (0)), "Tensor\n    []");
  assert_text (count_up (KOMA_DIMS (2, 0)), "Tensor\n    [[],\n     []]");
  assert_text (count_up (KOMA_DIMS (0, 2)), "Tensor\n     []");
}

static void
test_verbose (void)
{
  g_autoptr (KomaTensor) tensor = g_object_ref_sink (count_up (KOMA_DIMS (1, 2)));
  g_autoptr (GError) error = NULL;
  g_autofree char *text = koma_tensor_to_string (tensor, TRUE, &error);

  g_assert_cmpstr (text, ==,
                   "Tensor\n  dtype: float32\n  rank: 2\n  shape: [1,2]\n  values:\n"
                   "     [[9, 10],]");
  koma_tensor_dispose_data (tensor);
  g_assert_null (koma_tensor_to_string (tensor, FALSE, &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_ARGUMENT);
  g_assert_null (koma_tensor_to_string (NULL, FALSE, NULL));
}

static char *printed;

static void
keep_printed (const char *text)
{
  printed = g_strdup (text);
}

static void
test_print (void)
{
  g_autoptr (KomaTensor) tensor = g_object_ref_sink (count_up (KOMA_DIMS (2)));
  GPrintFunc before = g_set_print_handler (keep_printed);
  gboolean   is_printed = koma_tensor_print (tensor, FALSE, NULL);

  g_set_print_handler (before);
  g_assert_true (is_printed);
  g_assert_cmpstr (printed, ==, "Tensor\n    [9, 10]\n");
  g_free (g_steal_pointer (&printed));
}

static double
get_number (JsonArray *array,
            guint      index)
{
  JsonNode *node = json_array_get_element (array, index);

  /* "NaN", "-Infinity", "-0" */
  return json_node_get_value_type (node) == G_TYPE_STRING
           ? g_ascii_strtod (json_node_get_string (node), NULL)
           : json_node_get_double (node);
}

static KomaTensor *
read_tensor (JsonObject *spec)
{
  JsonArray         *shape = json_object_get_array_member (spec, "shape");
  JsonArray         *values = json_object_get_array_member (spec, "values");
  const guint        rank = json_array_get_length (shape);
  const guint        n = json_array_get_length (values);
  int                dims[6] = { 0 };
  g_autofree double *numbers = g_new (double, n + 1);
  KomaDType          dtype = 0;

  /* Text is no dtype here. */
  if (!koma_dtype_from_name (json_object_get_string_member (spec, "dtype"), &dtype))
    return NULL;
  for (guint d = 0; d < rank; d++)
    dims[d] = json_array_get_int_element (shape, d);
  for (guint i = 0; i < n; i++)
    numbers[i] = get_number (values, i);
  return koma_tensor_new_typed (dtype, numbers, n, dims, rank, NULL);
}

static void
check_case (JsonObject *entry)
{
  g_autoptr (KomaTensor) tensor = read_tensor (json_object_get_object_member (entry, "tensor"));
  g_autofree char *text = koma_tensor_to_string (tensor, FALSE, NULL);
  g_autofree char *verbose = koma_tensor_to_string (tensor, TRUE, NULL);

  if (tensor == NULL)
    return;
  g_test_message ("%s", json_object_get_string_member (entry, "name"));
  g_assert_cmpstr (text, ==, json_object_get_string_member (entry, "text"));
  g_assert_cmpstr (verbose, ==, json_object_get_string_member (entry, "verbose"));
}

/* (nullable): no golden data. json-glib reads an integer of more than 64 bits only as a float. */
static JsonParser *
load_golden (void)
{
  g_autofree char *path =
    g_build_filename (g_getenv ("KOMA_SHARED"), "golden_layers", "api.json", NULL);
  g_autofree char *text = NULL;
  g_autofree char *readable = NULL;
  g_autoptr (GRegex) long_integer = g_regex_new ("(?<=[\\[,])(\\d{19,})(?=[,\\]])", 0, 0, NULL);
  JsonParser *parser = NULL;

  if (!g_file_get_contents (path, &text, NULL, NULL))
    return NULL;
  readable = g_regex_replace (long_integer, text, -1, 0, "\\1.0", 0, NULL);
  parser = json_parser_new ();
  g_assert_true (json_parser_load_from_data (parser, readable, -1, NULL));
  return parser;
}

static void
test_golden (void)
{
  g_autoptr (JsonParser) parser = load_golden ();
  JsonArray *cases = NULL;

  if (parser == NULL) {
    g_test_skip ("no ../shared/golden_layers");
    return;
  }
  cases = json_object_get_array_member (json_node_get_object (json_parser_get_root (parser)),
                                        "print");
  g_assert_cmpuint (json_array_get_length (cases), >, 30);
  for (guint i = 0; i < json_array_get_length (cases); i++)
    check_case (json_array_get_object_element (cases, i));
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/tensor-print/scalars", test_scalars);
  g_test_add_func ("/tensor-print/decimals", test_decimals);
  g_test_add_func ("/tensor-print/special", test_special);
  g_test_add_func ("/tensor-print/padded", test_padded);
  g_test_add_func ("/tensor-print/shortened", test_shortened);
  g_test_add_func ("/tensor-print/empty", test_empty);
  g_test_add_func ("/tensor-print/verbose", test_verbose);
  g_test_add_func ("/tensor-print/print", test_print);
  g_test_add_func ("/tensor-print/golden", test_golden);
  return g_test_run ();
}
