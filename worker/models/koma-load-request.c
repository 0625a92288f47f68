/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-load-request.h"

#include "koma-data-dir.h"
#include "koma-known-models.h"
#include "koma-model-info.h"
#include "koma-model-settings.h"
#include "worker/box/koma-box.h"
#include "worker/koma-thread.h"
#include "worker/net/koma-address.h"
#include "worker/words/koma-usual-classes.h"
#include "koma-fetch.h"

#include "engine/koma-app.h"

/* Progress is told when it moved this far: a bar shows no less. */
#define PROGRESS_STEP 0.01

typedef struct
{
  KomaLoadStage stage;
  double        fraction;
} Report;

static void
ended (KomaCompletion *self)
{
  koma_worker_queue_end_load (((KomaLoadRequest *) self)->queue);
}

static void
report (KomaCompletion *self,
        gpointer        data)
{
  const KomaLoadRequest *load = (const KomaLoadRequest *) self;
  const Report          *what = data;

  load->progress (what->stage, what->fraction, load->progress_data);
}

static void
finalize (KomaCompletion *self)
{
  KomaLoadRequest *load = (KomaLoadRequest *) self;

  koma_worker_model_clear (&load->options);
  g_free (load);
}

/**
 * koma_load_request_new:
 * @options: what to load, and how; copied
 * @task: (transfer full): that of the call
 * @progress: (nullable): told how far it is, in the context of @task
 * @progress_data: for @progress
 * @queue: told that a model is coming, and when it is not any more
 *
 * Thread: the one that sends it, of the window's priority.
 *
 * Returns: (transfer full): a load; it has ended already where @task is cancelled
 */
KomaLoadRequest *
koma_load_request_new (const KomaWorkerModel *options,
                       GTask                 *task,
                       KomaLoadProgress       progress,
                       gpointer               progress_data,
                       KomaWorkerQueue       *queue)
{
  static const KomaCompletionClass klass = {
    .free_value = (GDestroyNotify) koma_model_info_unref,
    .ended = ended,
    .report = report,
    .free_report = g_free,
    .finalize = finalize,
  };
  KomaLoadRequest *load = g_new0 (KomaLoadRequest, 1);

  load->options = koma_worker_model_copy (options);
  load->progress = progress;
  load->progress_data = progress_data;
  load->queue = queue;
  load->fraction = -1;
  koma_worker_queue_begin_load (queue);
  koma_completion_init (&load->completion, &klass, task);
  return load;
}

static void
reading_cb (double   fraction,
            gpointer user_data)
{
  koma_load_request_report (user_data, KOMA_LOAD_READING, fraction);
}

typedef struct
{
  const KomaWorkerModel *given;
  char                  *hash;     /* once it is known */
  KomaModelSettings     *settings; /* then: all that counts, chosen now or earlier */
} Choices;

static void
choices_clear (Choices *choices)
{
  g_free (choices->hash);
  koma_model_settings_free (choices->settings);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Choices, choices_clear)

static void
choose (char      **member,
        const char *given) /* (nullable): as it was */
{
  if (given == NULL)
    return;
  g_free (*member);
  *member = *given != '\0' ? g_strdup (given) : NULL;
}

static void
find_choices (Choices    *choices,
              const char *hash)
{
  choices->hash = g_strdup (hash);
  choices->settings = choices->given->has_settings ? koma_model_settings_find (hash)
                                                   : g_new0 (KomaModelSettings, 1);
  for (guint i = 0; i < KOMA_N_PARTS; i++)
    choose (&choices->settings->parts[i], choices->given->parts[i]);
}

static void
complete_cb (const char       *hash,
             KomaModelOptions *options,
             gpointer          user_data)
{
  Choices *choices = user_data;

  find_choices (choices, hash);
  memcpy (options->parts, choices->settings->parts, sizeof options->parts);
  options->found_range = choices->settings->found_range;
  options->n_pictures = choices->settings->n_pictures;
}

static gboolean
is_chosen (const KomaWorkerModel *given)
{
  for (guint i = 0; i < KOMA_N_PARTS; i++)
    if (given->parts[i] != NULL)
      return TRUE;
  return FALSE;
}

