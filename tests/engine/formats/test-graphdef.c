/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The TensorFlow.js format of 2018: protocol buffers written here by hand,
 * field by field, so that the reader is not tested against itself. */

#include <string.h>

#include "fixture.h"
#include "tests/test-main.h"

/* A varint. */
static void
put_number (GByteArray *out,
            guint64     value)
{
  guint8 byte = 0;

  do {
    byte = (value & 0x7f) | (value > 0x7f ? 0x80 : 0);
    g_byte_array_append (out, &byte, 1);
    value >>= 7;
  } while (value != 0);
}

static void
put_bytes (GByteArray   *out,
           guint         field,
           gconstpointer data,
           gsize         length)
{
  put_number (out, field << 3 | 2);
  put_number (out, length);
  g_byte_array_append (out, data, (guint) length);
}

static void
put_text (GByteArray *out,
          guint       field,
          const char *text)
{
  put_bytes (out, field, text, strlen (text));
}

static void
put_varint (GByteArray *out,
            guint       field,
            guint64     value)
{
  put_number (out, field << 3);
  put_number (out, value);
}

/* Puts @inner into @out, and frees it. */
static void
put_message (GByteArray *out,
             guint       field,
             GByteArray *inner)
{
  put_bytes (out, field, inner->data, inner->len);
  g_byte_array_unref (inner);
}

static void
put_attr (GByteArray *node,
          const char *name,
          GByteArray *value)
{
  GByteArray *entry = g_byte_array_new ();

  put_text (entry, 1, name);
  put_message (entry, 2, value);
  put_message (node, 5, entry);
}

static GByteArray *
make_node (const char *name,
           const char *op,
           const char *input)
{
  GByteArray *node = g_byte_array_new ();

  put_text (node, 1, name);
  put_text (node, 2, op);
  if (input != NULL)
    put_text (node, 3, input);
  return node;
}

static GByteArray *
make_shape (gint64 size)
{
  GByteArray *dim = g_byte_array_new ();
  GByteArray *shape = g_byte_array_new ();

  put_varint (dim, 1, (guint64) size);
  put_message (shape, 2, dim);
  return shape;
}

static GByteArray *
make_int_value (gint64 value)
{
  GByteArray *attr = g_byte_array_new ();

  put_varint (attr, 3, (guint64) value);
  return attr;
}

static GByteArray *
make_shape_value (gint64 size)
{
  GByteArray *attr = g_byte_array_new ();

  put_message (attr, 7, make_shape (size));
  return attr;
}

static GByteArray *
make_ints_value (void)
{
  GByteArray *list = g_byte_array_new ();
  GByteArray *attr = g_byte_array_new ();

  put_bytes (list, 3, "\x01\x02\x02\x01", 4); /* packed */
  put_message (attr, 1, list);
  return attr;
}

/* int32 [2] whose numbers are in the graph. */
static GByteArray *
make_tensor_value (void)
{
  GByteArray *tensor = g_byte_array_new ();
  GByteArray *attr = g_byte_array_new ();

  put_varint (tensor, 1, 3);
  put_message (tensor, 2, make_shape (2));
  put_bytes (tensor, 7, "\x05\x07", 2);
  put_message (attr, 8, tensor);
  return attr;
}

/* x → AddV2 (x, w from the manifest) → Neg, and labels. */
static GByteArray *
make_graph (void)
{
  GByteArray *graph = g_byte_array_new ();
  GByteArray *x = make_node ("x", "Placeholder", NULL);
  GByteArray *labels = make_node ("labels", "Const", NULL);
  GByteArray *sum = make_node ("sum", "AddV2", "x:0");
  GByteArray *neg = make_node ("neg", "Neg", "sum");

  put_attr (x, "shape", make_shape_value (-1));
  put_attr (labels, "value", make_tensor_value ());
  put_text (sum, 3, "w");
  put_text (sum, 3, "^labels");
  put_attr (neg, "number", make_int_value (-3));
  put_attr (neg, "numbers", make_ints_value ());
  put_text (neg, 4, "/cpu:0"); /* device: a field that is not read */

  put_message (graph, 1, neg);
  put_message (graph, 1, sum);
  put_message (graph, 1, x);
  put_message (graph, 1, make_node ("w", "Const", NULL));
  put_message (graph, 1, labels);
  put_message (graph, 2, g_byte_array_new ()); /* library */
  return graph;
}

static void
write_weights (const Folder *folder)
{
  static const guint8 weights[8] = { 0, 0, 0x80, 0x3f, 0, 0, 0, 0x40 };

  folder_write_json (folder, "weights_manifest.json",
                     "[{'paths': ['group1-shard1of1'], 'weights': ["
                     "{'name': 'w', 'shape': [2], 'dtype': 'float32'}]}]");
  folder_write (folder, "group1-shard1of1", weights, sizeof weights);
}

static gboolean
read_graph (const Folder     *folder,
            const GByteArray *graph,
            guint             length,
            KomaRawModel     *ret_raw,
            GError          **error)
{
  g_autofree char *path = folder_get (folder, "tensorflowjs_model.pb");

  folder_write (folder, "tensorflowjs_model.pb", graph->data, length);
  return read_raw_model (path, ret_raw, error);
}

