/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Which half of a model that compares pictures with words a file has. */

#include "halves.h"

#include "lower.h"

typedef Koma__Onnx__ModelProto ModelProto;
typedef Koma__Onnx__GraphProto GraphProto;
typedef Koma__Onnx__ValueInfo  ValueInfo;

typedef enum {
  INPUT_PICTURE,
  INPUT_IDS,
  INPUT_OTHER,
} InputKind;

static InputKind
get_kind (const ValueInfo *info)
{
  KomaShape    shape = { 0 };
  KomaOnnxType type = { 0 };

  if (!koma_onnx_output_read_shape (info, &shape))
    return INPUT_OTHER;
  type = koma_onnx_type_get (info->type->tensor_type->elem_type);
  if (type.size == 0)
    return INPUT_OTHER;
  if (shape.rank == 4 && type.dtype == KOMA_DTYPE_FLOAT32)
    return INPUT_PICTURE;
  return shape.rank == 2 && type.dtype == KOMA_DTYPE_INT32 ? INPUT_IDS : INPUT_OTHER;
}

/* Counts inputs of each kind. */
static void
count_kinds (const GraphProto *graph,
             guint            *ret_counts) /* [INPUT_OTHER + 1] */
{
  g_autoptr (GHashTable) initializers = g_hash_table_new (g_str_hash, g_str_equal);

  for (gsize i = 0; i < graph->n_initializer; i++)
    g_hash_table_add (initializers, graph->initializer[i]->name);
  for (gsize i = 0; i < graph->n_input; i++)
    if (!g_hash_table_contains (initializers, graph->input[i]->name))
      ret_counts[get_kind (graph->input[i])]++;
}

/* What answers with scores is a classifier, of pictures or of words. */
static gboolean
may_have_vectors (const GraphProto *graph)
{
  for (gsize i = 0; i < graph->n_output; i++)
    if (koma_onnx_is_score_name (graph->output[i]->name))
      return FALSE;
  return TRUE;
}

static gboolean
has_output (const GraphProto *graph,
            const char       *name)
{
  for (gsize i = 0; i < graph->n_output; i++)
    if (g_str_equal (graph->output[i]->name, name))
      return TRUE;
  return FALSE;
}

/**
 * koma_onnx_takes_pictures:
 *
 * Returns: whether pictures are its one input. Thread: any.
 */
gboolean
koma_onnx_takes_pictures (const ModelProto *model)
{
  guint counts[INPUT_OTHER + 1] = { 0 };

  if (model->graph == NULL || !may_have_vectors (model->graph))
    return FALSE;
  count_kinds (model->graph, counts);
  return counts[INPUT_PICTURE] == 1 && counts[INPUT_IDS] + counts[INPUT_OTHER] == 0;
}

/**
 * koma_onnx_takes_words:
 *
 * Returns: whether ids, and what stands beside them, are its inputs. Thread: any.
 */
gboolean
koma_onnx_takes_words (const ModelProto *model)
{
  guint counts[INPUT_OTHER + 1] = { 0 };

  if (model->graph == NULL || !may_have_vectors (model->graph))
    return FALSE;
  count_kinds (model->graph, counts);
  return counts[INPUT_IDS] > 0 && counts[INPUT_PICTURE] == 0;
}

/**
 * koma_onnx_takes_both:
 *
 * Returns: whether it has both halves, as exporters of Hugging Face name their outputs.
 * Thread: any.
 */
gboolean
koma_onnx_takes_both (const ModelProto *model)
{
  guint counts[INPUT_OTHER + 1] = { 0 };

  if (model->graph == NULL || !has_output (model->graph, KOMA_ONNX_PICTURE_VECTORS) ||
      !has_output (model->graph, KOMA_ONNX_WORD_VECTORS))
    return FALSE;
  count_kinds (model->graph, counts);
  return counts[INPUT_PICTURE] == 1 && counts[INPUT_IDS] > 0;
}
