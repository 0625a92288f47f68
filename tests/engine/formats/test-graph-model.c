/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What a graph model's model.json holds around its nodes. */

#include <string.h>

#include "fixture.h"
#include "tests/test-main.h"

#define NODES                                                                  \
  "'modelTopology': {'node': ["                                                \
  "{'name': 'x', 'op': 'Placeholder', 'attr': {'dtype': {'type': 'DT_FLOAT'}," \
  " 'shape': {'shape': {'dim': [{'size': '-1'}, {'size': '4'}]}}}},"           \
  "{'name': 'relu', 'op': 'Relu', 'input': ['x']},"                            \
  "{'name': 'neg', 'op': 'Neg', 'input': ['relu']}]}"
#define SIGNATURE                                        \
  "'signature': {'inputs': {'pixels': {'name': 'x:0'}}," \
  " 'outputs': {'scores': {'name': 'neg:0'}, 'relu': {}}}"

static void
read_model (const char   *name,
            const char   *text,
            KomaRawModel *ret_raw)
{
  g_auto (Folder) folder = { 0 };
  g_autofree char *path = NULL;
  g_autoptr (GError) error = NULL;

  folder_init (&folder);
  folder_write_json (&folder, name, text);
  path = folder_get (&folder, name);
  read_raw_model (path, ret_raw, &error);
  g_assert_no_error (error);
}

/* Older converters keep the signature in the metadata. An entry without a
 * name is named by its key. */
static void
test_signature (void)
{
  static const char *const texts[] = {
    "{" SIGNATURE ", " NODES "}",
    "{'userDefinedMetadata': {" SIGNATURE "}, " NODES "}",
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++) {
    g_auto (KomaRawModel) raw = { 0 };

    read_model ("model.json", texts[i], &raw);
    g_assert_cmpuint (koma_graph_get_n_outputs (raw.graph), ==, 2);
    g_assert_cmpstr (koma_graph_get_output_name (raw.graph, 0), ==, "neg");
    g_assert_cmpstr (koma_graph_get_output_name (raw.graph, 1), ==, "relu");
    g_assert_true ((raw.metadata != NULL) == (i == 1));
  }
}

static void
test_metadata (void)
{
  g_auto (KomaRawModel) raw = { 0 };

  read_model ("model.json", "{'userDefinedMetadata': {'labels': ['a', 'b']}, " NODES "}", &raw);
  g_assert_cmpstr (raw.metadata, ==, "{\"labels\":[\"a\",\"b\"]}");
  g_assert_cmpstr (raw.format, ==, "TensorFlow.js graph model");
}

/* The hash is of the contents, whatever the file is called. */
static void
test_hash (void)
{
  g_auto (KomaRawModel) first = { 0 };
  g_auto (KomaRawModel) renamed = { 0 };
  g_auto (KomaRawModel) other = { 0 };

  read_model ("model.json", "{" NODES "}", &first);
  read_model ("model-stride16.json", "{" NODES "}", &renamed);
  read_model ("model.json", "{ " NODES "}", &other);
  g_assert_cmpuint (strlen (first.hash), ==, 32);
  g_assert_cmpstr (first.hash, ==, renamed.hash);
  g_assert_cmpstr (first.hash, !=, other.hash);
}

typedef struct
{
  const char *nodes;
  const char *words[2];
} BadCase;

static const BadCase bad_nodes[] = {
  { "7", { "node 0", "name" } },
  { "{'name': 'x', 'op': 'Placeholder'}, {'name': 'y'}", { "node 1", "op" } },
  { "{'name': 7, 'op': 'Neg'}", { "node 0", "name" } },
  { "{'name': 'y', 'op': 'Neg', 'input': [7]}", { "Neg 'y'", "inputs" } },
  { "{'name': 'y', 'op': 'Neg', 'attr': {'T': 7}}", { "Neg 'y'", "'T'" } },
};

static void
test_bad_nodes (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (bad_nodes); i++) {
    g_auto (Folder) folder = { 0 };
    g_auto (KomaRawModel) raw = { 0 };
    g_autofree char *text = g_strdup_printf ("{'modelTopology': {'node': [%s]}}",
                                             bad_nodes[i].nodes);
    g_autofree char *path = NULL;
    g_autoptr (GError) error = NULL;

    folder_init (&folder);
    folder_write_json (&folder, "model.json", text);
    path = folder_get (&folder, "model.json");
    g_assert_false (read_raw_model (path, &raw, &error));
    assert_error_says (error, KOMA_ERROR, KOMA_ERROR_MODEL, "model.json", bad_nodes[i].words[0],
                       bad_nodes[i].words[1], NULL);
  }
}

KOMA_TEST_MAIN (argc, argv)
{
  int status = 0;

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/graph-model/signature", test_signature);
  g_test_add_func ("/graph-model/metadata", test_metadata);
  g_test_add_func ("/graph-model/hash", test_hash);
  g_test_add_func ("/graph-model/bad-nodes", test_bad_nodes);
  status = g_test_run ();
  assert_no_buffers ();
  return status;
}
