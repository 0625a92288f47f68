/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A model that compares pictures with words, as Optimum, transformers.js and others export them:
 *
 *   vision_model.onnx   pixel_values ─► image_embeds ─┐
 *                                                     ├─► logits
 *   text_model.onnx     input_ids ────► text_embeds ──┘
 *
 * or visual/model.onnx and textual/model.onnx, as Immich does; or one file with all of it. Two
 * files have neither scale nor bias of the scores, which config.json may say, see hub-files.c.
 * Which file is the other one is told by its name, and that it is one by its inputs. */

#include "pair.h"

#include "engine/formats/file.h"
#include "engine/formats/hashed-file.h"
#include "engine/koma/koma-error.h"
#include "engine/koma-limits.h"
#include "half-names.h"
#include "halves.h"
#include "lower.h"
#include "model-proto.h"

typedef Koma__Onnx__ModelProto ModelProto;

/* A half as it is read. */
typedef struct
{
  const char     *path;
  ModelProto     *model;
  KomaRawModel   *raw; /* (borrowed) */
  KomaOnnxVectors vectors;
} Half;

/* ---- Which files ---- */

static void
keep_those_that_are_there (GPtrArray *paths)
{
  for (guint i = paths->len; i-- > 0;)
    if (!koma_file_is_there (paths->pdata[i]))
      g_ptr_array_remove_index (paths, i);
}

/* (transfer full) Those of the same precision, else the plain ones, else all others. */
static GPtrArray *
list_others (const char *path)
{
  const guint variant = koma_half_names_get_variant (path);
  g_autoptr (GPtrArray) others = koma_half_names_list_others (path, variant);

  keep_those_that_are_there (others);
  if (others->len > 0)
    return g_steal_pointer (&others);
  for (guint i = 0; i < koma_half_names_get_n_variants (); i++) {
    g_autoptr (GPtrArray) found = koma_half_names_list_others (path, i);

    keep_those_that_are_there (found);
    g_ptr_array_extend_and_steal (others, g_steal_pointer (&found));
    if (i == 0 && others->len > 0)
      break;
  }
  return g_steal_pointer (&others);
}

static gboolean
fail_for_several (const char      *path,
                  const GPtrArray *others,
                  GError         **error)
{
  g_autofree char *name = g_filename_display_basename (path);
  g_autoptr (GString) all = g_string_new (NULL);

  for (guint i = 0; i < others->len; i++) {
    g_autofree char *other = g_filename_display_basename (others->pdata[i]);

    g_string_append_printf (all, "%s%s", i > 0 ? ", " : "", other);
  }
  return koma_fail (error, KOMA_ERROR_SEVERAL_MODELS,
                    "%s: is one half of a model that compares pictures with words; several files "
                    "beside it may be the other one: %s",
                    name, all->str);
}

/* ---- Reading ---- */

/* Its own bytes; those of others that hold its numbers are fed as they are read. */
static gboolean
feed_file (const char      *path,
           KomaContentHash *checksum,
           GError         **error)
{
  g_autofree char *data = NULL;
  gsize            length = 0;

  return koma_hashed_file_read (path, KOMA_MAX_TENSOR_BYTES, checksum, &data, &length, error);
}

static gboolean
lower_half (Half                   *half,
            KomaOnnxSource         *source,
            const KomaOnnxHubFiles *files,
            const char             *output,
            GError                **error)
{
  KomaRawModel *raw = half->raw;

  if (!koma_onnx_lower (half->model, source, raw, error))
    return koma_file_prefix_error (half->path, error);
  if (g_hash_table_size (raw->unsupported) > 0)
    return TRUE;
  return koma_onnx_vectors_find (raw->graph, output, files, &half->vectors, error) ||
         koma_file_prefix_error (half->path, error);
}

static void
add_counts (GHashTable *counts,
            GHashTable *more)
{
  GHashTableIter iter;
  gpointer       name = NULL;
  gpointer       n = NULL;

  g_hash_table_iter_init (&iter, more);
  while (g_hash_table_iter_next (&iter, &name, &n)) {
    const guint before = GPOINTER_TO_UINT (g_hash_table_lookup (counts, name));

    g_hash_table_insert (counts, g_strdup (name), GUINT_TO_POINTER (before + GPOINTER_TO_UINT (n)));
  }
}

