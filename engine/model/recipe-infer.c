/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "recipe-infer.h"

#include <string.h>

#include "score-list.h"

/* Classes of ImageNet. */
#define N_IMAGENET 1000
/* Where a model says nothing of it. */
#define DEFAULT_SURE_FROM 0.3

/* Whether the graph's one input is a picture of known size. */
static gboolean
infer_input (const KomaGraph *graph,
             KomaRecipe      *recipe,
             GError         **error)
{
  const KomaValue *input = NULL;
  g_autofree char *shape = NULL;

  if (koma_graph_get_n_inputs (graph) != 1) {
    g_set_error (error, KOMA_ERROR, KOMA_ERROR_UNSUPPORTED,
                 "the model has %u inputs; a classifier of pictures has 1",
                 koma_graph_get_n_inputs (graph));
    return FALSE;
  }
  input = koma_graph_get_value (graph, koma_graph_get_input (graph, 0));
  shape = koma_shape_to_string (&input->shape);
  if (input->dtype != KOMA_DTYPE_FLOAT32 || input->shape.rank != 4 ||
      !koma_shape_is_known (&input->shape) || input->shape.dims[1] == 0 ||
      input->shape.dims[2] == 0 || (input->shape.dims[3] != 3 && input->shape.dims[3] != 1)) {
    g_set_error (
      error, KOMA_ERROR, KOMA_ERROR_UNSUPPORTED,
      "input “%s” is %s %s; a classifier of pictures takes float32 [1,height,width,3 or 1]",
      input->name, koma_dtype_name (input->dtype), shape);
    return FALSE;
  }
  recipe->height = (guint) input->shape.dims[1];
  recipe->width = (guint) input->shape.dims[2];
  recipe->channels = input->shape.dims[3] == 3 ? KOMA_CHANNELS_RGB : KOMA_CHANNELS_GREY;
  recipe->sources[KOMA_PART_CHANNELS] =
    recipe->channels == KOMA_CHANNELS_GREY ? KOMA_SOURCE_GRAPH : KOMA_SOURCE_GUESS;
  return TRUE;
}

/* Whether the graph's one output is a list of scores: [1, classes], maybe
 * with ones between. */
static gboolean
check_output (const KomaGraph *graph,
              GError         **error)
{
  const KomaValue *output = NULL;
  gsize            n_long = 0;

  if (koma_graph_get_n_outputs (graph) != 1) {
    g_set_error (error, KOMA_ERROR, KOMA_ERROR_UNSUPPORTED,
                 "the model has %u outputs; a classifier has 1 (name one to read it as scores)",
                 koma_graph_get_n_outputs (graph));
    return FALSE;
  }
  output = koma_graph_get_value (graph, koma_graph_get_output (graph, 0));
  for (guint i = 0; i + 1 < output->shape.rank; i++)
    n_long += output->shape.dims[i] != 1;
  if (output->dtype != KOMA_DTYPE_FLOAT32 || output->shape.rank == 0 || n_long > 0) {
    g_autofree char *shape = koma_shape_to_string (&output->shape);

    g_set_error (error, KOMA_ERROR, KOMA_ERROR_UNSUPPORTED,
                 "output “%s” is %s %s; a classifier gives float32 [1,classes]",
                 koma_graph_get_output_name (graph, 0), koma_dtype_name (output->dtype), shape);
    return FALSE;
  }
  return TRUE;
}

/* A file may well say colours of a grey picture, and the other way round: its shape is right. */
static void
infer_channels (const KomaRecipeHints *hints,
                KomaRecipe            *recipe,
                GPtrArray             *notes)
{
  if (hints->channels == NULL || recipe->channels == KOMA_CHANNELS_GREY ||
      *hints->channels == KOMA_CHANNELS_GREY)
    return;
  recipe->channels = *hints->channels;
  recipe->sources[KOMA_PART_CHANNELS] = KOMA_SOURCE_METADATA;
  g_ptr_array_add (notes, g_strdup ("channels: the file's own metadata says so"));
}

static void
infer_fit (const KomaRecipeHints *hints,
           KomaRecipe            *recipe)
{
  if (hints->fit == NULL)
    return;
  recipe->fit = hints->fit->fit;
  recipe->resize = hints->fit->resize;
  recipe->scaled_width = hints->fit->scaled_width;
  recipe->scaled_height = hints->fit->scaled_height;
  recipe->is_cut_rounded = hints->fit->is_cut_rounded;
  if (hints->fit->is_guess)
    return;
  recipe->sources[KOMA_PART_FIT] = KOMA_SOURCE_METADATA;
  recipe->sources[KOMA_PART_RESIZE] = KOMA_SOURCE_METADATA;
}

static void
set_scale (const KomaRecipeHints *hints,
           KomaRecipeSource       source,
           KomaRecipe            *recipe)
{
  memcpy (recipe->scale, hints->scale, sizeof recipe->scale);
  memcpy (recipe->offset, hints->offset, sizeof recipe->offset);
  recipe->sources[KOMA_PART_RANGE] = source;
}

