/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Pictures through a classifier. */
#include "graph-model-classify.h"

#include <string.h>

#include "engine/classify/classifier.h"
#include "engine/classify/top-k.h"
#include "engine/graph/nan.h"
#include "engine/model/picture-layout.h"
#include "graph-model-embed.h"
#include "graph-model-picture.h"
#include "graph-model-private.h"
#include "engine/koma/koma-error.h"
#include "engine/koma/tensor/tensor-private.h"

static KomaSession *
find_program (KomaGraphModel   *self,
              const KomaRecipe *recipe,
              GError          **error)
{
  const KomaSessionOptions options = { .batch = 1, .is_batch_flexible = TRUE, .recipe = recipe };
  g_autoptr (GBytes) key = g_bytes_new (&self, sizeof self);
  KomaSession *program = koma_environment_find_program (koma_environment_get (), key);

  return program != NULL
           ? program
           : koma_graph_model_compile (self, key, koma_model_get_graph (self->model), &options,
                                       error);
}

static void
copy_input (guint    index,
            float   *ret_input,
            gpointer user_data)
{
  const KomaArray *input = user_data;

  memcpy (ret_input, input->data, koma_array_get_size_bytes (input));
}

/* Probabilities of all classes. */
static gboolean
compute (KomaGraphModel   *self,
         const KomaRecipe *recipe,
         KomaArray        *input,
         float            *ret_scores,
         GError          **error)
{
  KomaSession             *program = find_program (self, recipe, error);
  const KomaClassification what = { .recipe = recipe,
                                    .n_classes = koma_graph_model_get_n_labels (self),
                                    .tta = koma_model_get_tta (self->model),
                                    .fill_input = copy_input,
                                    .user_data = input };
  g_autoptr (KomaClassifier) classifier = NULL;

  if (program == NULL)
    return FALSE;
  classifier = koma_classifier_borrow (program, koma_model_get_output (self->model), error);
  return classifier != NULL && koma_classifier_classify (classifier, 1, &what, ret_scores, error);
}

static GPtrArray *
list_best (KomaGraphModel *self,
           const float    *scores,
           guint           n_best)
{
  const KomaLabels          *labels = koma_model_get_labels (self->model);
  const guint                n_classes = koma_labels_get_n (labels);
  g_autofree KomaClassScore *top = g_new (KomaClassScore, MIN (n_best, n_classes) + 1);
  const guint                n = koma_top_k (scores, n_classes, MIN (n_best, n_classes), top);
  GPtrArray                 *predictions = g_ptr_array_new ();

  g_ptr_array_set_free_func (predictions, (GDestroyNotify) koma_prediction_free);
  for (guint i = 0; i < n; i++)
    g_ptr_array_add (predictions,
                     koma_prediction_copy (&(KomaPrediction){
                       .label = (char *) koma_labels_get (labels, top[i].index),
                       .name = (char *) koma_labels_get_name (labels, top[i].index),
                       .index = top[i].index,
                       .score = koma_nan_make_plain (top[i].score),
                     }));
  return predictions;
}

static GPtrArray *
classify (KomaGraphModel *self,
          KomaArray      *input, /* (transfer full) (nullable): @error is set */
          guint           n_best,
          GError        **error)
{
  g_autoptr (KomaArray) owned G_GNUC_UNUSED = input;
  const KomaRecipe           *recipe = koma_model_get_recipe (self->model, NULL);
  g_autofree float           *scores = g_new (float, koma_graph_model_get_n_labels (self) + 1);

  if (input == NULL)
    return NULL;
  if (!compute (self, recipe, input, scores, error)) {
    g_prefix_error (error, "%s: ", koma_model_get_path (self->model));
    return NULL;
  }
  return list_best (self, scores, n_best);
}

/**
 * koma_graph_model_classify:
 * @self: a classifier of pictures
 * @path: (type filename): a picture: JPEG, PNG, or of another format that gdk-pixbuf reads
 * @n_best: how many classes are wanted at most
 * @error: return location for an error
 *
 * Tells what is in a picture, by the recipe of the model: how the picture is cropped and resized,
 * the range of its numbers, how the output is read. The scores are those of the program. Thread:
 * any; blocks on the disk.
 *
 * Errors: %KOMA_ERROR_DECODE, %KOMA_ERROR_MEMORY, #GIOErrorEnum, beginning with the name of the
 * picture; %KOMA_ERROR_UNSUPPORTED if the model is no classifier of pictures, and those of
 * koma_graph_model_predict(), beginning with the path of the model.
 *
 * Returns: (transfer container) (element-type KomaPrediction) (nullable): the best first
 */
