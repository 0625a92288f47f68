/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "tflite-classifier.h"

const TfliteTensor tflite_classifier_tensors[TFLITE_N_TENSORS] = {
  { .name = "picture", .rank = 4, .dims = { 1, 2, 2, 3 } },
  {
    .name = "axes",
    .type = KOMA_TFLITE_INT32,
    .rank = 1,
    .dims = { 2 },
    .data = (gint32[]){ 1, 2 },
    .size_bytes = 8,
  },
  { .name = "mean", .rank = 2, .dims = { 1, TFLITE_N_CLASSES } },
  { .name = "scores", .rank = 2, .dims = { 1, TFLITE_N_CLASSES } },
};

const TfliteOp tflite_classifier_ops[TFLITE_N_OPS] = {
  { .code = 40, .n_inputs = 2, .inputs = { 0, 1 }, .n_outputs = 1, .outputs = { 2 } },
  {
    .code = 25,
    .n_inputs = 1,
    .inputs = { 2 },
    .n_outputs = 1,
    .outputs = { 3 },
    .n_options = 1,
    .options = { { 0, 0x3f800000 } },
  },
};

TfliteModel
tflite_classifier_make (void)
{
  return (TfliteModel){
    .n_tensors = TFLITE_N_TENSORS,
    .tensors = tflite_classifier_tensors,
    .n_ops = TFLITE_N_OPS,
    .ops = tflite_classifier_ops,
    .n_inputs = 1,
    .inputs = { 0 },
    .n_outputs = 1,
    .outputs = { 3 },
  };
}

KomaModel *
tflite_classifier_load (const Folder     *folder,
                        const GByteArray *file,
                        GError          **error)
{
  g_autofree char *path = folder_get (folder, "model.tflite");

  folder_write (folder, "model.tflite", file->len > 0 ? (const char *) file->data : "", file->len);
  return koma_model_load (path, NULL, NULL, NULL, error);
}
