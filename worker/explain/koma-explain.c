/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-explain.h"

#include <string.h>

#include "koma-explanation.h"
#include "worker/decode/koma-input.h"
#include "worker/koma-thread.h"
#include "worker/measure/koma-measurement-input.h"

#include "engine/koma-app.h"

/* Patches of one run on a graphics card. */
#define DEVICE_BATCH 8

/* Between two reports of the same map. */
#define REPORT_US 100000

typedef struct
{
  KomaMeasurement *measurement;
  KomaActiveModel *active_model;
  float           *input; /* [active_model->input_size] */
  KomaClassifier  *classifier;
  KomaExplanation *explanation; /* so far */
  gint64           start_us;
  gint64           reported_us;
  guint            n_runs; /* patches, and the picture itself … */
  guint            n_done; /* … of which so many are done */
} Explain;

static void
explain_clear (Explain *self)
{
  g_clear_pointer (&self->input, g_free);
  g_clear_pointer (&self->classifier, koma_classifier_free);
  g_clear_pointer (&self->explanation, koma_explanation_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Explain, explain_clear)

/* ---- Reports ---- */

static void
tell (Explain *self)
{
  KomaExplanation *explanation = self->explanation;
  const gint64     now_us = g_get_monotonic_time ();

  explanation->total_ms = (double) (now_us - self->start_us) / 1000;
  explanation->fraction = (double) self->n_done / self->n_runs;
  if (explanation->first_ms <= 0 && koma_explanation_has_map (explanation))
    explanation->first_ms = explanation->total_ms;
  self->reported_us = now_us;
  koma_completion_report (&self->measurement->completion, koma_explanation_copy (explanation));
}

static void
tell_progress (Explain *self)
{
  if (g_get_monotonic_time () - self->reported_us >= REPORT_US)
    tell (self);
}

/* ---- Runs ---- */

/* Batches where they pay, else one picture; or what the file fixes. */
static gboolean
open_classifier (Explain         *self,
                 const KomaGraph *graph,
                 guint            output,
                 gboolean         is_many,
                 GError         **error)
{
  const KomaMeasurementOptions *asked = &self->measurement->options;
  const KomaModelInfo          *info = self->active_model->info;
  const char                   *name = asked->backend != NULL ? asked->backend : info->backend;
  const KomaBackendClass       *backend = koma_backends_find (name, error);
  KomaSessionOptions            options = {
               .backend = name,
               .is_batch_flexible = TRUE,
               .n_threads = koma_measurement_choose_n_threads (asked, self->active_model),
               .precision = koma_backends_fit_precision (name, info->precision),
               .recipe = &self->active_model->recipe,
               .progress = &self->measurement->progress,
  };

  if (backend == NULL)
    return FALSE;
  options.batch = is_many && !backend->is_host ? DEVICE_BATCH : 1;
  self->classifier = koma_classifier_new (graph, output, &options, error);
  return self->classifier != NULL;
}

static KomaOcclusionInput
get_size (const Explain *self)
{
  const KomaRecipe *recipe = &self->active_model->recipe;

  return (KomaOcclusionInput){ recipe->width, recipe->height,
                               koma_recipe_get_n_channels (recipe) };
}

/* The picture, each time with another patch covered. */
typedef struct
{
  Explain     *explain;
  const float *fill;     /* (nullable) what covers it; NULL: nothing is covered */
  guint        level;    /* of the patches … */
  gboolean     is_sight; /* … or they are those of koma_receptive_field_get_patch () */
  guint        first;    /* patch */
} Covered;

static void
fill_input (guint    index,
            float   *ret_input,
            gpointer user_data)
{
  const Covered           *covered = user_data;
  const Explain           *self = covered->explain;
  const KomaOcclusionInput size = get_size (self);
  const guint              i = covered->first + index;
  KomaPatch                patch;

  memcpy (ret_input, self->input, self->active_model->input_size * sizeof *ret_input);
  if (covered->fill == NULL)
    return;
  patch = covered->is_sight ? koma_receptive_field_get_patch (&size, i)
                            : koma_occlusion_get_patch (&size, covered->level, i);
  koma_occlusion_cover (&size, covered->fill, &patch, ret_input);
}

static void
ran (guint                    index,
     const KomaClassifierRun *run,
     gpointer                 user_data)
{
  const Covered *covered = user_data;

  covered->explain->n_done++;
  if (covered->fill != NULL)
    tell_progress (covered->explain);
}

static gboolean
run (Covered *covered,
     guint    n_pictures,
     float   *ret_scores, /* [n_pictures, n_classes] probabilities */
     GError **error)
{
  Explain                 *self = covered->explain;
  const KomaClassification what = { .recipe = &self->active_model->recipe,
                                    .n_classes = self->active_model->n_classes,
                                    .progress = &self->measurement->progress,
                                    .fill_input = fill_input,
                                    .ran = ran,
                                    .user_data = covered };

  KOMA_ASSERT_THREAD (KOMA_THREAD_MEASUREMENT);

  return koma_classifier_classify (self->classifier, n_pictures, &what, ret_scores, error);
}

static gboolean
run_whole (Explain *self,
           GError **error)
{
  Covered           nothing = { .explain = self };
  const gsize       scores_bytes = self->active_model->n_classes * sizeof (float);
  g_autofree float *scores = g_malloc (scores_bytes);

  if (!run (&nothing, 1, scores, error))
    return FALSE;
  self->explanation->scores = g_bytes_new_take (g_steal_pointer (&scores), scores_bytes);
  return TRUE;
}

/* ---- Both methods ---- */

static gboolean
make_input (Explain *self,
            GError **error)
{
  KomaRequest     *request = self->measurement->options.request;
  KomaExplanation *explanation = self->explanation;
  const KomaRecipe recipe = koma_input_choose_recipe (request, self->active_model);
  g_autoptr (KomaPicture) picture = koma_input_decode (
    request, self->active_model, koma_completion_get_cancellable (&self->measurement->completion),
    error);

  if (picture == NULL)
    return FALSE;
  explanation->region = koma_preprocess_find_region (&recipe, picture->width, picture->height);
  explanation->is_mirrored = recipe.is_selfie && request->is_from_camera;
  self->input = koma_input_make (request, self->active_model, picture, error);
  return self->input != NULL;
}

static gboolean
begin (Explain          *self,
       KomaExplainMethod method,
       KomaMeasurement  *measurement,
       KomaActiveModel  *active_model,
       GError          **error)
{
  KOMA_ASSERT_THREAD (KOMA_THREAD_MEASUREMENT);

  self->measurement = measurement;
  self->active_model = active_model;
  self->start_us = g_get_monotonic_time ();
  self->n_runs = 1;
  self->explanation = g_new0 (KomaExplanation, 1);
  g_atomic_ref_count_init (&self->explanation->ref_count);
  self->explanation->method = method;
  self->explanation->active_model = koma_active_model_ref (active_model);
  return make_input (self, error);
}

static gpointer
end (Explain *self)
{
  tell (self);
  return koma_explanation_ref (self->explanation);
}

/* ---- Occlusion ---- */

static gboolean
run_level (Explain     *self,
           const float *fill,
           guint        level,
           GError     **error)
{
  Covered           covered = { .explain = self, .fill = fill, .level = level };
  const guint       side = koma_occlusion_get_side (level);
  const gsize       n_classes = self->active_model->n_classes;
  g_autofree float *scores = g_new (float, side *side *n_classes);

  if (!run (&covered, side * side, scores, error))
    return FALSE;
  self->explanation->levels[level] =
    g_bytes_new_take (g_steal_pointer (&scores), side * side * n_classes * sizeof (float));
  return TRUE;
}

/* Whether the other method would work. */
static void
note_activation (Explain *self)
{
  g_autoptr (GError) error = NULL;
  g_auto (KomaClassActivation) activation = { 0 };
  g_autoptr (KomaGraph) graph = koma_class_activation_graph_new (
    koma_model_get_graph (self->active_model->model),
    koma_model_get_output (self->active_model->model), &activation, &error);

  if (graph == NULL)
    self->explanation->no_activation = g_strdup (error->message);
}

/**
 * koma_explain_by_occlusion:
 *
 * Covers the picture patch by patch, from coarse to fine, and reports after each level. Errors:
 * that the picture can not be read, those of koma_classifier_new() and koma_classifier_classify(),
 * and %G_IO_ERROR_CANCELLED.
 *
 * Thread: that of explanations.
 *
 * Returns: (transfer full): a #KomaExplanation
 */
gpointer
koma_explain_by_occlusion (KomaMeasurement *measurement,
                           KomaActiveModel *active_model,
                           GError         **error)
{
  g_auto (Explain) self = { 0 };
  g_autofree float  *fill = NULL;
  KomaOcclusionInput size;

  if (!begin (&self, KOMA_EXPLAIN_OCCLUSION, measurement, active_model, error) ||
      !open_classifier (&self, koma_model_get_graph (active_model->model),
                        koma_model_get_output (active_model->model), TRUE, error))
    return NULL;
  size = get_size (&self);
  fill = koma_occlusion_new_fill (&size, self.input);
  for (guint i = 0; i < KOMA_OCCLUSION_LEVELS; i++)
    self.n_runs += koma_occlusion_get_side (i) * koma_occlusion_get_side (i);
  note_activation (&self);
  if (!run_whole (&self, error))
    return NULL;
  for (guint i = 0; i < KOMA_OCCLUSION_LEVELS; i++) {
    if (!run_level (&self, fill, i, error))
      return NULL;
    tell (&self);
  }
  return end (&self);
}

/* ---- Class activation ---- */

static const float *
get_features (const Explain *self)
{
  return koma_session_get_output_data (koma_classifier_get_session (self->classifier), 0);
}

static void
take_places (Explain                   *self,
             const KomaClassActivation *activation)
{
  KomaExplanation *explanation = self->explanation;
  const gsize      n_places = (gsize) activation->rows * activation->columns;

  explanation->rows = activation->rows;
  explanation->columns = activation->columns;
  explanation->places =
    g_bytes_new_take (koma_class_activation_new_places (activation, get_features (self)),
                      n_places * activation->n_classes * sizeof (float));
}

static gboolean
take_sight (Explain                   *self,
            const KomaClassActivation *activation,
            GError                   **error)
{
  const KomaOcclusionInput size = get_size (self);
  const gsize              n_places = (gsize) activation->rows * activation->columns;
  g_autofree float        *fill = koma_occlusion_new_fill (&size, self->input);
  g_autofree float        *features =
    g_memdup2 (get_features (self), n_places * activation->n_features * sizeof (float));
  g_autofree float *sight = g_new (float, n_places *KOMA_RECEPTIVE_FIELD_N_PATCHES);
  g_autofree float *scores = g_new (float, self->active_model->n_classes);
  Covered           covered = { .explain = self, .fill = fill, .is_sight = TRUE };

  for (; covered.first < KOMA_RECEPTIVE_FIELD_N_PATCHES; covered.first++) {
    if (!run (&covered, 1, scores, error))
      return FALSE;
    koma_receptive_field_measure (activation, features, get_features (self), covered.first, sight);
  }
  self->explanation->sight =
    g_bytes_new_take (g_steal_pointer (&sight),
                      n_places * KOMA_RECEPTIVE_FIELD_N_PATCHES * sizeof (float));
  return TRUE;
}

/**
 * koma_explain_by_activation:
 *
 * Takes the shares of places from one run. Where there are few places, reports the map and then
 * measures what each of them sees. Errors: those of koma_explain_by_occlusion(), and
 * %KOMA_ERROR_UNSUPPORTED if the graph ends in another way than this method needs.
 *
 * Thread: that of explanations.
 *
 * Returns: (transfer full): a #KomaExplanation
 */
gpointer
koma_explain_by_activation (KomaMeasurement *measurement,
                            KomaActiveModel *active_model,
                            GError         **error)
{
  g_auto (Explain) self = { 0 };
  g_auto (KomaClassActivation) activation = { 0 };
  g_autoptr (KomaGraph) graph = koma_class_activation_graph_new (
    koma_model_get_graph (active_model->model), koma_model_get_output (active_model->model),
    &activation, error);
  gboolean is_sight_wanted = FALSE;

  if (graph == NULL ||
      !begin (&self, KOMA_EXPLAIN_ACTIVATION, measurement, active_model, error) ||
      !open_classifier (&self, graph, 1, FALSE, error))
    return NULL;
  is_sight_wanted = koma_receptive_field_is_wanted (&activation);
  self.n_runs += is_sight_wanted ? KOMA_RECEPTIVE_FIELD_N_PATCHES : 0;
  if (!run_whole (&self, error))
    return NULL;
  take_places (&self, &activation);
  if (is_sight_wanted) {
    tell (&self);
    if (!take_sight (&self, &activation, error))
      return NULL;
  }
  return end (&self);
}