/* What Koma can not compute of the half for words is told as that of the other one. */
static void
add_unsupported (KomaRawModel       *raw,
                 const KomaRawModel *words)
{
  GHashTableIter iter;
  gpointer       what = NULL;
  gpointer       n = NULL;

  g_hash_table_iter_init (&iter, words->unsupported);
  while (g_hash_table_iter_next (&iter, &what, &n))
    for (guint i = 0; i < GPOINTER_TO_UINT (n); i++)
      koma_raw_model_note_unsupported (raw, what,
                                       g_hash_table_lookup (words->unsupported_at, what));
}

static void
add_words (KomaRawModel *raw,
           KomaRawModel *words)
{
  add_counts (raw->op_counts, words->op_counts);
  add_unsupported (raw, words);
  raw->n_weights += words->n_weights;
  raw->n_unused_weights += words->n_unused_weights;
  raw->n_float16 += words->n_float16;
  raw->n_8_bit += words->n_8_bit;
  if (raw->warning == NULL)
    raw->warning = g_steal_pointer (&words->warning);
}

static gboolean
check_widths (const Half *pictures,
              const Half *words,
              GError    **error)
{
  g_autofree char *picture_file = g_filename_display_basename (pictures->path);
  g_autofree char *word_file = g_filename_display_basename (words->path);

  return pictures->vectors.width == words->vectors.width ||
         koma_fail (error, KOMA_ERROR_SHAPE,
                    "%s: output “%s” has %" G_GINT64_FORMAT " numbers for a picture, output “%s” "
                    "of %s has %" G_GINT64_FORMAT " for a text; to be compared, both need as many",
                    picture_file, pictures->vectors.name, pictures->vectors.width,
                    words->vectors.name, word_file, words->vectors.width);
}

static void
rename_input (KomaGraph  *graph,
              guint       index,
              const char *name)
{
  KomaValue *input = koma_graph_get_value (graph, koma_graph_get_input (graph, index));

  g_free (input->name);
  input->name = g_strdup (name);
}

/* One graph of both. */
static gboolean
join (Half                     *pictures,
      Half                     *words,
      const KomaOnnxComparison *comparison,
      GError                  **error)
{
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  g_autoptr (GArray) inputs = g_array_new (FALSE, FALSE, sizeof (guint));
  KomaValueId values[2] = { KOMA_VALUE_NONE, KOMA_VALUE_NONE };

  koma_graph_extract_into (pictures->raw->graph, &pictures->vectors.value, 1, graph, inputs,
                           &values[0]);
  koma_graph_extract_into (words->raw->graph, &words->vectors.value, 1, graph, inputs, &values[1]);
  if (koma_graph_get_n_inputs (graph) != 2)
    return koma_fail (error, KOMA_ERROR_MODEL,
                      "the vectors are not made from one picture and one text");
  rename_input (graph, 0, "pixel_values");
  rename_input (graph, 1, "input_ids");
  if (!koma_onnx_compare (graph, values[0], values[1], comparison, error))
    return FALSE;
  g_clear_pointer (&pictures->raw->graph, koma_graph_free);
  pictures->raw->graph = g_steal_pointer (&graph);
  return TRUE;
}

