/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What a model is for is told before what Koma can not compute of it, whatever its format. */
#include "engine/formats/onnx/onnx.pb-c.h"
#include "engine/koma/koma-error.h"
#include "engine/model/doctor.h"
#include "engine/model/model.h"
#include "fixture.h"
#include "keras-fixture.h"
#include "tflite-writer.h"
#include "tests/test-main.h"

#define CUSTOM      32
#define SVDF        27
#define NMS_V5      121
#define MAX_OUTPUTS 4

typedef Koma__Onnx__ModelProto ModelProto;

/* @words: the evidence that the doctor names */
static void
assert_purpose (const char *path,
                KomaPurpose purpose,
                const char *words)
{
  g_autoptr (GError) failure = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaModel) model = koma_model_load (path, NULL, NULL, NULL, &failure);
  g_autoptr (GPtrArray) findings = NULL;
  const KomaFinding *first = NULL;

  g_assert_no_error (failure);
  g_assert_null (koma_model_get_recipe (model, &error));
  g_assert_cmpint (koma_model_get_purpose (model), ==, purpose);
  assert_error_says (error, KOMA_PURPOSE_ERROR, (int) purpose, koma_purpose_get_sentence (purpose),
                     NULL);
  findings = koma_doctor_examine (model, NULL, NULL);
  first = g_ptr_array_index (findings, 0);
  g_assert_cmpstr (first->id, ==, koma_purpose_get_name (purpose));
  g_assert_cmpint (first->remedy, ==, KOMA_REMEDY_MODEL);
  if (strstr (first->sentence, words) == NULL)
    g_error ("“%s” does not say “%s”", first->sentence, words);
  for (guint i = 0; i < findings->len; i++)
    g_assert_cmpstr (((const KomaFinding *) findings->pdata[i])->id, !=, "unsupported-op");
}

/* It may be a classifier, but for what is missing. */
static void
assert_unsupported (const char *path,
                    const char *op)
{
  g_autoptr (GError) failure = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaModel) model = koma_model_load (path, NULL, NULL, NULL, &failure);

  g_assert_no_error (failure);
  g_assert_null (koma_model_get_recipe (model, &error));
  g_assert_cmpint (koma_model_get_purpose (model), ==, KOMA_PURPOSE_OTHER);
  assert_error_says (error, KOMA_ERROR, KOMA_ERROR_UNSUPPORTED, op, NULL);
}

/* ---- TensorFlow Lite: a picture, an operator, and what that makes ---- */

typedef struct
{
  const char  *name;
  TfliteOp     op;
  guint        n_outputs;
  TfliteTensor outputs[MAX_OUTPUTS];
  KomaPurpose  purpose;
  const char  *words;
} TfliteCase;

static const TfliteCase tflite_cases[] = {
  { "post-process",
    { .code = CUSTOM, .custom = "TFLite_Detection_PostProcess" },
    2,
    { { .name = "a", .rank = 3, .dims = { 1, 10, 4 } },
      { .name = "b", .rank = 2, .dims = { 1, 10 } } },
    KOMA_PURPOSE_DETECTOR,
    "TFLite_Detection_PostProcess" },
  { "nms",
    { .code = NMS_V5 },
    1,
    { { .name = "chosen", .rank = 1, .dims = { 10 } } },
    KOMA_PURPOSE_DETECTOR,
    "NON_MAX_SUPPRESSION_V5" },
  { "boxes",
    { .code = CUSTOM, .custom = "Mine" },
    2,
    { { .name = "scores", .rank = 2, .dims = { 1, 10 } },
      { .name = "places", .rank = 3, .dims = { 1, 10, 4 } } },
    KOMA_PURPOSE_DETECTOR,
    "“places” [1,10,4]" },
  { "many",
    { .code = CUSTOM, .custom = "Mine" },
    1,
    { { .name = "out", .rank = 3, .dims = { 1, 2100, 85 } } },
    KOMA_PURPOSE_DETECTOR,
    "[1,2100,85]" },
  { "map",
    { .code = CUSTOM, .custom = "Convolution2DTransposeBias" },
    1,
    { { .name = "out", .rank = 4, .dims = { 1, 8, 8, 21 } } },
    KOMA_PURPOSE_MAP,
    "[1,8,8,21]" },
  { "pose",
    { .code = SVDF },
    1,
    { { .name = "out", .rank = 4, .dims = { 1, 1, 17, 3 } } },
    KOMA_PURPOSE_POSE,
    "[1,1,17,3]" },
  { "list", { .code = SVDF }, 1, { { .name = "out", .rank = 2, .dims = { 1, 10 } } }, 0, "SVDF" },
  { "pooled",
    { .code = CUSTOM, .custom = "Mine" },
    1,
    { { .name = "out", .rank = 4, .dims = { 1, 1, 1, 10 } } },
    0,
    "Mine" },
};

