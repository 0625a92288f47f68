/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-teach-base.h"

#include <string.h>

#include "engine/koma-app.h"
#include "worker/box/koma-box.h"
#include "worker/decode/koma-input.h"
#include "worker/models/koma-data-dir.h"
#include "worker/models/koma-model-settings.h"
#include "worker/words/koma-usual-classes.h"

struct _KomaTeachBase
{
  KomaModel      *model;
  KomaRecipe      recipe;
  KomaClassifier *classifier; /* its scores are the features */
  KomaFeatures    features;
  char           *hash;

  KomaTeachTuned *tuned; /* (nullable) */
  KomaGraph      *graph; /* (nullable) of features, with it */
};

/* The user's choices for this model count here, too. */
static void
complete_cb (const char       *hash,
             KomaModelOptions *options,
             gpointer          user_data)
{
  KomaModelSettings **settings = user_data;

  *settings = koma_model_settings_find (hash);
  for (guint i = 0; i < KOMA_N_PARTS; i++)
    options->parts[i] = (*settings)->parts[i];
}

static KomaModel *
load (const char *path,
      GError    **error)
{
  g_autofree char *imagenet_folder = koma_data_dir_find (KOMA_DATA_DIR_IMAGENET);
  g_autoptr (KomaModelSettings) settings = NULL;
  const KomaModelOptions options = {
    .are_parts_optional = TRUE,
    .usual_classes = KOMA_USUAL_CLASSES,
    .imagenet_folder = imagenet_folder,
    .complete = complete_cb,
    .complete_data = &settings,
  };

  return koma_box_load_model (path, &options, NULL, NULL, error);
}

/* One thread: it computes beside the answers of the active model, which has the others. */
static KomaClassifier *
compile_for (const KomaGraph *graph,
             const char      *backend,
             GError         **error)
{
  const KomaSessionOptions options = {
    .backend = backend,
    .batch = 1,
    .is_batch_flexible = TRUE,
    .n_threads = 1,
    .precision = koma_backends_fit_precision (backend, KOMA_PRECISION_FLOAT32),
  };

  return koma_classifier_new (graph, 0, &options, error);
}

/* The first that can, of those on the processors: a graphics card is the active model's. */
static KomaClassifier *
compile (const KomaGraph *graph,
         GError         **error)
{
  g_autoptr (GError) first = NULL;

  for (guint i = 0; i < koma_backends_get_n (); i++) {
    const KomaBackendClass *backend = koma_backends_get (i);
    g_autoptr (GError) reason = NULL;
    KomaClassifier *classifier = NULL;

    if (!backend->is_host || backend->is_only_named ||
        koma_backends_find_available (backend->name, &reason) == NULL)
      continue;
    classifier = compile_for (graph, backend->name, &reason);
    if (classifier != NULL)
      return classifier;
    if (first == NULL)
      first = g_steal_pointer (&reason);
  }
  if (first == NULL)
    g_set_error_literal (&first, KOMA_ERROR, KOMA_ERROR_BACKEND, "No backend can compute it");
  g_propagate_error (error, g_steal_pointer (&first));
  return NULL;
}

static gboolean
compile_base (KomaTeachBase   *self,
              const KomaGraph *graph,
              GError         **error)
{
  self->classifier = compile (graph, error);
  return self->classifier != NULL &&
         koma_classifier_check_recipe (self->classifier, &self->recipe, error);
}

static char *
make_hash (const KomaTeachBase *self)
{
  g_autoptr (KomaContentHash) hash = koma_content_hash_new ();
  const char       *model = koma_model_get_hash (self->model);
  const KomaRecipe *recipe = &self->recipe;
  const int         parts[] = { (int) recipe->width, (int) recipe->height, (int) recipe->channels,
                                (int) recipe->fit, (int) recipe->resize, recipe->is_selfie };
  const int         scaled[] = { (int) recipe->scaled_width, (int) recipe->scaled_height,
                                 recipe->is_cut_rounded };

  koma_content_hash_update (hash, model, strlen (model));
  koma_content_hash_update (hash, self->features.node, strlen (self->features.node));
  koma_content_hash_update (hash, parts, sizeof parts);
  /* What was kept before there was scaling remains right. */
  if (recipe->scaled_width > 0)
    koma_content_hash_update (hash, scaled, sizeof scaled);
  koma_content_hash_update (hash, recipe->scale, sizeof recipe->scale);
  koma_content_hash_update (hash, recipe->offset, sizeof recipe->offset);
  if (self->tuned != NULL)
    koma_content_hash_update (hash, self->tuned->hash, strlen (self->tuned->hash));
  return koma_content_hash_to_string (hash);
}

/* Model and graph of features; the hash is that without fine-tuning. */
static KomaGraph *
open_model (KomaTeachBase *self,
            const char    *path,
            GError       **error)
{
  const KomaRecipe *recipe = NULL;
  KomaGraph        *graph = NULL;

  self->model = load (path, error);
  recipe = self->model != NULL ? koma_model_get_recipe (self->model, error) : NULL;
  if (recipe == NULL)
    return NULL;
  self->recipe = *recipe;
  graph = koma_features_graph_new (koma_model_get_graph (self->model),
                                   koma_model_get_output (self->model), &self->features, error);
  if (graph != NULL)
    self->hash = make_hash (self);
  return graph;
}

static gboolean
apply (KomaTeachBase   *self,
       const KomaGraph *features,
       KomaTeachTuned  *tuned,
       GError         **error)
{
  g_autoptr (KomaTail) tail = NULL;
  g_autoptr (KomaTunedWeights) weights = NULL;

  if (!g_str_equal (tuned->base, self->hash))
    return TRUE;
  tail = koma_tail_new (features, error);
  weights = tail != NULL ? koma_tail_read_weights (tail, tuned->weights, error) : NULL;
  if (weights == NULL)
    return FALSE;
  self->graph = koma_tail_apply (tail, weights);
  self->tuned = koma_teach_tuned_ref (tuned);
  g_free (self->hash);
  self->hash = make_hash (self);
  return TRUE;
}

