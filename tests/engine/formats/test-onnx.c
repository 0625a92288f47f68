/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The reader of ONNX: models that make-onnx.py wrote. */

#include <math.h>
#include <string.h>

#include "engine/graph/graph.h"
#include "engine/model/model.h"
#include "engine/runtime/session.h"
#include "fixture.h"
#include "tests/test-main.h"

#define MODELS "tests/engine/formats/onnx-models/"

static char *
find_model (const char *name)
{
  g_autofree char *path = g_strconcat (MODELS, name, NULL);

  return find_source (path);
}

static KomaSession *
open_session (const KomaGraph *graph,
              const char      *backend,
              guint            batch)
{
  const KomaSessionOptions options = {
    .backend = backend,
    .batch = batch,
    .n_threads = 1,
    .precision = KOMA_PRECISION_FLOAT32,
  };
  g_autoptr (GError) error = NULL;
  KomaSession *session = koma_session_new (graph, &options, &error);

  g_assert_no_error (error);
  return session;
}

static void
run (KomaSession *session)
{
  g_autoptr (GError) error = NULL;

  koma_session_run (session, &error);
  g_assert_no_error (error);
}

/* Numbers that Python computed by the definitions. */
static void
test_classifier (void)
{
  g_autofree char *path = find_model ("classifier.onnx");
  g_auto (KomaRawModel) raw = { 0 };
  g_autoptr (GError) error = NULL;
  gsize            length = 0;
  g_autofree char *x = read_source (MODELS "classifier-x.f32", &length);
  g_autofree char *bytes = read_source (MODELS "classifier-scores.f32", &length);
  const float     *scores = (const float *) bytes;

  read_raw_model (path, &raw, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (g_hash_table_size (raw.unsupported), ==, 0);
  g_assert_cmpuint (GPOINTER_TO_UINT (g_hash_table_lookup (raw.op_counts, "Conv")), ==, 1);
  for (guint i = 0; i < koma_backends_get_n (); i++) {
    const char *backend = koma_backends_get (i)->name;
    g_autoptr (KomaSession) session = NULL;
    const float *found = NULL;

    if (koma_backends_find_available (backend, NULL) == NULL)
      continue;
    session = open_session (raw.graph, backend, 0);
    found = koma_session_get_output_data (session, 0);
    memcpy (koma_session_get_input_data (session, 0), x, 3 * 64 * sizeof (float));
    run (session);
    for (guint k = 0; k < 3; k++)
      g_assert_cmpfloat_with_epsilon (found[k], scores[k], 1e-5);
  }
}

static const char *const operators[] = {
  "cumsum",
  "cumsum-exclusive",
  "cumsum-last",
  "gather-elements",
  "gather-nd",
  "gather-nd-batch",
  "hardmax",
  "hardmax-7",
  "quick-gelu",
  "scatter-elements",
  "scatter-elements-add",
  "scatter-nd",
  "scatter-nd-add",
  "shrink",
  "thresholded-relu",
  "top-k",
  "top-k-7",
  "top-k-indices",
  "trilu",
  "trilu-lower",
};

/* Operators that ONNX's own cases in the shared data do not have. */
static void
test_operator (gconstpointer data)
{
  const char      *name = data;
  g_autofree char *model = g_strdup_printf ("op-%s.onnx", name);
  g_autofree char *y_name = g_strdup_printf (MODELS "op-%s.f32", name);
  g_autofree char *path = find_model (model);
  g_auto (KomaRawModel) raw = { 0 };
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaSession) session = NULL;
  gsize            x_bytes = 0;
  gsize            y_bytes = 0;
  g_autofree char *x = read_source (MODELS "op-x.f32", &x_bytes);
  g_autofree char *y = read_source (y_name, &y_bytes);
  const float     *found = NULL;

  read_raw_model (path, &raw, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (g_hash_table_size (raw.unsupported), ==, 0);
  session = open_session (raw.graph, "cpu", 0);
  found = koma_session_get_output_data (session, 0);
  memcpy (koma_session_get_input_data (session, 0), x, x_bytes);
  run (session);
  g_assert_cmpint (koma_shape_count (&koma_session_get_output (session, 0)->shape) * sizeof (float),
                   ==, y_bytes);
  for (guint i = 0; i < y_bytes / sizeof (float); i++)
    g_assert_cmpfloat_with_epsilon (found[i], ((const float *) y)[i], 1e-5);
}

static KomaModel *
load_open (const KomaShape *shape, /* (nullable) */
           GError         **error)
{
  const KomaModelOptions options = { .input_shapes = shape, .n_input_shapes = shape != NULL };
  g_autofree char       *path = find_model ("open.onnx");

  return koma_model_load (path, &options, NULL, NULL, error);
}

/* The file leaves height and width open: they are guessed, with a warning, or given as the file
 * orders them; the recipe follows. */
static void
test_open_size (void)
{
  const KomaShape shape = koma_shape_make (4, (const gint64[]){ 2, 3, 8, 6 });
  const KomaShape wrong = koma_shape_make (4, (const gint64[]){ 1, 8, 6, 3 });
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaModel) guessed = load_open (NULL, &error);
  g_autoptr (KomaModel) given = load_open (&shape, &error);
  g_autoptr (KomaModel) none = NULL;
  g_autoptr (KomaSession) session = NULL;
  const KomaRecipe *recipe = NULL;
  float            *x = NULL;

  g_assert_no_error (error);
  g_assert_nonnull (strstr (koma_model_get_warnings (guessed)[0], "224×224 is a guess"));
  for (guint i = 0; koma_model_get_warnings (given)[i] != NULL; i++)
    g_assert_null (strstr (koma_model_get_warnings (given)[i], "is a guess"));
  recipe = koma_model_get_recipe (given, &error);
  g_assert_no_error (error);
  g_assert_cmpint (recipe->height, ==, 8);
  g_assert_cmpint (recipe->width, ==, 6);

  session = open_session (koma_model_get_file_graph (given), "cpu", 0);
  x = koma_session_get_input_data (session, 0);
  g_assert_cmpint (koma_shape_count (&koma_session_get_input (session, 0)->shape), ==, 2 * 3 * 48);
  for (guint i = 0; i < 2 * 3 * 48; i++)
    x[i] = i / 48;
  run (session);
  for (guint i = 0; i < 6; i++)
    g_assert_cmpfloat_with_epsilon (
      ((const float *) koma_session_get_output_data (session, 0))[i],
      exp (i % 3) / (1 + exp (1) + exp (2)), 1e-6);

  none = load_open (&wrong, &error);
  g_assert_null (none);
  assert_error_says (error, KOMA_ERROR, KOMA_ERROR_SHAPE, "“x”", "[1,8,6,3]", NULL);
}