/* A full disk must not keep anybody from classifying pictures. */
static void
keep_choices (const Choices *choices)
{
  g_autoptr (GError) error = NULL;

  if (choices->settings == NULL || !choices->given->has_settings || !is_chosen (choices->given))
    return;
  if (!koma_model_settings_keep (choices->hash, choices->settings, &error))
    g_debug ("%s", error->message);
}

/* The model in use with the range that was found: its file has been read. */
static KomaModel *
take_found_range (KomaLoadRequest *load,
                  GError         **error)
{
  g_autoptr (KomaActiveModel) active_model = koma_worker_queue_ref_active_model (load->queue);

  if (active_model == NULL) {
    g_set_error_literal (error, KOMA_ERROR, KOMA_ERROR_NO_MODEL, "No model has been loaded");
    return NULL;
  }
  return koma_model_new_with_range (active_model->model, load->options.found_range,
                                    load->options.n_pictures, error);
}

/* (nullable) What was chosen counts before what koma.json says. */
static const char *
get_text (const Choices   *choices,
          const KomaModel *model,
          KomaRecipePart   part)
{
  const char *chosen = choices->settings->parts[part];

  return chosen != NULL ? chosen : koma_model_get_text (model, part);
}

/* The model in use with other classes: its file has been read, and so was its tokenizer. */
static KomaModel *
take_words (KomaLoadRequest *load,
            Choices         *choices,
            GError         **error)
{
  g_autoptr (KomaActiveModel) active_model = koma_worker_queue_ref_active_model (load->queue);
  const KomaWordHead *head =
    active_model != NULL ? koma_word_head_find (active_model->model) : NULL;
  const KomaModel *model = NULL;
  const char      *classes = NULL;

  if (head == NULL) {
    g_set_error_literal (error, KOMA_ERROR, KOMA_ERROR_NO_MODEL,
                         "No model that compares pictures with words has been loaded");
    return NULL;
  }
  model = koma_word_space_get_model (koma_word_head_get_space (head));
  find_choices (choices, koma_model_get_hash (model));
  classes = get_text (choices, model, KOMA_PART_CLASSES);
  return koma_word_classes_set (active_model->model, classes != NULL ? classes : KOMA_USUAL_CLASSES,
                                get_text (choices, model, KOMA_PART_PROMPTS), error);
}

/* Returns: whether there is nothing to load */
static gboolean
end_if_same (KomaLoadRequest *load,
             const KomaModel *model)
{
  g_autoptr (KomaActiveModel) active_model = NULL;

  if (!load->options.is_kept_if_same)
    return FALSE;
  active_model = koma_worker_queue_ref_active_model (load->queue);
  if (active_model == NULL || !koma_model_is_same (active_model->model, model))
    return FALSE;
  koma_completion_end (&load->completion, koma_model_info_ref (active_model->info), NULL);
  return TRUE;
}

static void
downloading_cb (guint64  done_bytes,
                guint64  total_bytes,
                gpointer user_data)
{
  koma_load_request_report (user_data, KOMA_LOAD_DOWNLOADING,
                            total_bytes > 0 ? (double) done_bytes / (double) total_bytes : 0);
}

/* Returns: (transfer full) (nullable): a path of this computer */
static char *
find_path (KomaLoadRequest *load,
           GError         **error)
{
  if (!koma_address_is (load->options.path))
    return koma_address_get_path (load->options.path);
  koma_load_request_report (load, KOMA_LOAD_DOWNLOADING, 0);
  return koma_fetch_model (load->options.path, koma_completion_get_cancellable (&load->completion),
                           downloading_cb, load, error);
}