GPtrArray *
koma_graph_model_classify (KomaGraphModel *self,
                           const char     *path,
                           guint           n_best,
                           GError        **error)
{
  const KomaRecipe *recipe = NULL;

  g_return_val_if_fail (KOMA_IS_GRAPH_MODEL (self) && path != NULL, NULL);

  recipe = koma_graph_model_get_recipe (self, error);
  if (recipe == NULL)
    return NULL;
  return classify (self, koma_graph_model_input_from_file (recipe, path, error), n_best, error);
}

/**
 * koma_graph_model_classify_pixels:
 * @self: a classifier of pictures
 * @pixels: (array length=n_bytes): red, green and blue of each pixel, `[height, width, 3]` uint8,
 *   the upper row first
 * @n_bytes: at least @stride × (@height − 1) + 3 × @width
 * @width: pixels, at least 1
 * @height: pixels, at least 1
 * @stride: bytes from one row to the next, at least 3 × @width
 * @n_best: how many classes are wanted at most
 * @error: return location for an error
 *
 * koma_graph_model_classify() of a picture in memory. Thread: any.
 *
 * Errors: %KOMA_ERROR_ARGUMENT if there are not as many pixels; those of
 * koma_graph_model_classify().
 *
 * Returns: (transfer container) (element-type KomaPrediction) (nullable): the best first
 */
GPtrArray *
koma_graph_model_classify_pixels (KomaGraphModel *self,
                                  const guint8   *pixels,
                                  gsize           n_bytes,
                                  guint           width,
                                  guint           height,
                                  gsize           stride,
                                  guint           n_best,
                                  GError        **error)
{
  const KomaRecipe *recipe = NULL;

  g_return_val_if_fail (KOMA_IS_GRAPH_MODEL (self), NULL);

  if (!koma_graph_model_check_pixels (n_bytes, width, height, stride, error))
    return NULL;
  recipe = koma_graph_model_get_recipe (self, error);
  if (recipe == NULL)
    return NULL;
  return classify (
    self, koma_graph_model_input_from_pixels (recipe, pixels, width, height, stride, error), n_best,
    error);
}

static KomaArray *
put_channels_first (const KomaArray *picture,
                    GError         **error)
{
  const gint64   *dims = picture->shape.dims;
  const gsize     n_pixels = (gsize) dims[1] * dims[2];
  const gsize     n_channels = dims[3];
  const float    *from = picture->data;
  const KomaShape shape = KOMA_SHAPE (1, dims[3], dims[1], dims[2]);
  KomaArray      *array = koma_array_new (KOMA_DTYPE_FLOAT32, &shape, error);

  for (gsize i = 0; array != NULL && i < picture->count; i++)
    ((float *) array->data)[i % n_channels * n_pixels + i / n_channels] = from[i];
  return array;
}

/* How pictures become the input, or the one of several that takes them. */
static const KomaRecipe *
get_picture_recipe (KomaGraphModel *self,
                    GError        **error)
{
  const KomaRecipe *recipe = koma_model_get_picture_recipe (self->model);

  return recipe != NULL ? recipe : koma_graph_model_get_recipe (self, error);
}

static gboolean
has_channels_first (KomaGraphModel *self)
{
  g_autoptr (KomaGraph) half = NULL;

  if (!koma_graph_model_knows_words (self))
    return koma_picture_has_channels_first (self->graph);
  half = koma_graph_extract_output (self->graph, KOMA_PICTURE_VECTORS, NULL);
  return half != NULL && koma_picture_has_channels_first (half);
}

/**
 * koma_graph_model_read_picture:
 * @self: a classifier of pictures, or a model that compares them with words
 * @path: (type filename): a picture, as for koma_graph_model_classify()
 * @error: return location for an error
 *
 * A picture as the model gets it, for koma_graph_model_predict() and koma_graph_model_execute().
 * Thread: any; blocks on the disk.
 *
 * Errors: those of koma_graph_model_classify().
 *
 * Returns: (transfer none) (nullable): float32 `[1, height, width, channels]`, or
 *   `[1, channels, height, width]` where the model has its channels first; floating, or the scope's
 *   in force
 */
KomaTensor *
koma_graph_model_read_picture (KomaGraphModel *self,
                               const char     *path,
                               GError        **error)
{
  const KomaRecipe *recipe = NULL;
  g_autoptr (KomaArray) input = NULL;
  g_autoptr (KomaArray) turned = NULL;

  g_return_val_if_fail (KOMA_IS_GRAPH_MODEL (self) && path != NULL, NULL);

  recipe = get_picture_recipe (self, error);
  if (recipe != NULL)
    input = koma_graph_model_input_from_file (recipe, path, error);
  if (input == NULL || !has_channels_first (self))
    return input != NULL ? koma_tensor_new_from_array (input) : NULL;
  turned = put_channels_first (input, error);
  return turned != NULL ? koma_tensor_new_from_array (turned) : NULL;
}