static guint
count_transposes (const KomaGraph *graph)
{
  guint n = 0;

  for (guint i = 0; i < koma_graph_get_n_nodes (graph); i++)
    n += koma_graph_get_node (graph, i)->op == KOMA_OP_TRANSPOSE;
  return n;
}

/* Pictures go in with channels last, and nothing is transposed; the file's own graph has its own
 * layout. */
static void
test_layout (void)
{
  static const gint64 last[] = { -1, 8, 8, 3 };
  static const gint64 first[] = { -1, 3, 8, 8 };
  const KomaShape     shape_last = koma_shape_make (4, last);
  const KomaShape     shape_first = koma_shape_make (4, first);
  g_autofree char    *path = find_model ("classifier.onnx");
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaModel) model = koma_model_load (path, NULL, NULL, NULL, &error);
  g_autoptr (KomaSession) session = NULL;
  KomaGraph *graph = NULL;

  g_assert_no_error (error);
  graph = koma_model_get_graph (model);
  g_assert_true (koma_shape_equal (
    &koma_graph_get_value (graph, koma_graph_get_input (graph, 0))->shape, &shape_last));
  session = open_session (graph, "cpu", 2);
  g_assert_cmpuint (count_transposes (koma_session_get_graph (session)), ==, 0);
  graph = koma_model_get_file_graph (model);
  g_assert_true (koma_shape_equal (
    &koma_graph_get_value (graph, koma_graph_get_input (graph, 0))->shape, &shape_first));
}

