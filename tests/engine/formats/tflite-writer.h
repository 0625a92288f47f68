/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Writes small TensorFlow Lite models, from the fields' numbers in schema.fbs. */
#pragma once

#include "engine/formats/tflite/schema.h"

G_BEGIN_DECLS

#define TFLITE_MAX_RANK    5
#define TFLITE_MAX_SCALES  4
#define TFLITE_MAX_OPTIONS 8
#define TFLITE_MAX_TENSORS 8

typedef struct
{
  const char    *name;
  KomaTfliteType type;
  guint          rank;
  gint32         dims[TFLITE_MAX_RANK];
  gconstpointer  data; /* (nullable) of a constant, as the file has it */
  gsize          size_bytes;
  guint          n_scales;
  float          scales[TFLITE_MAX_SCALES];
  gint64         zero_point;
  gint32         axis;
} TfliteTensor;

/* A field of options: a number of any size, or bits of a float. */
typedef struct
{
  guint  index;
  gint32 value;
} TfliteOption;

typedef struct
{
  gint32       code;
  const char  *custom; /* (nullable) */
  guint        n_inputs;
  gint32       inputs[TFLITE_MAX_TENSORS];
  guint        n_outputs;
  gint32       outputs[TFLITE_MAX_TENSORS];
  guint        n_options;
  TfliteOption options[TFLITE_MAX_OPTIONS];
} TfliteOp;

typedef struct
{
  guint               n_tensors;
  const TfliteTensor *tensors;
  guint               n_ops;
  const TfliteOp     *ops;
  guint               n_inputs;
  gint32              inputs[TFLITE_MAX_TENSORS];
  guint               n_outputs;
  gint32              outputs[TFLITE_MAX_TENSORS];
  GBytes             *metadata; /* (nullable) the buffer TFLITE_METADATA */
} TfliteModel;

GByteArray *tflite_write (const TfliteModel *model);
/* Of one input (p - mean) / std, with labels in the file of that name. */
GBytes *tflite_write_metadata (float mean, float std, const char *labels_file);
/* A zip archive of one file, not compressed, behind what is there. */
void tflite_append_zip (GByteArray *file, const char *name, const char *text);

G_END_DECLS
