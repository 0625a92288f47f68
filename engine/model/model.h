/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/graph/graph-info.h"
#include "engine/runtime/progress.h"
#include "labels.h"
#include "purpose.h"
#include "recipe.h"
#include "tta.h"

G_BEGIN_DECLS

/* A model file, read: graph, labels, recipe. Immutable once loaded, atomic
 * reference count, any thread. */
typedef struct _KomaModel KomaModel;

/* Override koma.json and the model's own settings; all optional. */
typedef struct _KomaModelOptions KomaModelOptions;
typedef struct _KomaModelReader  KomaModelReader;

/* Completes @options for the model with this hash. Strings are read during koma_model_load (). */
typedef void (*KomaModelComplete) (const char       *hash,
                                   KomaModelOptions *options,
                                   gpointer          user_data);

struct _KomaModelOptions
{
  /* Words of koma_recipe_set_part (); of the labels, the path of a file. Classes and prompts are
   * kept for words/word-classes.h. */
  const char *parts[KOMA_N_PARTS];
  /* (nullable) A range that pictures were found to fit best: it counts where the range would be a
   * guess. See koma_model_new_with_range (). */
  const char *found_range;
  guint       n_pictures; /* that it was found with */
  /* Those that can not be read or do not fit give way to the model's own, with a warning. */
  gboolean are_parts_optional;
  /* (nullable) Classes of a model that compares pictures with words, where nobody says others; see
   * words/word-classes.h. */
  const char *usual_classes;
  const char *output; /* name of the output, or of any node, to read */
  /* (nullable) [n_input_shapes] of the file's first inputs, where it leaves them open; the first
   * dimension, the batch, may be any. */
  const KomaShape *input_shapes;
  guint            n_input_shapes;
  /* (nullable) [n_inputs] (nullable) numbers of the file's first inputs, in the types that its
   * graph has: the model is for these alone. What must be known ahead is then. */
  GBytes *const *inputs;
  guint          n_inputs;
  /* A folder with the names of ImageNet's classes, see imagenet.h; without it,
   * no model is taken for ImageNet's. */
  const char *imagenet_folder;
  /* (nullable) "de": that names of classes are in, rather than the user's. */
  const char *class_language;
  /* Nobody searches for, or compares, ImageNet's names in other languages. */
  gboolean is_one_language;

  const KomaModelReader *reader; /* see model-reader.h; NULL: the file is read here */

  KomaModelComplete complete; /* (nullable) called once, on the same thread */
  gpointer          complete_data;
};

/* @path: a model file, or a folder that holds one. */
KomaModel *koma_model_load (const char             *path,
                            const KomaModelOptions *options,  /* (nullable) */
                            KomaModelProgress       progress, /* (nullable) */
                            gpointer                user_data,
                            GError                **error);
/* The same model with another range, for one whose range is a guess; no file is read. */
KomaModel *koma_model_new_with_range (KomaModel  *model,
                                      const char *range,
                                      guint       n_pictures, /* that it was found with */
                                      GError    **error);
/* The same model with an output KOMA_VECTOR_OUTPUT. */
KomaModel *koma_model_new_with_vectors (KomaModel *model, KomaGraph *graph /* (transfer full) */);
KomaModel *koma_model_ref (KomaModel *model);
void       koma_model_unref (KomaModel *model);

/* (nullable) That it was loaded with, for more of its files; NULL: they are read here. */
const KomaModelReader *koma_model_get_reader (const KomaModel *model);

const char *koma_model_get_path (const KomaModel *model);   /* of the file */
const char *koma_model_get_name (const KomaModel *model);   /* for people */
const char *koma_model_get_format (const KomaModel *model); /* "TensorFlow.js graph model" */
/* Of topology and weights: 32 hexadecimal digits. */
const char *koma_model_get_hash (const KomaModel *model);
/* Read only: koma_graph_copy () to change. */
KomaGraph *koma_model_get_graph (const KomaModel *model);
/* The same, with inputs and outputs of the file's types. */
KomaGraph *koma_model_get_file_graph (const KomaModel *model);
/* NULL where the model is no classifier of pictures; @error says why. */
const KomaRecipe *koma_model_get_recipe (const KomaModel *model, GError **error);
/* (nullable) The same, also of a model that compares pictures with words: of that half of its graph
 * that takes pictures, see words/towers.h. */
const KomaRecipe *koma_model_get_picture_recipe (const KomaModel *model);
/* Of a model without a recipe, where it can be told. */
KomaPurpose koma_model_get_purpose (const KomaModel *model);
/* (nullable) fitted, one for each class */
KomaLabels *koma_model_get_labels (const KomaModel *model);
/* (nullable) of KomaModelOptions, whether or not they could be used */
const char *koma_model_get_labels_path (const KomaModel *model);
/* (nullable) KOMA_PART_CLASSES or KOMA_PART_PROMPTS, as the options or koma.json have it. */
const char *koma_model_get_text (const KomaModel *model, KomaRecipePart part);
/* Whether the same file has the same content still, and means the same. */
gboolean koma_model_is_same (const KomaModel *a, const KomaModel *b);
/* (nullable) see tta.h */
const KomaTta *koma_model_get_tta (const KomaModel *model);
/* Whether the graph takes pictures of any size, so that the recipe's is a choice. */
gboolean koma_model_is_size_open (const KomaModel *model);
/* An answer whose best score is less is not sure: 0 … 1. */
double koma_model_get_sure_from (const KomaModel *model);
/* Index of the output with the scores. */
guint              koma_model_get_output (const KomaModel *model);
const char *const *koma_model_get_warnings (const KomaModel *model); /* NULL-terminated */
/* What the recipe was inferred from, in words; NULL-terminated. */
const char *const *koma_model_get_notes (const KomaModel *model);
/* Unsupported ops of a model that can be inspected but not run: name → count
 * ("EinsumLike" → 3); empty when it runs. */
GHashTable *koma_model_get_unsupported (const KomaModel *model);
/* Ops of the file, as the file names them: name → count. */
GHashTable *koma_model_get_op_counts (const KomaModel *model);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaModel, koma_model_unref)

G_END_DECLS
