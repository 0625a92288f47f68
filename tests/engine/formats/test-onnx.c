/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The reader of ONNX: models that make-onnx.py wrote, and damaged ones. */

#include <math.h>
#include <string.h>

#include "engine/formats/onnx/onnx.pb-c.h"
#include "engine/graph/graph.h"
#include "engine/model/model.h"
#include "engine/runtime/session.h"
#include "fixture.h"
#include "tests/test-main.h"

typedef Koma__Onnx__ModelProto ModelProto;

static void
model_proto_free (ModelProto *model)
{
  koma__onnx__model_proto__free_unpacked (model, NULL);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ModelProto, model_proto_free)

static char *
find_model (const char *name)
{
  g_autofree char *path = g_strconcat ("tests/engine/formats/onnx-models/", name, NULL);

  return find_source (path);
}

static char *
load_bytes (const char *name,
            gsize      *ret_length)
{
  g_autofree char *path = find_model (name);
  char            *bytes = NULL;

  g_assert_true (g_file_get_contents (path, &bytes, ret_length, NULL));
  return bytes;
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
  g_autofree char *x = load_bytes ("classifier-x.f32", &length);
  g_autofree char *bytes = load_bytes ("classifier-scores.f32", &length);
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
  g_autofree char *y_name = g_strdup_printf ("op-%s.f32", name);
  g_autofree char *path = find_model (model);
  g_auto (KomaRawModel) raw = { 0 };
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaSession) session = NULL;
  gsize            x_bytes = 0;
  gsize            y_bytes = 0;
  g_autofree char *x = load_bytes ("op-x.f32", &x_bytes);
  g_autofree char *y = load_bytes (y_name, &y_bytes);
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

static void
write_model (const Folder     *folder,
             const ModelProto *model)
{
  const gsize        length = koma__onnx__model_proto__get_packed_size (model);
  g_autofree guint8 *bytes = g_malloc (length);

  koma__onnx__model_proto__pack (model, bytes);
  folder_write (folder, "model.onnx", bytes, (gssize) length);
}

static ModelProto *
unpack (const char *name)
{
  gsize            length = 0;
  g_autofree char *bytes = load_bytes (name, &length);
  ModelProto      *model =
    koma__onnx__model_proto__unpack (NULL, length, (const guint8 *) bytes);

  g_assert_nonnull (model);
  return model;
}

/* protobuf-c frees with free (), but what is missing in the file. */
static void
set_text (char      **text,
          const char *to)
{
  if (*text != protobuf_c_empty_string)
    free (*text);
  *text = strdup (to);
}

static void
expect_error (const ModelProto *model,
              int               code,
              const char       *words)
{
  g_auto (Folder) folder = { 0 };
  g_auto (KomaRawModel) raw = { 0 };
  g_autofree char *path = NULL;
  g_autoptr (GError) error = NULL;

  folder_init (&folder);
  path = folder_get (&folder, "model.onnx");
  write_model (&folder, model);
  g_assert_false (read_raw_model (path, &raw, &error));
  assert_error_says (error, KOMA_ERROR, code, "model.onnx", words, NULL);
}

static void
test_bad_model (void)
{
  g_autoptr (ModelProto) opset = unpack ("types.onnx");
  g_autoptr (ModelProto) trees = unpack ("types.onnx");
  g_autoptr (ModelProto) input = unpack ("types.onnx");
  g_autoptr (ModelProto) twice = unpack ("types.onnx");
  g_autoptr (ModelProto) short_data = unpack ("types.onnx");
  g_autoptr (ModelProto) shape = unpack ("types.onnx");
  g_autoptr (ModelProto) text = unpack ("types.onnx");

  opset->opset_import[0]->version = 99;
  expect_error (opset, KOMA_ERROR_UNSUPPORTED, "the opset is 99");
  set_text (&trees->opset_import[0]->domain, "ai.onnx.ml");
  set_text (&trees->graph->node[0]->domain, "ai.onnx.ml");
  set_text (&trees->graph->node[0]->op_type, "TreeEnsembleClassifier");
  expect_error (trees, KOMA_ERROR_UNSUPPORTED, "trees for tables");
  set_text (&input->graph->node[1]->input[1], "nowhere");
  expect_error (input, KOMA_ERROR_MODEL, "nothing computes “nowhere”");
  set_text (&twice->graph->node[1]->output[0], "a");
  set_text (&twice->graph->node[2]->input[0], "a");
  expect_error (twice, KOMA_ERROR_MODEL, "“a” is there twice");
  short_data->graph->initializer[0]->raw_data.len = 3;
  expect_error (short_data, KOMA_ERROR_SHAPE, "expected 4 bytes, found 3");
  shape->graph->initializer[0]->dims[0] = -5;
  expect_error (shape, KOMA_ERROR_SHAPE, "-5");
  text->graph->initializer[0]->data_type = 8;
  expect_error (text, KOMA_ERROR_UNSUPPORTED, "STRING");
}

