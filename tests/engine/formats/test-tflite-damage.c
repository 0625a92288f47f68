/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Files of TensorFlow Lite that are none, or senseless: each is refused, and says why. */
#include "tests/test-main.h"
#include "tflite-classifier.h"

/* Without the archive, or with metadata of no sense, the model still runs. */
static void
test_damaged_metadata (void)
{
  static const char *const words[] = { "archive", "identifier" };
  g_auto (Folder) folder = { 0 };

  folder_init (&folder);
  for (guint i = 0; i < G_N_ELEMENTS (words); i++) {
    g_autoptr (GBytes) metadata = i == 0 ? tflite_write_metadata (0, 1, "names.txt")
                                         : g_bytes_new_static ("nothing else", 12);
    g_autoptr (GByteArray) file = NULL;
    g_autoptr (GError) error = NULL;
    g_autoptr (KomaModel) model = NULL;
    TfliteModel described = tflite_classifier_make ();

    described.metadata = metadata;
    file = tflite_write (&described);
    model = tflite_classifier_load (&folder, file, &error);
    g_assert_no_error (error);
    g_assert_nonnull (koma_model_get_recipe (model, NULL));
    g_assert_nonnull (strstr (koma_model_get_warnings (model)[0], "metadata is damaged"));
    g_assert_nonnull (strstr (koma_model_get_warnings (model)[0], words[i]));
  }
}

typedef void (*Damage) (TfliteModel  *model,
                        TfliteTensor *changed_tensors,
                        TfliteOp     *changed_ops);

static void
drop_input (TfliteModel *model, TfliteTensor *t, TfliteOp *o)
{
  o[0].n_inputs = 1;
}

static void
drop_inputs (TfliteModel *model, TfliteTensor *t, TfliteOp *o)
{
  o[0].code = 0;
  o[0].n_inputs = 2;
  o[0].inputs[0] = o[0].inputs[1] = -1;
}

/* A SELECT, whose condition is looked at before the others. */
static void
drop_condition (TfliteModel *model, TfliteTensor *t, TfliteOp *o)
{
  o[0].code = 64;
  o[0].n_inputs = 3;
  o[0].inputs[0] = -1;
}

static void
lose_producer (TfliteModel *model, TfliteTensor *t, TfliteOp *o)
{
  o[0].inputs[0] = 3;
}

static void
point_outside (TfliteModel *model, TfliteTensor *t, TfliteOp *o)
{
  o[1].outputs[0] = 99;
}

static void
write_twice (TfliteModel *model, TfliteTensor *t, TfliteOp *o)
{
  o[1].outputs[0] = 2;
}

static void
shorten_constant (TfliteModel *model, TfliteTensor *t, TfliteOp *o)
{
  t[1].size_bytes = 5;
}

static void
lose_outputs (TfliteModel *model, TfliteTensor *t, TfliteOp *o)
{
  model->n_outputs = 0;
}

static void
move_zero_point (TfliteModel *model, TfliteTensor *t, TfliteOp *o)
{
  t[0] = (TfliteTensor){
    .name = "picture",
    .type = KOMA_TFLITE_UINT8,
    .rank = 4,
    .dims = { 1, 2, 2, 3 },
    .n_scales = 1,
    .scales = { 1 },
    .zero_point = 256,
  };
}

/* Sound as FlatBuffers, but no models. */
static void
test_senseless (void)
{
  static const struct
  {
    Damage      damage;
    const char *words;
  } rows[] = {
    { drop_input, "MEAN “mean” has no input 1" },
    { drop_inputs, "ADD “mean” has no input 0" },
    { drop_condition, "SELECT “mean” has no input 0" },
    { lose_producer, "nothing computes tensor “scores”" },
    { point_outside, "SOFTMAX: there is no tensor 99 among 4" },
    { write_twice, "SOFTMAX: its output “mean” has a value already" },
    { shorten_constant, "constant “axes”: its buffer has 5 bytes, expected 8" },
    { lose_outputs, "SubGraph, outputs: there are none" },
    { move_zero_point, "tensor “picture”: its zero point is 256, expected 0 to 255" },
  };
  g_auto (Folder) folder = { 0 };

  folder_init (&folder);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    TfliteTensor changed_tensors[G_N_ELEMENTS (tflite_classifier_tensors)];
    TfliteOp     changed_ops[G_N_ELEMENTS (tflite_classifier_ops)];
    TfliteModel  described = tflite_classifier_make ();
    g_autoptr (GByteArray) file = NULL;
    g_autoptr (GError) error = NULL;

    memcpy (changed_tensors, tflite_classifier_tensors, sizeof tflite_classifier_tensors);
    memcpy (changed_ops, tflite_classifier_ops, sizeof tflite_classifier_ops);
    described.tensors = changed_tensors;
    described.ops = changed_ops;
    rows[i].damage (&described, changed_tensors, changed_ops);
    file = tflite_write (&described);
    g_assert_null (tflite_classifier_load (&folder, file, &error));
    assert_error_says (error, KOMA_ERROR, KOMA_ERROR_MODEL, "model.tflite", rows[i].words, NULL);
  }
}

/* Cut anywhere, and with each byte changed, a file is refused or read, and nothing is touched
 * that is not its own. What is cut off is the reason, not what follows from that. */
static void
test_damaged (void)
{
  const TfliteModel described = tflite_classifier_make ();
  g_auto (Folder) folder = { 0 };
  g_autoptr (GByteArray) file = tflite_write (&described);

  folder_init (&folder);
  for (guint length = 0; length < file->len; length++) {
    g_autoptr (GByteArray) cut = g_byte_array_new ();
    g_autoptr (GError) error = NULL;
    g_autoptr (KomaModel) model = NULL;

    g_byte_array_append (cut, file->data, length);
    model = tflite_classifier_load (&folder, cut, &error);
    if (model == NULL)
      assert_error_says (error, KOMA_ERROR, KOMA_ERROR_MODEL, "table ", NULL);
  }
  for (guint i = 0; i < file->len; i++)
    for (guint bit = 0; bit < 8; bit += 7) {
      g_autoptr (GError) error = NULL;
      g_autoptr (KomaModel) model = NULL;

      file->data[i] ^= 1u << bit;
      model = tflite_classifier_load (&folder, file, &error);
      g_assert_true (model != NULL || error->domain == KOMA_ERROR);
      file->data[i] ^= 1u << bit;
    }
}

KOMA_TEST_MAIN (argc, argv)
{
  int status = 0;
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/tflite-damage/metadata", test_damaged_metadata);
  g_test_add_func ("/tflite-damage/senseless", test_senseless);
  g_test_add_func ("/tflite-damage/cut-and-changed", test_damaged);
  status = g_test_run ();
  assert_no_buffers ();
  return status;
}
