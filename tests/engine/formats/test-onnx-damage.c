/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Files of ONNX that are damaged, or senseless: each is refused, and says why. */

#include <string.h>

#include "engine/formats/onnx/onnx.pb-c.h"
#include "fixture.h"
#include "tests/test-main.h"

#define MODELS "tests/engine/formats/onnx-models/"

typedef Koma__Onnx__ModelProto ModelProto;

static void
model_proto_free (ModelProto *model)
{
  koma__onnx__model_proto__free_unpacked (model, NULL);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ModelProto, model_proto_free)

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
  g_autofree char *path = g_strconcat (MODELS, name, NULL);
  g_autofree char *bytes = read_source (path, &length);
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
  g_autofree char *bytes = read_source (MODELS "shapes.onnx", &length);
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
  g_test_add_func ("/onnx-damage/bad-model", test_bad_model);
  g_test_add_func ("/onnx-damage/bad-external", test_bad_external);
  g_test_add_func ("/onnx-damage/short-external", test_short_external);
  g_test_add_func ("/onnx-damage/unsupported", test_unsupported);
  g_test_add_func ("/onnx-damage/cut-and-changed", test_damaged);
  status = g_test_run ();
  assert_no_buffers ();
  return status;
}
