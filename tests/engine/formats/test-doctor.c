/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A made model for each finding of the model doctor. */
#include <math.h>

#include "engine/koma/koma-error.h"
#include "engine/model/doctor-private.h"
#include "engine/model/doctor.h"
#include "finding-fixture.h"
#include "keras-fixture.h"
#include "tflite-writer.h"
#include "tests/test-main.h"

#define SEQUENTIAL(shape, layers)                                                               \
  "{'class_name': 'Sequential', 'config': {'layers': [{'class_name': 'InputLayer', 'config': {" \
  "'name': 'in', 'batch_input_shape': " shape "}}, " layers "]}}"
#define LAYER(class_name, name, config) \
  "{'class_name': '" class_name "', 'config': {'name': '" name "'" config "}}"
#define POOL           LAYER ("GlobalAveragePooling2D", "pool", "")
#define SOFTMAX        LAYER ("Softmax", "soft", "")
#define RELU           LAYER ("ReLU", "relu", "")
#define RESHAPE(shape) LAYER ("Reshape", "shape", ", 'target_shape': " shape)
/* Two inputs or outputs "a", "b". */
#define NODE(class_name, name, config, inbound)                                               \
  "{'class_name': '" class_name "', 'name': '" name "', 'config': {'name': '" name "'" config \
  "}, 'inbound_nodes': [" inbound "]}"
#define IN(name) NODE ("InputLayer", name, ", 'batch_input_shape': [null, 2, 2, 3]", "")
#define TWO_OUTPUTS                                                                                                                                                                                                                     \
  "{'class_name': 'Model', 'config': {'name': 'm', 'layers': [" IN ("in") ", " NODE ("GlobalAveragePooling2D", "a", "", "[['in', 0, 0, {}]]") ", " NODE ("Softmax", "b", "", "[['a', 0, 0, {}]]") "], 'input_layers': [['in', 0, 0]], " \
                                                                                                                                                                                                  "'output_layers': [['a', 0, 0], ['b', 0, 0]]}}"
#define TWO_INPUTS                                                                                                                                              \
  "{'class_name': 'Model', 'config': {'name': 'm', 'layers': [" IN ("a") ", " IN ("b") ", " NODE ("Add", "sum", "", "[['a', 0, 0, {}], ['b', 0, 0, {}]]") "], " \
                                                                                                                                                          "'input_layers': [['a', 0, 0], ['b', 0, 0]], 'output_layers': [['sum', 0, 0]]}}"

static GPtrArray *
examine (const char             *path,
         const KomaModelOptions *options) /* (nullable) */
{
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaModel) model = koma_model_load (path, options, NULL, NULL, &error);

  g_assert_no_error (error);
  return koma_doctor_examine (model, NULL, NULL);
}

/* ---- Models without weights ---- */

typedef struct
{
  const char         *id;
  const char         *topology;
  KomaFindingSeverity severity;
  const char         *words;
} Case;

