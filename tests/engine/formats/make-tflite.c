/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Writes the corpus of fuzz/fuzz-tflite.c into a folder: make-tflite FOLDER */
#include "tflite-writer.h"

#define SOFTMAX_BETA  0x3f800000
#define N_CHANNELS    2
#define N_PIXELS      4
#define FILTER_LENGTH (N_CHANNELS * 9)

static void
write_file (const char       *folder,
            const char       *name,
            const GByteArray *file)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);

  g_assert_true (g_file_set_contents (path, (const char *) file->data, file->len, NULL));
}

/* [1,2,2,1] → Conv2D → Reshape → FullyConnected → Softmax, per channel in int8, with metadata. */
static GByteArray *
make_quantized (void)
{
  static const gint8  filter[FILTER_LENGTH] = { 1, -2, 3, -4, 5, -6, 7, -8, 9 };
  static const gint32 bias[N_CHANNELS] = { 100, -100 };
  static const gint32 sizes[] = { 1, N_CHANNELS * N_PIXELS };
  static const gint8  matrix[2 * N_CHANNELS * N_PIXELS] = { 1, 2, 3, 4, 5 };
  const TfliteTensor  tensors[] = {
     { "x", KOMA_TFLITE_UINT8, 4, { 1, 2, 2, 1 }, NULL, 0, 1, { 0.5 }, 128, 0 },
     { "w", KOMA_TFLITE_INT8, 4, { 2, 3, 3, 1 }, filter, FILTER_LENGTH, 2, { 0.1, 0.2 }, 0, 0 },
     { "bias", KOMA_TFLITE_INT32, 1, { 2 }, bias, sizeof bias, 2, { 0.05, 0.1 }, 0, 0 },
     { "conv", KOMA_TFLITE_INT8, 4, { 1, 2, 2, 2 }, NULL, 0, 1, { 0.5 }, -3, 0 },
     { "sizes", KOMA_TFLITE_INT32, 1, { 2 }, sizes, sizeof sizes, 0, { 0 }, 0, 0 },
     { "flat", KOMA_TFLITE_INT8, 2, { 1, 8 }, NULL, 0, 1, { 0.5 }, -3, 0 },
     { "matrix", KOMA_TFLITE_INT8, 2, { 2, 8 }, matrix, sizeof matrix, 1, { 0.1 }, 0, 0 },
     { "scores", KOMA_TFLITE_FLOAT32, 2, { 1, 2 }, NULL, 0, 0, { 0 }, 0, 0 },
  };
  const TfliteOp ops[] = {
    { 3, NULL, 3, { 0, 1, 2 }, 1, { 3 }, 4, { { 0, 0 }, { 1, 1 }, { 2, 1 }, { 3, 1 } } },
    { 22, NULL, 2, { 3, 4 }, 1, { 5 }, 0, { { 0, 0 } } },
    { 9, NULL, 2, { 5, 6 }, 1, { 7 }, 1, { { 0, 0 } } },
  };
  g_autoptr (GBytes) metadata = tflite_write_metadata (127.5, 127.5, "labels.txt");
  const TfliteModel model = {
    G_N_ELEMENTS (tensors),
    tensors,
    G_N_ELEMENTS (ops),
    ops,
    1,
    { 0 },
    1,
    { 7 },
    metadata,
  };
  GByteArray *file = tflite_write (&model);

  tflite_append_zip (file, "labels.txt", "cat\ndog\n");
  return file;
}