/**
 * koma_teach_base_new:
 * @path: of a model's file
 * @tuned: (nullable): weights at its end in place of its own
 * @error: return location
 *
 * Loads the model and compiles it up to its last dense layer.
 *
 * Thread: teach. Errors: those of koma_model_load(), koma_model_get_recipe(),
 * koma_features_graph_new(), koma_taught_model_check(), koma_tail_new(), koma_classifier_new() and
 * koma_classifier_check_recipe().
 *
 * Returns: (transfer full): ready to compute features
 */
KomaTeachBase *
koma_teach_base_new (const char     *path,
                     KomaTeachTuned *tuned,
                     GError        **error)
{
  g_autoptr (KomaTeachBase) self = g_new0 (KomaTeachBase, 1);
  g_autoptr (KomaGraph) graph = open_model (self, path, error);

  if (graph == NULL || !koma_taught_model_check (graph, error) ||
      (tuned != NULL && !apply (self, graph, tuned, error)))
    return NULL;
  return compile_base (self, self->graph != NULL ? self->graph : graph, error)
           ? g_steal_pointer (&self)
           : NULL;
}

/**
 * koma_teach_base_new_stem:
 * @path: of a model's file
 * @ret_tail: (transfer full): what follows
 *
 * Its features are the values at the cut. Thread: teach. Errors: as koma_teach_base_new().
 *
 * Returns: (transfer full): ready to compute
 */
KomaTeachBase *
koma_teach_base_new_stem (const char *path,
                          KomaTail  **ret_tail,
                          GError    **error)
{
  g_autoptr (KomaTeachBase) self = g_new0 (KomaTeachBase, 1);
  g_autoptr (KomaGraph) graph = open_model (self, path, error);
  g_autoptr (KomaTail) tail = graph != NULL ? koma_tail_new (graph, error) : NULL;
  g_autoptr (KomaGraph) stem = tail != NULL ? koma_tail_make_stem (tail) : NULL;

  if (stem == NULL)
    return NULL;
  self->features.n_features = (guint) koma_tail_get_n_values (tail);
  if (!compile_base (self, stem, error))
    return NULL;
  *ret_tail = g_steal_pointer (&tail);
  return g_steal_pointer (&self);
}

void
koma_teach_base_free (KomaTeachBase *self)
{
  g_clear_pointer (&self->classifier, koma_classifier_free);
  g_clear_pointer (&self->model, koma_model_unref);
  koma_features_clear (&self->features);
  g_clear_pointer (&self->tuned, koma_teach_tuned_unref);
  g_clear_pointer (&self->graph, koma_graph_free);
  g_free (self->hash);
  g_free (self);
}

/**
 * koma_teach_base_get_hash:
 *
 * Returns: (transfer none): of all that features depend on, 32 hexadecimal digits
 */
const char *
koma_teach_base_get_hash (const KomaTeachBase *self)
{
  return self->hash;
}

/**
 * koma_teach_base_get_model:
 *
 * Returns: (transfer none): which any thread may have
 */
KomaModel *
koma_teach_base_get_model (const KomaTeachBase *self)
{
  return self->model;
}

/**
 * koma_teach_base_get_n_features:
 *
 * Returns: values of one picture
 */
guint
koma_teach_base_get_n_features (const KomaTeachBase *self)
{
  return self->features.n_features;
}

const KomaGraph *
koma_teach_base_get_tuned_graph (const KomaTeachBase *self)
{
  return self->graph;
}

KomaTeachTuned *
koma_teach_base_get_tuned (const KomaTeachBase *self)
{
  return self->tuned;
}

typedef struct
{
  const KomaTeachBase *base;
  const guint8        *pixels;   /* as the model sees them */
  KomaFeatureVector   *features; /* (nullable) (owned) */
} Seen;

static void
fill_input (guint    index,
            float   *ret_input,
            gpointer user_data)
{
  const Seen *seen = user_data;

  koma_preprocess_numbers (&seen->base->recipe, seen->pixels, ret_input);
}

static void
take_features (guint        index,
               const float *scores,
               gpointer     user_data)
{
  Seen *seen = user_data;

  seen->features = koma_feature_vector_new (scores, seen->base->features.n_features);
}

/**
 * koma_teach_base_compute:
 * @request: a picture
 * @cancellable: (nullable): interrupts reading
 * @error: return location
 *
 * Errors: those of koma_input_decode_request(), koma_preprocess_pixels() and koma_classifier_run().
 *
 * Returns: (transfer full): its features
 */
KomaFeatureVector *
koma_teach_base_compute (KomaTeachBase *self,
                         KomaRequest   *request,
                         GCancellable  *cancellable,
                         GError       **error)
{
  g_autoptr (KomaPicture) picture = koma_input_decode_request (
    request, NULL, koma_preprocess_get_min_side (&self->recipe), cancellable, error);
  g_autofree guint8    *pixels = g_new (guint8, koma_classifier_get_input_size (self->classifier));
  Seen                  seen = { .base = self, .pixels = pixels };
  const KomaPictureWork work = { fill_input, take_features, &seen };

  if (picture == NULL ||
      !koma_preprocess_pixels (&self->recipe, picture->rgb, picture->width, picture->height,
                               picture->stride, pixels, error))
    return NULL;
  if (self->recipe.is_selfie && request->is_from_camera)
    koma_preprocess_mirror (&self->recipe, pixels);
  return koma_classifier_run (self->classifier, 1, &work, error) ? seen.features : NULL;
}