/* clang-format off */
static const Case cases[] = {
  { "unsupported-op", SEQUENTIAL ("[null, 2, 2, 3]", LAYER ("Sausage", "odd", "")),
    KOMA_FINDING_ERROR, "Sausage (1 ×, first in “odd”)" },
  { "input-count", TWO_INPUTS, KOMA_FINDING_ERROR, "2 inputs" },
  { "input-kind", SEQUENTIAL ("[null, 10]", SOFTMAX), KOMA_FINDING_ERROR, "[?,10]" },
  { "input-size-guess", SEQUENTIAL ("[null, null, null, 3]", POOL ", " SOFTMAX), KOMA_FINDING_DOUBT, "224 × 224" },
  { "input-open", SEQUENTIAL ("[null, 4, 4, null]", POOL ", " SOFTMAX), KOMA_FINDING_ERROR, "[?,4,4,?]" },
  { "input-channels", SEQUENTIAL ("[null, 4, 4, 4]", POOL ", " SOFTMAX), KOMA_FINDING_ERROR, "4 channels" },
  { "input-large", SEQUENTIAL ("[null, 1100, 1000, 3]", POOL ", " SOFTMAX), KOMA_FINDING_DOUBT, "1000 × 1100" },
  { "input-grey", SEQUENTIAL ("[null, 2, 2, 1]", RESHAPE ("[4]") ", " SOFTMAX), KOMA_FINDING_NOTE, NULL },
  { "batch-fixed", SEQUENTIAL ("[4, 2, 2, 3]", POOL ", " SOFTMAX), KOMA_FINDING_NOTE, "4 pictures" },
  { "range-guess", SEQUENTIAL ("[null, 2, 2, 3]", POOL ", " SOFTMAX), KOMA_FINDING_DOUBT, "“-1,1”" },
  { "channel-order", SEQUENTIAL ("[null, 2, 2, 3]", POOL ", " SOFTMAX), KOMA_FINDING_NOTE, NULL },
  { "labels-missing", SEQUENTIAL ("[null, 2, 2, 3]", POOL ", " SOFTMAX), KOMA_FINDING_DOUBT, NULL },
  { "outputs", TWO_OUTPUTS, KOMA_FINDING_ERROR, "“a” [1,3], “b” [1,3]" },
  { "shapes", SEQUENTIAL ("[null, 2, 2, 3]", RESHAPE ("[7]")), KOMA_FINDING_ERROR, "7" },
  { "detector", SEQUENTIAL ("[null, 30, 30, 3]", RESHAPE ("[540, 5]")), KOMA_FINDING_ERROR, "[1,540,5]" },
  { "pose", SEQUENTIAL ("[null, 17, 1, 3]", RESHAPE ("[17, 3]")), KOMA_FINDING_ERROR, "[1,17,3]" },
  { "picture", SEQUENTIAL ("[null, 2, 2, 3]", RELU), KOMA_FINDING_ERROR, "[1,2,2,3]" },
  { "segmentation", SEQUENTIAL ("[null, 2, 2, 1]", RELU), KOMA_FINDING_ERROR, "[1,2,2,1]" },
  { "sequence", SEQUENTIAL ("[null, 2, 2, 3]", RESHAPE ("[4, 3]")), KOMA_FINDING_ERROR, "[1,4,3]" },
  { "embedding", SEQUENTIAL ("[null, 2, 2, 3]", POOL), KOMA_FINDING_ERROR, "[1,3]" },
  { "regressor", SEQUENTIAL ("[null, 2, 2, 1]", POOL), KOMA_FINDING_ERROR, "[1,1]" },
};
/* clang-format on */

static void
test_case (gconstpointer data)
{
  const Case *expected = data;
  g_auto (KerasFixture) fixture = { 0 };
  g_autofree char *path = NULL;
  g_autoptr (GPtrArray) findings = NULL;

  keras_fixture_init (&fixture);
  path = keras_fixture_write (&fixture, expected->topology);
  findings = examine (path, NULL);
  assert_finding (findings, expected->id, expected->severity, expected->words);
}

/* What each case is for is not found elsewhere. */
static void
test_healthy (void)
{
  g_autofree char *path = find_source ("tests/data/colours");
  g_autoptr (GPtrArray) findings = examine (path, NULL);

  g_assert_cmpuint (findings->len, ==, 1);
  assert_finding (findings, "scores-logits", KOMA_FINDING_NOTE, "softmax");
}

/* ---- Models with weights ---- */

/* Of a picture [2,2,3]: [1,n], from weights [12,n]. */
static GPtrArray *
examine_dense (guint        n,
               const float *matrix,
               const float *bias, /* [n] */
               const char  *activation)
{
  g_auto (KerasFixture) fixture = { 0 };
  g_autofree char *matrix_shape = g_strdup_printf ("12,%u", n);
  g_autofree char *bias_shape = g_strdup_printf ("%u", n);
  g_autofree char *topology = g_strdup_printf (
    SEQUENTIAL ("[null, 2, 2, 3]", LAYER ("Flatten", "flat", "") ", " LAYER ("Dense", "dense", ", 'units': %u, 'activation': '%s'")), n, activation);
  g_autofree char *path = NULL;

  keras_fixture_init (&fixture);
  keras_fixture_add_weight (&fixture, "dense/kernel", matrix_shape, matrix);
  keras_fixture_add_weight (&fixture, "dense/bias", bias_shape, bias);
  path = keras_fixture_write (&fixture, topology);
  return examine (path, NULL);
}