/* (nullable) */
static KomaModel *
read_file (KomaLoadRequest *load,
           Choices         *choices,
           GError         **error)
{
  g_autofree char *imagenet_folder = koma_data_dir_find (KOMA_DATA_DIR_IMAGENET);
  KomaModelOptions options = {
    .are_parts_optional = load->options.has_settings,
    .output = load->options.output,
    .input_shapes = load->options.input_shapes,
    .n_input_shapes = load->options.n_input_shapes,
    .imagenet_folder = imagenet_folder,
    .usual_classes = load->options.has_settings ? KOMA_USUAL_CLASSES : NULL,
    .class_language = load->options.class_language,
    .is_one_language = load->options.is_one_language,
    .complete = load->options.has_settings ? complete_cb : NULL,
    .complete_data = choices,
  };
  g_autofree char *path = find_path (load, error);
  KomaModel       *model = NULL;

  if (path == NULL)
    return NULL;
  memcpy (options.parts, load->options.parts, sizeof options.parts);
  koma_load_request_report (load, KOMA_LOAD_READING, 0);
  g_cancellable_push_current (koma_completion_get_cancellable (&load->completion));
  model = koma_box_load_model (path, &options, reading_cb, load, error);
  g_cancellable_pop_current (koma_completion_get_cancellable (&load->completion));
  return model;
}

static KomaModel *
make_model (KomaLoadRequest *load,
            Choices         *choices,
            GError         **error)
{
  if (load->options.found_range != NULL)
    return take_found_range (load, error);
  return load->options.is_reworded ? take_words (load, choices, error)
                                   : read_file (load, choices, error);
}

static gboolean
has_vectors (const KomaGraph *graph)
{
  for (guint i = 0; i < koma_graph_get_n_outputs (graph); i++)
    if (g_strcmp0 (koma_graph_get_output_name (graph, i), KOMA_VECTOR_OUTPUT) == 0)
      return TRUE;
  return FALSE;
}

/* Where a model has no features, its pictures are not compared. */
static KomaModel *
with_vectors (KomaModel *model) /* (transfer full) */
{
  const KomaGraph *graph = koma_model_get_graph (model);
  g_autoptr (KomaModel) plain = model;
  g_autoptr (GError) error = NULL;
  KomaGraph *with = NULL;

  if (koma_model_get_recipe (model, NULL) == NULL || has_vectors (graph))
    return g_steal_pointer (&plain);
  with = koma_features_graph_with_vectors (graph, koma_model_get_output (model), &error);
  if (with != NULL)
    return koma_model_new_with_vectors (plain, with);
  g_debug ("%s", error->message);
  return g_steal_pointer (&plain);
}

/**
 * koma_load_request_read:
 * @load: a load
 *
 * Reads the model; what a helper reads, and a download before that, ends with @load. A model with
 * an address is downloaded, unless it is in the store.
 *
 * Thread: load.
 *
 * Returns: (transfer full) (nullable): the model; %NULL where @load has ended
 */
KomaModel *
koma_load_request_read (KomaLoadRequest *load)
{
  g_auto (Choices) choices = { .given = &load->options };
  GError *error = NULL;
  g_autoptr (KomaModel) model = NULL;

  KOMA_ASSERT_THREAD (KOMA_THREAD_LOAD);

  if (koma_completion_is_ended (&load->completion))
    return NULL;
  model = make_model (load, &choices, &error);
  if (model == NULL) {
    koma_completion_end (&load->completion, NULL, error);
    return NULL;
  }
  keep_choices (&choices);
  koma_known_models_keep (model);
  return end_if_same (load, model) ? NULL : with_vectors (g_steal_pointer (&model));
}

static gboolean
is_worth_telling (const KomaLoadRequest *load,
                  KomaLoadStage          stage,
                  double                 fraction)
{
  return stage != load->stage || load->fraction < 0 ||
         fraction >= load->fraction + PROGRESS_STEP ||
         (fraction >= 1 && load->fraction < 1);
}

/**
 * koma_load_request_report:
 * @load: a load
 * @stage: what is being done
 * @fraction: how much of it is done, 0 … 1
 *
 * Tells the sender, if that asked for it.
 *
 * Thread: load, and then inference; waits for nobody.
 */
void
koma_load_request_report (KomaLoadRequest *load,
                          KomaLoadStage    stage,
                          double           fraction)
{
  const Report what = { stage, fraction };

  if (load->progress == NULL || !is_worth_telling (load, stage, fraction))
    return;
  load->stage = stage;
  load->fraction = fraction;
  koma_completion_report (&load->completion, g_memdup2 (&what, sizeof what));
}
