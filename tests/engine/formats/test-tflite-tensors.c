/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What TensorFlow Lite says of a tensor: its type, where its bytes lie, that it is a variable. */
#include <string.h>

#include "engine/runtime/session.h"
#include "fixture.h"
#include "tflite-writer.h"
#include "tests/test-main.h"

static const float two[] = { 1, 2 };

/* y = x + constant */
static const TfliteTensor tensors[] = {
  { .name = "x", .rank = 1, .dims = { 2 } },
  { .name = "two", .rank = 1, .dims = { 2 }, .data = two, .size_bytes = sizeof two },
  { .name = "y", .rank = 1, .dims = { 2 } },
};

static GByteArray *
write_model (const TfliteTensor *changed)
{
  const TfliteOp    op = { .n_inputs = 2, .inputs = { 0, 1 }, .n_outputs = 1, .outputs = { 2 } };
  const TfliteModel model = {
    .n_tensors = G_N_ELEMENTS (tensors),
    .tensors = changed,
    .n_ops = 1,
    .ops = &op,
    .n_inputs = 1,
    .n_outputs = 1,
    .outputs = { 2 },
  };

  return tflite_write (&model);
}

static gboolean
read_bytes (const GByteArray *file,
            KomaRawModel     *raw,
            GError          **error)
{
  g_auto (Folder) folder = { 0 };
  g_autofree char *path = NULL;

  folder_init (&folder);
  path = folder_get (&folder, "model.tflite");
  folder_write (&folder, "model.tflite", file->data, file->len);
  return read_raw_model (path, raw, error);
}

/* The schema's names, not its numbers. */
static void
test_types (void)
{
  static const struct
  {
    gint32      type;
    const char *name;
  } rows[] = {
    { 5, "(STRING)" },
    { 7, "(INT16)" },
    { 10, "(FLOAT64)" },
    { 17, "(INT4)" },
    { 99, "(unknown type 99)" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    TfliteTensor changed[G_N_ELEMENTS (tensors)];
    g_auto (KomaRawModel) raw = { 0 };
    g_autoptr (GByteArray) file = NULL;
    g_autoptr (GError) error = NULL;

    memcpy (changed, tensors, sizeof tensors);
    changed[0].type = rows[i].type;
    file = write_model (changed);
    g_assert_false (read_bytes (file, &raw, &error));
    assert_error_says (error, KOMA_ERROR, KOMA_ERROR_UNSUPPORTED, "“x”", rows[i].name, NULL);
  }
}

/* As files of more than 2 GiB have all of their bytes: by an offset of 64 bits. */
static void
test_far_buffers (void)
{
  TfliteTensor changed[G_N_ELEMENTS (tensors)];
  g_auto (KomaRawModel) raw = { 0 };
  g_auto (KomaRawModel) cut = { 0 };
  g_autoptr (GByteArray) file = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaSession) session = NULL;
  const float *y = NULL;

  memcpy (changed, tensors, sizeof tensors);
  changed[1].is_far = TRUE;
  file = write_model (changed);
  read_bytes (file, &raw, &error);
  g_assert_no_error (error);
  session = koma_session_new (raw.graph,
                              &(KomaSessionOptions){ .backend = "cpu", .n_threads = 1 }, &error);
  g_assert_no_error (error);
  memcpy (koma_session_get_input_data (session, 0), two, sizeof two);
  g_assert_true (koma_session_run (session, &error));
  y = koma_session_get_output_data (session, 0);
  g_assert_cmpfloat (y[0], ==, 2);
  g_assert_cmpfloat (y[1], ==, 4);

  g_byte_array_set_size (file, file->len - 1);
  g_assert_false (read_bytes (file, &cut, &error));
  assert_error_says (error, KOMA_ERROR, KOMA_ERROR_MODEL, "table Buffer, offset", NULL);
}

/* Where offset and size add up to a small number. */
static void
test_far_overflow (void)
{
  TfliteTensor changed[G_N_ELEMENTS (tensors)];
  g_auto (KomaRawModel) raw = { 0 };
  g_autoptr (GByteArray) file = NULL;
  g_autoptr (GError) error = NULL;
  guint n_patched = 0;

  memcpy (changed, tensors, sizeof tensors);
  changed[1].is_far = TRUE;
  file = write_model (changed);
  /* The offset, which is where the last eight bytes begin, becomes one of 2^64 - 4. */
  for (guint i = 0; i + 8 <= file->len; i++) {
    const guint64 wanted = GUINT64_TO_LE (file->len - sizeof two);

    if (memcmp (file->data + i, &wanted, sizeof wanted) != 0)
      continue;
    memset (file->data + i, 0xff, 8);
    file->data[i] = 0xfc;
    n_patched++;
  }
  g_assert_cmpuint (n_patched, ==, 1);
  g_assert_false (read_bytes (file, &raw, &error));
  assert_error_says (error, KOMA_ERROR, KOMA_ERROR_MODEL, "table Buffer, offset", NULL);
}

/* A variable is no constant: only what loops has some. */
static void
test_variable (void)
{
  TfliteTensor changed[G_N_ELEMENTS (tensors)];
  g_auto (KomaRawModel) raw = { 0 };
  g_autoptr (GByteArray) file = NULL;
  g_autoptr (GError) error = NULL;

  memcpy (changed, tensors, sizeof tensors);
  changed[1].is_variable = TRUE;
  file = write_model (changed);
  read_bytes (file, &raw, &error);
  g_assert_no_error (error);
  g_assert_true (g_hash_table_contains (raw.unsupported, "ADD (a variable)"));
}

KOMA_TEST_MAIN (argc, argv)
{
  int status = 0;

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/tflite-tensors/types", test_types);
  g_test_add_func ("/tflite-tensors/far-buffers", test_far_buffers);
  g_test_add_func ("/tflite-tensors/far-overflow", test_far_overflow);
  g_test_add_func ("/tflite-tensors/variable", test_variable);
  status = g_test_run ();
  assert_no_buffers ();
  return status;
}