static void
test_scores (void)
{
  float matrix[12 * 3] = { 0 };
  float bias[3] = { 0 };
  g_autoptr (GPtrArray) several = NULL;
  g_autoptr (GPtrArray) one = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (matrix); i++)
    matrix[i] = (float) ((i * 5) % 7) - 3;
  several = examine_dense (3, matrix, bias, "linear");
  assert_finding (several, "scores-guess", KOMA_FINDING_DOUBT, NULL);
  assert_finding (several, "scores-logits", KOMA_FINDING_NOTE, NULL);
  one = examine_dense (1, matrix, bias, "sigmoid");
  assert_finding (one, "one-class", KOMA_FINDING_NOTE, NULL);
}

/* Whatever the picture, the values lie near the same places. */
static void
test_coordinates (void)
{
  const float matrix[12 * 8] = { 0.01f };
  const float bias[8] = { 0.1f, 0.2f, 0.9f, 0.2f, 0.5f, 0.5f, 0.4f, 0.8f };
  g_autoptr (GPtrArray) findings = examine_dense (8, matrix, bias, "linear");

  assert_finding (findings, "coordinates", KOMA_FINDING_ERROR, "[1,8]");
}

static void
test_not_finite (void)
{
  float       matrix[12 * 3] = { 0 };
  const float bias[3] = { 0, INFINITY, 0 };
  g_autoptr (GPtrArray) findings = NULL;

  matrix[7] = NAN;
  findings = examine_dense (3, matrix, bias, "softmax");
  assert_finding (findings, "not-finite", KOMA_FINDING_DOUBT, "2 tensors");
}

/* An ONNX file that leaves much open. */
static void
test_doubtful (void)
{
  g_autofree char *path = find_source ("tests/engine/formats/onnx-models/doubtful.onnx");
  g_autoptr (GPtrArray) findings = examine (path, NULL);

  assert_finding (findings, "input-size-guess", KOMA_FINDING_DOUBT, "224 × 224");
  assert_finding (findings, "channels-first", KOMA_FINDING_NOTE, NULL);
  assert_finding (findings, "weights-narrow", KOMA_FINDING_NOTE, "float16");
  assert_finding (findings, "weights-unused", KOMA_FINDING_NOTE, "1 of the 2");
  g_assert_null (find_finding (findings, "file-warning"));
}

/* ---- TensorFlow.js, changed as text ---- */

/* The model of colours with @from replaced by @to in model.json, and @n more bytes of weights. */
static void
write_colours (const Folder *folder,
               const char   *from,
               const char   *to,
               gsize         n)
{
  g_autofree char *path = folder_get (folder, "weights.bin");
  g_autofree char *weights = NULL;
  gsize            length = 0;

  folder_copy_colours (folder, "model.json");
  folder_replace (folder, "model.json", from, to, 1);
  g_assert_true (g_file_get_contents (path, &weights, &length, NULL));
  weights = g_realloc (weights, length + n);
  memset (weights + length, 0, n);
  folder_write (folder, "weights.bin", weights, (gssize) (length + n));
}

static void
test_graph_model (void)
{
  g_auto (Folder) folder = { 0 };
  g_autoptr (GPtrArray) training = NULL;
  g_autoptr (GPtrArray) unused = NULL;

  folder_init (&folder);
  write_colours (&folder, "\"node\": [", "\"node\": [{\"name\": \"save\", \"op\": \"SaveV2\"},", 0);
  training = examine (folder.path, NULL);
  assert_finding (training, "training", KOMA_FINDING_NOTE, "SaveV2");

  /* A weight of 8 bits that no node of the graph is called after. */
  write_colours (&folder, "\"dtype\": \"int32\"\n    }\n   ]",
                 "\"dtype\": \"int32\"}, {\"name\": \"spare\", \"shape\": [4], \"dtype\": \"float32\", "
                 "\"quantization\": {\"dtype\": \"uint8\", \"scale\": 1, \"min\": 0}}]",
                 4);
  unused = examine (folder.path, NULL);
  assert_finding (unused, "weights-unused", KOMA_FINDING_NOTE, "1 of the 7");
  assert_finding (unused, "weights-narrow", KOMA_FINDING_NOTE, "8-bit");
}