static void
test_tflite (gconstpointer data)
{
  const TfliteCase *one = data;
  TfliteTensor      tensors[1 + MAX_OUTPUTS] = {
         { .name = "picture", .rank = 4, .dims = { 1, 8, 8, 3 } }
  };
  TfliteOp    op = one->op;
  TfliteModel described = { .n_tensors = 1 + one->n_outputs,
                            .tensors = tensors,
                            .n_ops = 1,
                            .ops = &op,
                            .n_inputs = 1,
                            .n_outputs = one->n_outputs };
  g_auto (Folder) folder = { 0 };
  g_autoptr (GByteArray) file = NULL;
  g_autofree char *path = NULL;

  op.n_inputs = 1;
  op.n_outputs = one->n_outputs;
  for (guint i = 0; i < one->n_outputs; i++) {
    tensors[1 + i] = one->outputs[i];
    op.outputs[i] = described.outputs[i] = (gint32) (1 + i);
  }
  folder_init (&folder);
  file = tflite_write (&described);
  folder_write (&folder, "model.tflite", (const char *) file->data, file->len);
  path = folder_get (&folder, "model.tflite");
  if (one->purpose == KOMA_PURPOSE_OTHER)
    assert_unsupported (path, one->words);
  else
    assert_purpose (path, one->purpose, one->words);
}

/* ---- TensorFlow's graphs ---- */

/* The model of colours whose last nodes are others. */
static void
write_colours (const Folder *folder,
               const char   *op)
{
  g_autofree char *path = find_source ("tests/data/colours/model.json");
  g_autofree char *weights_path = find_source ("tests/data/colours/weights.bin");
  g_autofree char *json = NULL;
  g_autofree char *weights = NULL;
  g_autofree char *to = g_strdup_printf ("\"op\": \"%s\"", op);
  g_autoptr (GString) text = NULL;
  gsize length = 0;

  g_assert_true (g_file_get_contents (path, &json, NULL, NULL));
  g_assert_true (g_file_get_contents (weights_path, &weights, &length, NULL));
  text = g_string_new (json);
  g_assert_cmpuint (g_string_replace (text, "\"op\": \"BiasAdd\"", to, 1), ==, 1);
  folder_write (folder, "model.json", text->str, -1);
  folder_write (folder, "weights.bin", weights, (gssize) length);
}

static void
test_tfjs (void)
{
  static const char *const ops[] = { "NonMaxSuppressionV4", "NonMaxSuppressionV5",
                                     "CombinedNonMaxSuppression" };
  g_auto (Folder) folder = { 0 };

  folder_init (&folder);
  for (guint i = 0; i < G_N_ELEMENTS (ops); i++) {
    write_colours (&folder, ops[i]);
    assert_purpose (folder.path, KOMA_PURPOSE_DETECTOR, ops[i]);
  }
  write_colours (&folder, "Sausage");
  assert_unsupported (folder.path, "Sausage");
}

/* A frozen graph says no shapes, but how its outputs are called. */
static void
test_names (void)
{
  g_auto (Folder) folder = { 0 };
  g_autofree char *path = find_source ("tests/data/colours/model.json");
  g_autofree char *json = NULL;
  g_autoptr (GString) text = NULL;

  folder_init (&folder);
  write_colours (&folder, "Sausage");
  g_assert_true (g_file_get_contents (path, &json, NULL, NULL));
  text = g_string_new (json);
  g_assert_cmpuint (g_string_replace (text, "\"BiasAdd\"", "\"Sausage\"", 1), ==, 1);
  g_assert_cmpuint (g_string_replace (text, "\"logits\"", "\"detection_boxes\"", 1), ==, 1);
  folder_write (&folder, "model.json", text->str, -1);
  assert_purpose (folder.path, KOMA_PURPOSE_DETECTOR, "“detection_boxes”");
}

/* ---- ONNX ---- */

static void
replace (char      **text,
         const char *by)
{
  free (*text);
  *text = strdup (by);
}

