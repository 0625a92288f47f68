/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A small classifier as a file of TensorFlow Lite, for tests to change. */
#pragma once

#include "engine/model/model.h"
#include "fixture.h"
#include "tflite-writer.h"

G_BEGIN_DECLS

#define TFLITE_N_CLASSES 3
#define TFLITE_N_TENSORS 4
#define TFLITE_N_OPS     2

/* A picture [1,2,2,3], a mean of its pixels, a softmax: three classes. */
extern const TfliteTensor tflite_classifier_tensors[TFLITE_N_TENSORS];
extern const TfliteOp     tflite_classifier_ops[TFLITE_N_OPS];

TfliteModel tflite_classifier_make (void);
/* (transfer full) Writes a file into the folder, and reads it as a model. */
KomaModel *tflite_classifier_load (const Folder     *folder,
                                   const GByteArray *file,
                                   GError          **error);

G_END_DECLS