static void
test_labels_and_recipe (void)
{
  g_autofree char *path = find_model ("classifier.onnx");
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaModel) model = koma_model_load (path, NULL, NULL, NULL, &error);
  const KomaRecipe *recipe = NULL;
  KomaLabels       *labels = NULL;

  g_assert_no_error (error);
  recipe = koma_model_get_recipe (model, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (recipe->width, ==, 8);
  g_assert_cmpint (recipe->scores, ==, KOMA_SCORES_PROBABILITIES);
  g_assert_cmpint (recipe->sources[KOMA_PART_RANGE], ==, KOMA_SOURCE_GUESS);
  labels = koma_model_get_labels (model);
  g_assert_cmpuint (koma_labels_get_n (labels), ==, 3);
  g_assert_cmpstr (koma_labels_get (labels, 0), ==, "red fox");
  g_assert_cmpstr (koma_labels_get (labels, 1), ==, "owl's");
  g_assert_cmpstr (koma_model_get_format (model), ==, "ONNX");
}

/* A shape that is computed from the batch is that of each batch. */
static void
test_batch (void)
{
  g_autofree char *path = find_model ("shapes.onnx");
  g_auto (KomaRawModel) raw = { 0 };
  g_autoptr (GError) error = NULL;

  read_raw_model (path, &raw, &error);
  g_assert_no_error (error);
  for (guint batch = 1; batch <= 3; batch++) {
    g_autoptr (KomaSession) session = open_session (raw.graph, "cpu", batch);
    const KomaShape expected = KOMA_SHAPE (batch, 6);

    g_assert_true (koma_shape_equal (&koma_session_get_output (session, 0)->shape, &expected));
  }
}

static void
expect (const char *name,
        float       first,
        float       second)
{
  g_autofree char *path = find_model (name);
  g_auto (KomaRawModel) raw = { 0 };
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaSession) session = NULL;
  float       *x = NULL;
  const float *y = NULL;

  read_raw_model (path, &raw, &error);
  g_assert_no_error (error);
  session = open_session (raw.graph, "cpu", 0);
  x = koma_session_get_input_data (session, 0);
  x[0] = 1;
  x[1] = 2;
  run (session);
  y = koma_session_get_output_data (session, 0);
  g_assert_cmpfloat (y[0], ==, first);
  g_assert_cmpfloat (y[1], ==, second);
}

static void
test_types (void)
{
  expect ("types.onnx", 1 + 0.5 + 8 + 32, 2 - 2 + 0.25 + 64);
}

static void
test_external (void)
{
  expect ("external.onnx", 2 * 1 + 0.5, 3 * 2 - 1);
}

KOMA_TEST_MAIN (argc, argv)
{
  int status = 0;
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (operators); i++) {
    g_autofree char *test_path = g_strdup_printf ("/onnx/operator/%s", operators[i]);

    g_test_add_data_func (test_path, operators[i], test_operator);
  }
  g_test_add_func ("/onnx/open-size", test_open_size);
  g_test_add_func ("/onnx/classifier", test_classifier);
  g_test_add_func ("/onnx/layout", test_layout);
  g_test_add_func ("/onnx/labels-and-recipe", test_labels_and_recipe);
  g_test_add_func ("/onnx/batch", test_batch);
  g_test_add_func ("/onnx/types", test_types);
  g_test_add_func ("/onnx/external", test_external);
  status = g_test_run ();
  assert_no_buffers ();
  return status;
}