/* Floats: a part of the input, twice, through a softmax. */
static GByteArray *
make_float (void)
{
  static const gint32 begin[] = { 0, 1 };
  static const gint32 size[] = { 1, 2 };
  const TfliteTensor  tensors[] = {
     { "x", KOMA_TFLITE_FLOAT32, 2, { 1, 4 }, NULL, 0, 0, { 0 }, 0, 0 },
     { "begin", KOMA_TFLITE_INT32, 1, { 2 }, begin, sizeof begin, 0, { 0 }, 0, 0 },
     { "size", KOMA_TFLITE_INT32, 1, { 2 }, size, sizeof size, 0, { 0 }, 0, 0 },
     { "part", KOMA_TFLITE_FLOAT32, 2, { 1, 2 }, NULL, 0, 0, { 0 }, 0, 0 },
     { "both", KOMA_TFLITE_FLOAT32, 2, { 1, 4 }, NULL, 0, 0, { 0 }, 0, 0 },
     { "scores", KOMA_TFLITE_FLOAT32, 2, { 1, 4 }, NULL, 0, 0, { 0 }, 0, 0 },
  };
  const TfliteOp ops[] = {
    { 65, NULL, 3, { 0, 1, 2 }, 1, { 3 }, 0, { { 0, 0 } } },
    { 2, NULL, 2, { 3, 3 }, 1, { 4 }, 1, { { 0, 1 } } },
    { 25, NULL, 1, { 4 }, 1, { 5 }, 1, { { 0, SOFTMAX_BETA } } },
  };
  const TfliteModel model = {
    G_N_ELEMENTS (tensors),
    tensors,
    G_N_ELEMENTS (ops),
    ops,
    1,
    { 0 },
    1,
    { 5 },
    NULL,
  };

  return tflite_write (&model);
}

/* [1,2,2] → LSTM, whose weights are sparse, or stand behind all else. */
static GByteArray *
make_lstm (void)
{
  static const float          weights[] = { 1, 2, 3, 4 };
  static const TfliteSparsity sparsity = {
    2,
    { 0, 1 },
    0,
    { 0 },
    { { .dense_size = 2 }, { TRUE, 0, 3, 3, { 0, 2, 4 }, 4, { 0, 1, 0, 1 } } },
  };
  const TfliteTensor tensors[] = {
    { .name = "x", .rank = 3, .dims = { 1, 2, 2 } },
    {
      .name = "sparse",
      .rank = 2,
      .dims = { 2, 2 },
      .data = weights,
      .size_bytes = sizeof weights,
      .sparsity = &sparsity,
    },
    { .name = "w", .rank = 2, .dims = { 2, 2 } },
    {
      .name = "r",
      .rank = 2,
      .dims = { 2, 2 },
      .data = weights,
      .size_bytes = sizeof weights,
      .is_far = TRUE,
    },
    { .name = "b", .rank = 1, .dims = { 2 }, .data = weights, .size_bytes = sizeof *weights * 2 },
    { .name = "state", .rank = 2, .dims = { 1, 2 }, .is_variable = TRUE },
    { .name = "y", .rank = 3, .dims = { 1, 2, 2 } },
  };
  const TfliteOp ops[] = {
    { .code = 124, .n_inputs = 1, .inputs = { 1 }, .n_outputs = 1, .outputs = { 2 } },
    {
      .code = 44,
      .n_inputs = 24,
      .inputs = { 0, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 2, 4, 5, 5, 4, 4, 4, 4 },
      .n_outputs = 1,
      .outputs = { 6 },
      .n_options = 1,
      .options = { { 0, 4 } },
    },
  };
  const TfliteModel model = {
    .n_tensors = G_N_ELEMENTS (tensors),
    .tensors = tensors,
    .n_ops = G_N_ELEMENTS (ops),
    .ops = ops,
    .n_inputs = 1,
    .n_outputs = 1,
    .outputs = { 6 },
  };

  return tflite_write (&model);
}

int
main (int    argc,
      char **argv)
{
  g_autoptr (GByteArray) quantized = make_quantized ();
  g_autoptr (GByteArray) plain = make_float ();
  g_autoptr (GByteArray) lstm = make_lstm ();

  g_return_val_if_fail (argc == 2, 2);
  write_file (argv[1], "quantized.tflite", quantized);
  write_file (argv[1], "float.tflite", plain);
  write_file (argv[1], "lstm.tflite", lstm);
  return 0;
}
