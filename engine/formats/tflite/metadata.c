/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "metadata.h"

#include <math.h>
#include <string.h>

#include "packed-file.h"
#include "tensors.h"

#define BUFFER_NAME "TFLITE_METADATA"
#define IDENTIFIER  "M001"
#define MAX_NAME    256

/* tensorflow_lite_support/metadata/metadata_schema.fbs */
#define MODEL_SUBGRAPH_METADATA FIELD (3, "subgraph_metadata")
#define SUBGRAPH_INPUT          FIELD (2, "input_tensor_metadata")
#define SUBGRAPH_OUTPUT         FIELD (3, "output_tensor_metadata")
#define TENSOR_PROCESS_UNITS    FIELD (4, "process_units")
#define TENSOR_STATS            FIELD (5, "stats")
#define TENSOR_FILES            FIELD (6, "associated_files")
#define PROCESS_UNIT_TYPE       FIELD (0, "options_type")
#define PROCESS_UNIT_OPTIONS    FIELD (1, "options")
#define NORMALIZATION_MEAN      FIELD (0, "mean")
#define NORMALIZATION_STD       FIELD (1, "std")
#define STATS_MAX               FIELD (0, "max")
#define STATS_MIN               FIELD (1, "min")
#define FILE_NAME               FIELD (0, "name")
#define FILE_TYPE               FIELD (2, "type")
#define FILE_LOCALE             FIELD (3, "locale")

/* Lists of labels that are looked at; each is the same in another language. */
#define MAX_LABEL_FILES 16

enum {
  LANGUAGE_NONE,
  LANGUAGE_ENGLISH,
  LANGUAGE_OTHER,
  N_LANGUAGES,
};

#define PROCESS_NORMALIZATION 1
#define FILE_AXIS_LABELS      2

/* The buffer with the metadata; empty where there is none. */
static KomaFlatVector
find_buffer (const KomaFlatTable *model)
{
  for (guint i = 0; i < koma_flat_count (model, MODEL_METADATA); i++) {
    const KomaFlatTable entry = koma_flat_get_element (model, MODEL_METADATA, i, "Metadata");
    g_autofree char    *name = koma_flat_get_string (&entry, METADATA_NAME, MAX_NAME);

    if (g_strcmp0 (name, BUFFER_NAME) == 0)
      return koma_tflite_get_buffer (model, koma_flat_get_uint32 (&entry, METADATA_BUFFER));
  }
  return (KomaFlatVector){ 0 };
}

/* One number is for all channels. */
static double
get_channel (const KomaFlatVector *numbers,
             guint                 c)
{
  return koma_flat_vector_get_float (numbers, MIN (c, numbers->n - 1));
}

static gboolean
find_normalization (const KomaFlatTable *tensor,
                    KomaFlatTable       *ret_options)
{
  for (guint i = 0; i < koma_flat_count (tensor, TENSOR_PROCESS_UNITS); i++) {
    const KomaFlatTable unit =
      koma_flat_get_element (tensor, TENSOR_PROCESS_UNITS, i, "ProcessUnit");

    if (koma_flat_get_int (&unit, PROCESS_UNIT_TYPE, 1, 0) != PROCESS_NORMALIZATION)
      continue;
    *ret_options = koma_flat_get_table (&unit, PROCESS_UNIT_OPTIONS, "NormalizationOptions");
    return TRUE;
  }
  return FALSE;
}

/* (p - mean) / std, or what the least and the greatest number say. */
static void
read_normalization (const KomaFlatTable *tensor,
                    KomaRawModel        *raw)
{
  const KomaFlatTable  stats = koma_flat_get_table (tensor, TENSOR_STATS, "Stats");
  KomaFlatTable        options = { 0 };
  const gboolean       is_normalized = find_normalization (tensor, &options);
  const KomaFlatVector low = is_normalized ? koma_flat_get_vector (&options, NORMALIZATION_MEAN, 4)
                                           : koma_flat_get_vector (&stats, STATS_MIN, 4);
  const KomaFlatVector high = is_normalized ? koma_flat_get_vector (&options, NORMALIZATION_STD, 4)
                                            : koma_flat_get_vector (&stats, STATS_MAX, 4);

  if (low.n == 0 || high.n == 0)
    return;
  for (guint c = 0; c < G_N_ELEMENTS (raw->scale); c++) {
    const double first = get_channel (&low, c);
    const double second = get_channel (&high, c);

    raw->scale[c] = is_normalized ? 1 / second : (second - first) / 255;
    raw->offset[c] = is_normalized ? -first / second : first;
    if (!isnormal (raw->scale[c]) || raw->scale[c] < 0 || !isfinite (raw->offset[c]))
      return;
  }
  raw->has_normalization = TRUE;
}