static gboolean
read_halves (const KomaModelFile *file,
             Half                *pictures,
             Half                *words,
             GError             **error)
{
  g_autofree char *folder = g_path_get_dirname (pictures->path);
  g_autofree char *word_folder = g_path_get_dirname (words->path);
  KomaOnnxSource   source = koma_onnx_source_of_file (file, folder);
  KomaOnnxSource   word_source = { .folder = word_folder, .checksum = file->checksum };
  g_auto (KomaOnnxHubFiles) files = { 0 };
  KomaOnnxComparison comparison = { 0 };

  if (!koma_onnx_hub_files_read (file, &files, error) ||
      !koma_onnx_hub_files_read_picture (&files, pictures->raw, source.side, error) ||
      !lower_half (pictures, &source, &files, KOMA_ONNX_PICTURE_VECTORS, error))
    return FALSE;
  if (file->progress != NULL)
    file->progress (0.5, file->user_data);
  koma_onnx_hub_files_check_fit (pictures->raw, source.side);
  koma_onnx_hub_files_guess_picture (&files, pictures->raw);
  word_source.bytes_left = source.bytes_left;
  word_source.n_rows = koma_onnx_hub_files_get_n_rows (&files);
  if (!lower_half (words, &word_source, &files, KOMA_ONNX_WORD_VECTORS, error))
    return FALSE;
  if (words->vectors.value != KOMA_VALUE_NONE && !koma_onnx_words_settle (words->raw->graph, error))
    return koma_file_prefix_error (words->path, error);
  add_words (pictures->raw, words->raw);
  if (g_hash_table_size (pictures->raw->unsupported) > 0)
    return TRUE;
  comparison = koma_onnx_hub_files_get_comparison (&files);
  pictures->raw->is_scale_guess = comparison.is_guess;
  return check_widths (pictures, words, error) &&
         (join (pictures, words, &comparison, error) ||
          koma_file_prefix_error (pictures->path, error));
}

/* The same bytes in the same order, whichever of both files was chosen. */
static gboolean
read_pair (const KomaModelFile *file,
           Half                *pictures,
           Half                *words,
           KomaRawModel        *raw,
           GError             **error)
{
  g_autoptr (KomaRawModel) other = koma_raw_model_new ();

  pictures->raw = raw;
  words->raw = other;
  raw->format = g_strdup ("ONNX, two files");
  return feed_file (pictures->path, file->checksum, error) &&
         feed_file (words->path, file->checksum, error) &&
         read_halves (file, pictures, words, error);
}

/**
 * koma_onnx_pair_read:
 * @raw: is filled but for the hash, where @file is a half
 * @ret_is_pair: (out): whether it is one, and the other one is there
 *
 * Thread: any; reads files. Errors: %KOMA_ERROR_SEVERAL_MODELS where several files may be the other
 * half; %KOMA_ERROR_SHAPE where no output has vectors, or those of both are not as wide;
 * %KOMA_ERROR_UNSUPPORTED where an input is open or unknown; those of koma_onnx_lower() and of
 * koma_onnx_hub_files_read().
 */
gboolean
koma_onnx_pair_read (const KomaModelFile *file,
                     KomaRawModel        *raw,
                     gboolean            *ret_is_pair,
                     GError             **error)
{
  const gboolean is_words = koma_half_names_find (file->path) == KOMA_HALF_WORDS;
  g_autoptr (GPtrArray) others = list_others (file->path);
  g_autoptr (KomaOnnxModelProto) own = NULL;
  g_autoptr (KomaOnnxModelProto) other = NULL;
  Half own_half = { .path = file->path, .vectors.value = KOMA_VALUE_NONE };
  Half other_half = { .vectors.value = KOMA_VALUE_NONE };

  *ret_is_pair = FALSE;
  if (others->len == 0)
    return TRUE;
  own = koma_onnx_model_proto_read (file->path, NULL, error);
  if (own == NULL)
    return FALSE;
  if (!(is_words ? koma_onnx_takes_words (own) : koma_onnx_takes_pictures (own)))
    return TRUE;
  if (others->len > 1)
    return fail_for_several (file->path, others, error);
  other_half.path = others->pdata[0];
  other = koma_onnx_model_proto_read (other_half.path, NULL, error);
  if (other == NULL)
    return FALSE;
  if (!(is_words ? koma_onnx_takes_pictures (other) : koma_onnx_takes_words (other)))
    return TRUE;
  own_half.model = own;
  other_half.model = other;
  *ret_is_pair = TRUE;
  return is_words ? read_pair (file, &other_half, &own_half, raw, error)
                  : read_pair (file, &own_half, &other_half, raw, error);
}