static void
test_output_chosen (void)
{
  g_auto (KerasFixture) fixture = { 0 };
  g_autofree char *path = NULL;
  g_autoptr (GPtrArray) findings = NULL;

  keras_fixture_init (&fixture);
  path = keras_fixture_write (&fixture, TWO_OUTPUTS);
  findings = examine (path, &(KomaModelOptions){ .output = "b" });
  assert_finding (findings, "output-chosen", KOMA_FINDING_NOTE, "“b”");
}

/* Metadata that are no FlatBuffer. */
static void
test_file_warning (void)
{
  static const TfliteTensor tensors[] = {
    { .name = "picture", .rank = 4, .dims = { 1, 1, 1, 3 } },
    { .name = "scores", .rank = 4, .dims = { 1, 1, 1, 3 } },
  };
  static const TfliteOp ops[] = {
    { .code = 25, .n_inputs = 1, .inputs = { 0 }, .n_outputs = 1, .outputs = { 1 }, .n_options = 1, .options = { { 0, 0x3f800000 } } },
  };
  g_autoptr (GBytes) metadata = g_bytes_new_static ("\xff\xff\xff\x7f no metadata", 16);
  const TfliteModel described = {
    .n_tensors = 2,
    .tensors = tensors,
    .n_ops = 1,
    .ops = ops,
    .n_inputs = 1,
    .inputs = { 0 },
    .n_outputs = 1,
    .outputs = { 1 },
    .metadata = metadata,
  };
  g_autoptr (GByteArray) file = tflite_write (&described);
  g_auto (Folder) folder = { 0 };
  g_autofree char *path = NULL;
  g_autoptr (GPtrArray) findings = NULL;

  folder_init (&folder);
  folder_write (&folder, "model.tflite", file->data, file->len);
  path = folder_get (&folder, "model.tflite");
  findings = examine (path, NULL);
  assert_finding (findings, "file-warning", KOMA_FINDING_DOUBT, "metadata");
}

/* ---- Labels ---- */

typedef struct
{
  const char         *id;
  const char         *file; /* beside the model */
  const char         *text;
  KomaFindingSeverity severity;
  const char         *words;
} LabelsCase;

static const LabelsCase labels_cases[] = {
  { "labels-count", "labels.txt", "a\nb\nc\nd\ne\n", KOMA_FINDING_DOUBT, "5 names" },
  { "labels-background", "labels.txt", "a\nb\n", KOMA_FINDING_DOUBT, "background" },
  { "labels-guess", "things.txt", "a\nb\nc\n", KOMA_FINDING_DOUBT, "things.txt" },
  { "labels-duplicate", "labels.txt", "a\nb\na\n", KOMA_FINDING_NOTE, "“a”" },
  { "labels-characters", "labels.txt", "a\nb\x01\nc\n", KOMA_FINDING_DOUBT, "“b\\001”" },
};

static void
test_labels (gconstpointer data)
{
  const LabelsCase *expected = data;
  g_auto (KerasFixture) fixture = { 0 };
  g_autofree char *path = NULL;
  g_autoptr (GPtrArray) findings = NULL;

  keras_fixture_init (&fixture);
  path = keras_fixture_write (&fixture, SEQUENTIAL ("[null, 2, 2, 3]", POOL ", " SOFTMAX));
  folder_write (&fixture.folder, expected->file, expected->text, -1);
  findings = examine (path, NULL);
  assert_finding (findings, expected->id, expected->severity, expected->words);
  g_assert_cmpint (find_finding (findings, expected->id)->remedy, ==,
                   expected->severity == KOMA_FINDING_DOUBT ? KOMA_REMEDY_LABELS : KOMA_REMEDY_NONE);
}

/* ---- Sessions ---- */

