/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Writes small TensorFlow Lite models, from the fields' numbers in schema.fbs. */
#pragma once

#include "engine/formats/tflite/schema.h"

G_BEGIN_DECLS

#define TFLITE_MAX_RANK    5
#define TFLITE_MAX_SCALES  4
#define TFLITE_MAX_OPTIONS 8
#define TFLITE_MAX_TENSORS 32
#define TFLITE_MAX_LEVELS  6
#define TFLITE_MAX_INDICES 12

/* Of a sparse tensor; @type: 1 int32, 2 uint16, 3 uint8. */
typedef struct
{
  gboolean is_sparse;
  gint32   dense_size;
  guint    type;
  guint    n_segments;
  gint32   segments[TFLITE_MAX_INDICES];
  guint    n_indices;
  gint32   indices[TFLITE_MAX_INDICES];
} TfliteLevel;

typedef struct
{
  guint       n_levels;
  gint32      order[TFLITE_MAX_LEVELS];
  guint       n_blocks;
  gint32      block_map[TFLITE_MAX_LEVELS];
  TfliteLevel levels[TFLITE_MAX_LEVELS];
} TfliteSparsity;

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

  gboolean              is_variable;
  gboolean              is_far;   /* its bytes stand at the end, by Buffer.offset */
  const TfliteSparsity *sparsity; /* (nullable) */
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
/* Of one input (p - mean) / std, with labels in the files of these names: "a.txt,b.txt:en" */
GBytes *tflite_write_metadata (float mean, float std, const char *labels_files);
/* A zip archive of one file, or of pairs of a name and a text up to NULL, not compressed, behind
 * what is there. */
void tflite_append_zip (GByteArray *file, const char *name, const char *text);
void tflite_append_zip_of (GByteArray *file, const char *const *pairs);

G_END_DECLS