/* The names of files with labels: those in no language, in English, in others. */
static GPtrArray *
list_label_files (const KomaFlatTable *tensor)
{
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);
  guint      n_first[N_LANGUAGES] = { 0 };

  for (guint i = 0; i < koma_flat_count (tensor, TENSOR_FILES); i++) {
    const KomaFlatTable file =
      koma_flat_get_element (tensor, TENSOR_FILES, i, "AssociatedFile");
    g_autofree char *locale = koma_flat_get_string (&file, FILE_LOCALE, MAX_NAME);

    char *name = NULL;
    guint rank = LANGUAGE_OTHER;

    if (koma_flat_get_int (&file, FILE_TYPE, 1, 0) != FILE_AXIS_LABELS)
      continue;
    name = koma_flat_get_string (&file, FILE_NAME, MAX_NAME);
    if (name == NULL)
      continue;
    if (locale == NULL || locale[0] == '\0')
      rank = LANGUAGE_NONE;
    else if (g_str_has_prefix (locale, "en"))
      rank = LANGUAGE_ENGLISH;
    g_ptr_array_insert (names, (gint) n_first[rank], name);
    for (; rank < N_LANGUAGES; rank++)
      n_first[rank]++;
  }
  return names;
}

/* A machine id of Freebase (“/m/01yrx” is a cat), an id of WordNet (“n02084071”), a number. */
static gboolean
is_id (const char *line)
{
  const gboolean is_freebase = g_str_has_prefix (line, "/m/") || g_str_has_prefix (line, "/g/");
  const gsize    n_letters = line[0] == 'n' ? 1 : 0;
  const gsize    n_digits = strspn (line + n_letters, "0123456789");

  if (is_freebase)
    return strpbrk (line, " ,;\t") == NULL;
  return line[n_letters + n_digits] == '\0' && n_digits >= (n_letters > 0 ? 8 : 1);
}

/* Whether most lines say what a class is called. */
static gboolean
has_names (const char *lines)
{
  g_auto (GStrv) split = g_strsplit (lines, "\n", -1);
  guint n_ids = 0;
  guint n_lines = 0;

  for (char **line = split; *line != NULL; line++) {
    g_strstrip (*line);
    n_lines += (*line)[0] != '\0';
    n_ids += (*line)[0] != '\0' && is_id (*line);
  }
  return n_ids * 2 < n_lines;
}

/* The first list with names, or the first. A file that is not there is an error only where no other
 * has names. */
static char *
read_labels (const KomaFlatTable  *tensor,
             const KomaFlatBuffer *file,
             GError              **error)
{
  g_autoptr (GPtrArray) names = list_label_files (tensor);
  g_autofree char *first = NULL;
  g_autoptr (GError) first_error = NULL;

  for (guint i = 0; i < MIN (names->len, MAX_LABEL_FILES); i++) {
    g_autofree char *lines =
      koma_packed_file_read (file->data, file->size_bytes, names->pdata[i],
                             first_error == NULL ? &first_error : NULL);

    if (lines != NULL && has_names (lines))
      return g_steal_pointer (&lines);
    if (first == NULL)
      first = g_steal_pointer (&lines);
  }
  if (first == NULL && first_error != NULL)
    g_propagate_error (error, g_steal_pointer (&first_error));
  return g_steal_pointer (&first);
}

static KomaFlatTable
get_first (const KomaFlatTable *subgraph,
           KomaFlatField        field)
{
  return koma_flat_count (subgraph, field) > 0
           ? koma_flat_get_element (subgraph, field, 0, "TensorMetadata")
           : (KomaFlatTable){ 0 };
}

/* @file: of the model, with the archive at its end */
static void
read_subgraph (const KomaFlatTable  *subgraph,
               const KomaFlatBuffer *file,
               KomaRawModel         *raw,
               GError              **error)
{
  const KomaFlatTable input = get_first (subgraph, SUBGRAPH_INPUT);
  const KomaFlatTable output = get_first (subgraph, SUBGRAPH_OUTPUT);

  read_normalization (&input, raw);
  raw->label_lines = read_labels (&output, file, error);
}

/**
 * koma_tflite_read_metadata:
 * @model: the root of the file
 *
 * Metadata that is damaged is no error: the model runs without. Thread: any.
 */
void
koma_tflite_read_metadata (const KomaFlatTable *model,
                           KomaRawModel        *raw)
{
  const KomaFlatVector bytes = find_buffer (model);
  KomaFlatBuffer       buffer = { .data = bytes.data, .size_bytes = bytes.n };
  KomaFlatTable        root = { 0 };
  KomaFlatTable        subgraph = { 0 };
  g_autoptr (GError) error = NULL;

  if (bytes.n == 0)
    return;
  root = koma_flat_get_root (&buffer, IDENTIFIER, "ModelMetadata");
  if (koma_flat_count (&root, MODEL_SUBGRAPH_METADATA) > 0)
    subgraph = koma_flat_get_element (&root, MODEL_SUBGRAPH_METADATA, 0, "SubGraphMetadata");
  read_subgraph (&subgraph, model->buffer, raw, &error);
  if (buffer.error != NULL || error != NULL)
    raw->warning = g_strdup_printf ("the metadata is damaged: %s",
                                    (buffer.error != NULL ? buffer.error : error)->message);
  if (buffer.error != NULL)
    raw->has_normalization = FALSE;
  g_clear_error (&buffer.error);
}