/* Exponential is not XNNPACK's. */
static void
examine_on_xnnpack (const char *layers,
                    const char *id)
{
  const KomaSessionOptions options = { .backend = "xnnpack", .n_threads = 1 };
  g_auto (KerasFixture) fixture = { 0 };
  g_autofree char *path = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaModel) model = NULL;
  g_autoptr (KomaSession) session = NULL;
  g_autoptr (GPtrArray) findings = NULL;
  const float filter[5 * 5 * 3 * 8] = { 0 };
  const float bias[8] = { 0 };

  keras_fixture_init (&fixture);
  keras_fixture_add_weight (&fixture, "conv/kernel", "5,5,3,8", filter);
  keras_fixture_add_weight (&fixture, "conv/bias", "8", bias);
  path = keras_fixture_write (&fixture, layers);
  model = koma_model_load (path, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  session = koma_session_new (koma_model_get_graph (model), &options, &error);
  g_assert_no_error (error);
  findings = koma_doctor_examine (model, session, NULL);
  assert_finding (findings, id,
                  g_str_equal (id, "slow-ops") ? KOMA_FINDING_DOUBT : KOMA_FINDING_NOTE, "Exp");
}

static void
test_session (void)
{
  if (koma_backends_find_available ("xnnpack", NULL) == NULL) {
    g_test_skip ("XNNPACK is not available");
    return;
  }
  examine_on_xnnpack (SEQUENTIAL ("[null, 32, 32, 3]",
                                  LAYER ("Activation", "e", ", 'activation': 'exponential'") ", " POOL ", " SOFTMAX),
                      "slow-ops");
  examine_on_xnnpack (SEQUENTIAL ("[null, 32, 32, 3]",
                                  LAYER ("Conv2D", "conv", ", 'filters': 8, 'kernel_size': [5, 5]") ", " POOL ", " LAYER ("Activation", "e", ", 'activation': 'exponential'") ", " SOFTMAX),
                      "left-to-cpu");
}

static void
test_memory (void)
{
  g_autoptr (GPtrArray) findings = koma_findings_new ();

  koma_doctor_examine_memory (G_GUINT64_CONSTANT (1) << 30, findings);
  g_assert_cmpuint (findings->len, ==, 0);
  koma_doctor_examine_memory (G_GUINT64_CONSTANT (1) << 32, findings);
  assert_finding (findings, "memory", KOMA_FINDING_DOUBT, "4.3");
}

/* Why there is no session is told where the model itself is all right. */
static void
test_not_ready (void)
{
  g_autofree char *path = find_source ("tests/data/colours");
  g_autoptr (KomaModel) model = koma_model_load (path, NULL, NULL, NULL, NULL);
  g_autoptr (GError) reason = g_error_new_literal (KOMA_ERROR, KOMA_ERROR_BACKEND, "no such card");
  g_autoptr (GPtrArray) findings = koma_doctor_examine (model, NULL, reason);

  assert_finding (findings, "not-ready", KOMA_FINDING_ERROR, "no such card");
  g_assert_cmpstr (((const KomaFinding *) findings->pdata[0])->id, ==, "not-ready");
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *name = g_strconcat ("/doctor/", cases[i].id, NULL);

    g_test_add_data_func (name, &cases[i], test_case);
  }
  for (guint i = 0; i < G_N_ELEMENTS (labels_cases); i++) {
    g_autofree char *name = g_strconcat ("/doctor/", labels_cases[i].id, NULL);

    g_test_add_data_func (name, &labels_cases[i], test_labels);
  }
  g_test_add_func ("/doctor/healthy", test_healthy);
  g_test_add_func ("/doctor/scores", test_scores);
  g_test_add_func ("/doctor/coordinates", test_coordinates);
  g_test_add_func ("/doctor/not-finite", test_not_finite);
  g_test_add_func ("/doctor/doubtful", test_doubtful);
  g_test_add_func ("/doctor/graph-model", test_graph_model);
  g_test_add_func ("/doctor/output-chosen", test_output_chosen);
  g_test_add_func ("/doctor/file-warning", test_file_warning);
  g_test_add_func ("/doctor/session", test_session);
  g_test_add_func ("/doctor/memory", test_memory);
  g_test_add_func ("/doctor/not-ready", test_not_ready);
  return g_test_run ();
}