/* What lies outside of the folder is not read, and what is not there is not made up. */
static void
test_bad_external (void)
{
#define WITH_LENGTH(text)                 \
  {                                       \
    sizeof (text) - 1, (uint8_t *) (text) \
  }
  static const ProtobufCBinaryData outside[] = {
    WITH_LENGTH ("../external.bin"),
    WITH_LENGTH ("/etc/passwd"),
    WITH_LENGTH ("https://x/y"),
    WITH_LENGTH (""),
    /* What is behind a NUL is part of the name. */
    WITH_LENGTH ("external.bin\0x"),
    WITH_LENGTH ("\0external.bin"),
  };

  for (guint i = 0; i < G_N_ELEMENTS (outside); i++) {
    g_autoptr (ModelProto) model = unpack ("external.onnx");
    ProtobufCBinaryData *value = &model->graph->initializer[0]->external_data[0]->value;

    free (value->data);
    value->len = outside[i].len;
    value->data = memcpy (malloc (MAX (value->len, 1)), outside[i].data, value->len);
    expect_error (model, KOMA_ERROR_MODEL, "expected a file in the folder of the model");
  }
}

static void
test_short_external (void)
{
  g_auto (Folder) folder = { 0 };
  g_auto (KomaRawModel) raw = { 0 };
  g_autofree char *path = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (ModelProto) model = unpack ("external.onnx");

  folder_init (&folder);
  path = folder_get (&folder, "model.onnx");
  write_model (&folder, model);
  g_assert_false (read_raw_model (path, &raw, &error));
  g_assert_error (error, G_FILE_ERROR, G_FILE_ERROR_NOENT);
  g_clear_error (&error);
  folder_write (&folder, "external.bin", "123456789012345", 15);
  g_assert_false (read_raw_model (path, &raw, &error));
  assert_error_says (error, KOMA_ERROR, KOMA_ERROR_SHAPE, "expected 8 bytes from byte 8 on", "15",
                     NULL);
}

/* Operators that Koma does not know are counted; what needs them is not. */
static void
test_unsupported (void)
{
  g_auto (Folder) folder = { 0 };
  g_auto (KomaRawModel) raw = { 0 };
  g_autofree char *path = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (ModelProto) model = unpack ("types.onnx");

  set_text (&model->graph->node[0]->op_type, "Loop");
  folder_init (&folder);
  path = folder_get (&folder, "model.onnx");
  write_model (&folder, model);
  read_raw_model (path, &raw, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (g_hash_table_size (raw.unsupported), ==, 1);
  g_assert_cmpuint (GPOINTER_TO_UINT (g_hash_table_lookup (raw.unsupported, "Loop")), ==, 1);
}

/* Each byte changed, and the file cut at each: an error or a model, never a crash. */
static void
test_damaged (void)
{
  g_auto (Folder) folder = { 0 };
  gsize            length = 0;
  g_autofree char *bytes = load_bytes ("shapes.onnx", &length);
  g_autofree char *path = NULL;
  guint            n_read = 0;

  folder_init (&folder);
  path = folder_get (&folder, "model.onnx");
  for (gsize i = 0; i < 2 * length; i++) {
    g_auto (KomaRawModel) raw = { 0 };

    bytes[i / 2] ^= i % 2 == 0 ? 0x55 : 0;
    folder_write (&folder, "model.onnx", bytes, (gssize) (i % 2 == 0 ? length : i / 2));
    bytes[i / 2] ^= i % 2 == 0 ? 0x55 : 0;
    n_read += read_raw_model (path, &raw, NULL);
  }
  g_assert_cmpuint (n_read, >, 0);
  g_assert_cmpuint (n_read, <, 2 * length);
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
  g_test_add_func ("/onnx/bad-model", test_bad_model);
  g_test_add_func ("/onnx/bad-external", test_bad_external);
  g_test_add_func ("/onnx/short-external", test_short_external);
  g_test_add_func ("/onnx/unsupported", test_unsupported);
  g_test_add_func ("/onnx/damaged", test_damaged);
  status = g_test_run ();
  assert_no_buffers ();
  return status;
}