/* [1,8,8,…], to be freed with the model. */
static Koma__Onnx__TensorShape *
make_shape (guint rank)
{
  Koma__Onnx__TensorShape *shape = malloc (sizeof *shape);

  koma__onnx__tensor_shape__init (shape);
  shape->n_dim = rank;
  shape->dim = malloc (rank * sizeof *shape->dim);
  for (guint i = 0; i < rank; i++) {
    shape->dim[i] = malloc (sizeof **shape->dim);
    koma__onnx__tensor_shape__dim__init (shape->dim[i]);
    shape->dim[i]->value_case = KOMA__ONNX__TENSOR_SHAPE__DIM__VALUE_DIM_VALUE;
    shape->dim[i]->dim_value = i == 0 ? 1 : 8;
  }
  return shape;
}

/* Another operator makes the last output, of so many dimensions, all 8. */
static void
write_onnx (const Folder *folder,
            const char   *op,
            guint         rank)
{
  const char *const              name = "tests/engine/formats/onnx-models/colours.onnx";
  g_autofree char               *source = find_source (name);
  g_autofree char               *bytes = NULL;
  g_autofree guint8             *packed = NULL;
  gsize                          length = 0;
  ModelProto                    *model = NULL;
  Koma__Onnx__TypeProto__Tensor *type = NULL;
  Koma__Onnx__NodeProto         *last = NULL;

  g_assert_true (g_file_get_contents (source, &bytes, &length, NULL));
  model = koma__onnx__model_proto__unpack (NULL, length, (const guint8 *) bytes);
  last = model->graph->node[model->graph->n_node - 1];
  g_assert_cmpstr (last->output[0], ==, model->graph->output[0]->name);
  replace (&last->op_type, op);
  type = model->graph->output[0]->type->tensor_type;
  koma__onnx__tensor_shape__free_unpacked (type->shape, NULL);
  type->shape = make_shape (rank);
  length = koma__onnx__model_proto__get_packed_size (model);
  packed = g_malloc (length);
  koma__onnx__model_proto__pack (model, packed);
  folder_write (folder, "model.onnx", packed, (gssize) length);
  koma__onnx__model_proto__free_unpacked (model, NULL);
}

static void
test_onnx (void)
{
  g_auto (Folder) folder = { 0 };
  g_autofree char *path = NULL;

  folder_init (&folder);
  path = folder_get (&folder, "model.onnx");
  write_onnx (&folder, "NonMaxSuppression", 2);
  assert_purpose (path, KOMA_PURPOSE_DETECTOR, "NonMaxSuppression");
  write_onnx (&folder, "Sausage", 4);
  assert_purpose (path, KOMA_PURPOSE_MAP, "[1,8,8,8]");
  write_onnx (&folder, "Sausage", 2);
  assert_unsupported (path, "Sausage");
}

/* ---- What Koma can compute, all of it ---- */

static void
test_computed (void)
{
  static const char topology[] =
    "{'class_name': 'Sequential', 'config': {'layers': [{'class_name': 'InputLayer', 'config': {"
    "'name': 'in', 'batch_input_shape': [null, 30, 30, 3]}}, {'class_name': 'Reshape', 'config': {"
    "'name': 'shape', 'target_shape': [540, 5]}}]}}";
  g_auto (KerasFixture) fixture = { 0 };
  g_autofree char *path = NULL;

  keras_fixture_init (&fixture);
  path = keras_fixture_write (&fixture, topology);
  assert_purpose (path, KOMA_PURPOSE_DETECTOR, "[1,540,5]");
}

static void
test_from_name (void)
{
  for (KomaPurpose purpose = 0; purpose < KOMA_N_PURPOSES; purpose++)
    g_assert_cmpint (koma_purpose_from_name (koma_purpose_get_name (purpose)), ==, purpose);
  g_assert_cmpint (koma_purpose_from_name (NULL), ==, KOMA_PURPOSE_OTHER);
  g_assert_cmpint (koma_purpose_from_name ("sausage"), ==, KOMA_PURPOSE_OTHER);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (tflite_cases); i++) {
    g_autofree char *path = g_strconcat ("/purpose/tflite/", tflite_cases[i].name, NULL);

    g_test_add_data_func (path, &tflite_cases[i], test_tflite);
  }
  g_test_add_func ("/purpose/tfjs", test_tfjs);
  g_test_add_func ("/purpose/names", test_names);
  g_test_add_func ("/purpose/onnx", test_onnx);
  g_test_add_func ("/purpose/computed", test_computed);
  g_test_add_func ("/purpose/from-name", test_from_name);
  return g_test_run ();
}