static gboolean
infer_range (const KomaGraph       *graph,
             const KomaRecipeHints *hints,
             KomaRecipe            *recipe,
             GPtrArray             *notes,
             GError               **error)
{
  const char *reason = NULL;
  const char *range = NULL;

  if (hints->scale != NULL && !hints->is_scale_guess) {
    set_scale (hints, KOMA_SOURCE_METADATA, recipe);
    g_ptr_array_add (notes, g_strdup ("range: the file's own metadata says so"));
    return TRUE;
  }
  if (koma_recipe_infer_bytes (graph, recipe)) {
    recipe->sources[KOMA_PART_RANGE] = KOMA_SOURCE_GRAPH;
    g_ptr_array_add (notes, g_strdup ("range: the input is bytes, or quantised to them"));
    return TRUE;
  }
  range = koma_recipe_infer_range (graph, hints, &recipe->sources[KOMA_PART_RANGE], &reason);
  if (hints->scale != NULL && recipe->sources[KOMA_PART_RANGE] == KOMA_SOURCE_GUESS) {
    set_scale (hints, KOMA_SOURCE_GUESS, recipe);
    g_ptr_array_add (notes, g_strdup ("range: that of all models of this kind"));
    return TRUE;
  }
  g_ptr_array_add (notes, g_strdup_printf ("range “%s”: %s", range, reason));
  return koma_recipe_set_range (recipe, range, error);
}

/* What comes before the last layer of a classifier is sold as a model, too: features to make other
 * classifiers from. They are means over the picture; so are the classes of SqueezeNet. */
static gboolean
check_features (const KomaGraph       *graph,
                const KomaRecipeHints *hints,
                GError               **error)
{
  const KomaValue *output = koma_graph_get_value (graph, koma_graph_get_output (graph, 0));
  const gint64     n = output->shape.dims[output->shape.rank - 1];

  if (!hints->is_own_output || hints->are_scores_known || !koma_recipe_ends_in_pool (graph) ||
      n == N_IMAGENET || n == N_IMAGENET + 1 || (hints->n_labels > 0 && hints->n_labels == n))
    return TRUE;
  g_set_error (error, KOMA_ERROR, KOMA_ERROR_UNSUPPORTED,
               "not a classifier: the %" G_GINT64_FORMAT " values are means over the picture, as "
               "the features are that a classifier is made from (“scores” in koma.json, or "
               "--scores, reads them all the same)",
               n);
  return FALSE;
}

/* A graph that ends in a sigmoid needs no word of the file. */
static void
infer_scores (const KomaGraph       *graph,
              const KomaRecipeHints *hints,
              KomaRecipe            *recipe,
              const char           **ret_reason)
{
  recipe->scores = koma_recipe_infer_scores (graph, ret_reason);
  recipe->sources[KOMA_PART_SCORES] = KOMA_SOURCE_GRAPH;
  if (!hints->is_multi_label || recipe->scores != KOMA_SCORES_LOGITS)
    return;
  recipe->scores = KOMA_SCORES_MULTI_LABEL;
  recipe->sources[KOMA_PART_SCORES] = KOMA_SOURCE_METADATA;
  *ret_reason = "the file says that several classes may hold at once, so a sigmoid follows";
}

/**
 * koma_recipe_infer:
 * @graph: inferred, with a batch of 1 and its constants folded
 * @notes: (element-type utf8): a sentence for each guess
 *
 * The fit is the centre square and the resize rule Pillow's bilinear, as the
 * common networks are trained and measured.
 *
 * Errors: %KOMA_ERROR_UNSUPPORTED, saying why it is no classifier.
 * Thread: any.
 */
gboolean
koma_recipe_infer (const KomaGraph       *graph,
                   const KomaRecipeHints *hints,
                   KomaRecipe            *ret_recipe,
                   GPtrArray             *notes,
                   GError               **error)
{
  KomaRecipe  recipe = { .fit = KOMA_FIT_CROP,
                         .resize = KOMA_RESIZE_BILINEAR,
                         .temperature = 1,
                         .sure_from = DEFAULT_SURE_FROM };
  const char *scores_reason = NULL;

  if (!infer_input (graph, &recipe, error) || !check_output (graph, error))
    return FALSE;
  if (!infer_range (graph, hints, &recipe, notes, error))
    return FALSE;
  infer_channels (hints, &recipe, notes);
  infer_fit (hints, &recipe);
  recipe.sources[KOMA_PART_INVERT] = recipe.sources[KOMA_PART_RANGE];
  infer_scores (graph, hints, &recipe, &scores_reason);
  if (!check_features (graph, hints, error))
    return FALSE;
  if (!hints->are_scores_known &&
      !koma_score_list_check (graph, hints->n_labels, &recipe, &scores_reason, error))
    return FALSE;
  /* Its page shows and stores what the camera sees as a mirror would. */
  recipe.is_selfie = hints->is_teachable_machine;
  g_ptr_array_add (notes, g_strdup_printf ("scores: %s%s", scores_reason,
                                           recipe.sources[KOMA_PART_SCORES] == KOMA_SOURCE_GUESS
                                             ? "; that they are scores is a guess, which “scores” "
                                               "in koma.json settles"
                                             : ""));
  *ret_recipe = recipe;
  return TRUE;
}