static void
test_good (void)
{
  g_auto (Folder) folder = { 0 };
  g_auto (KomaRawModel) raw = { 0 };
  g_autoptr (GError) error = NULL;
  g_autoptr (GByteArray) graph = make_graph ();
  const KomaNode  *node = NULL;
  const KomaValue *value = NULL;
  gsize            n_ints = 0;

  folder_init (&folder);
  write_weights (&folder);
  read_graph (&folder, graph, graph->len, &raw, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (raw.format, ==, "TensorFlow.js model of 2018");

  g_assert_cmpuint (koma_graph_get_n_nodes (raw.graph), ==, 2);
  node = koma_graph_get_node (raw.graph, 0);
  g_assert_cmpstr (node->name, ==, "sum");
  g_assert_cmpuint (node->n_inputs, ==, 2);
  value = koma_graph_get_value (raw.graph, node->inputs[0]);
  g_assert_cmpuint (value->shape.rank, ==, 1);
  g_assert_cmpint (value->shape.dims[0], ==, KOMA_DIM_UNKNOWN);
  value = koma_graph_get_value (raw.graph, node->inputs[1]);
  g_assert_cmpfloat (((const float *) value->constant->data)[1], ==, 2);

  node = koma_graph_get_node (raw.graph, 1);
  g_assert_cmpint (koma_attrs_get_int (node->attrs, "number", 0), ==, -3);
  g_assert_cmpint (koma_attrs_get_ints (node->attrs, "numbers", &n_ints)[1], ==, 2);
  g_assert_cmpuint (n_ints, ==, 4);

  g_assert_nonnull (raw.labels);
  g_assert_cmpint (koma_array_get_int (raw.labels, 1), ==, 7);
  g_assert_cmpuint (koma_graph_get_n_outputs (raw.graph), ==, 1);
  g_assert_cmpstr (koma_graph_get_output_name (raw.graph, 0), ==, "neg");
}

/* Cut off at every byte: an error, or the graph of the nodes before. */
static void
test_truncated (void)
{
  g_auto (Folder) folder = { 0 };
  g_autoptr (GByteArray) graph = make_graph ();

  folder_init (&folder);
  write_weights (&folder);
  for (guint length = 0; length < graph->len; length++) {
    g_auto (KomaRawModel) raw = { 0 };
    g_autoptr (GError) error = NULL;

    if (!read_graph (&folder, graph, length, &raw, &error))
      assert_error_says (error, KOMA_ERROR, KOMA_ERROR_MODEL, "tensorflowjs_model.pb", NULL);
    else
      g_assert_no_error (error);
  }
}

static void
test_bad (void)
{
  g_auto (Folder) folder = { 0 };
  g_autoptr (GByteArray) nameless = g_byte_array_new ();
  g_autoptr (GByteArray) binary = g_byte_array_new ();
  g_autoptr (GByteArray) page = g_byte_array_new ();
  const GByteArray *graphs[] = { nameless, binary, page };

  put_message (nameless, 1, make_node ("", "Neg", NULL));
  put_message (binary, 1, make_node ("\xff\xfe", "Neg", NULL));
  g_byte_array_append (page, (const guint8 *) "<html></html>", 13);
  folder_init (&folder);
  write_weights (&folder);

  for (guint i = 0; i < G_N_ELEMENTS (graphs); i++) {
    KomaRawModel raw = { 0 };
    g_autoptr (GError) error = NULL;

    g_assert_false (read_graph (&folder, graphs[i], graphs[i]->len, &raw, &error));
    assert_error_says (error, KOMA_ERROR, KOMA_ERROR_MODEL, "tensorflowjs_model.pb", NULL);
  }
}

static void
test_bad_manifest (void)
{
  g_auto (Folder) folder = { 0 };
  g_autoptr (GByteArray) graph = make_graph ();
  KomaRawModel raw = { 0 };
  g_autoptr (GError) error = NULL;

  folder_init (&folder);
  g_assert_false (read_graph (&folder, graph, graph->len, &raw, &error));
  assert_error_says (error, KOMA_ERROR, KOMA_ERROR_MODEL, "tensorflowjs_model.pb",
                     "weights_manifest.json", "no weights", NULL);
  g_clear_error (&error);

  folder_write_json (&folder, "weights_manifest.json", "{'paths': []}");
  g_assert_false (read_graph (&folder, graph, graph->len, &raw, &error));
  assert_error_says (error, KOMA_ERROR, KOMA_ERROR_MODEL, "weights_manifest.json", "list", NULL);
  g_clear_error (&error);

  folder_write_json (&folder, "weights_manifest.json", "[]");
  g_assert_false (read_graph (&folder, graph, graph->len, &raw, &error));
  assert_error_says (error, KOMA_ERROR, KOMA_ERROR_MODEL, "tensorflowjs_model.pb", "Const 'w'",
                     NULL);
}

KOMA_TEST_MAIN (argc, argv)
{
  int status = 0;

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/graphdef/good", test_good);
  g_test_add_func ("/graphdef/truncated", test_truncated);
  g_test_add_func ("/graphdef/bad", test_bad);
  g_test_add_func ("/graphdef/bad-manifest", test_bad_manifest);
  status = g_test_run ();
  assert_no_buffers ();
  return status;
}
