/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "model.h"

#include "engine/formats/archive.h"
#include "engine/formats/format.h"
#include "engine/formats/json.h"
#include "engine/passes/passes.h"
#include "imagenet.h"
#include "label-names.h"
#include "labels-find.h"
#include "model-find.h"
#include "model-overrides.h"
#include "picture-layout.h"
#include "recipe-infer.h"

/* Where a model says nothing of it. */
#define DEFAULT_SURE_FROM 0.3

struct _KomaModel
{
  gatomicrefcount ref_count;

  /* Immutable after construction. */
  char         *path;
  char         *name;
  KomaRawModel  raw;
  KomaGraph    *graph;       /* raw's, with inputs and outputs of float32, channels last */
  KomaLabels   *labels;      /* (nullable) */
  char         *labels_path; /* (nullable) of the options */
  gboolean      has_given_labels;
  KomaRecipe    recipe;       /* where recipe_error is NULL */
  GError       *recipe_error; /* (nullable) */
  KomaHalfTurn *half_turn;    /* (nullable) */
  double        sure_from;
  GPtrArray    *warnings; /* utf8, NULL-terminated */
  GPtrArray    *notes;    /* utf8, NULL-terminated */
};

static KomaModel *
model_new (char *path) /* (transfer full) */
{
  KomaModel *self = g_new0 (KomaModel, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->path = path;
  self->warnings = g_ptr_array_new_with_free_func (g_free);
  self->notes = g_ptr_array_new_with_free_func (g_free);
  return self;
}

/* What an output may be called: its own name, or that of any value; with or
 * without TensorFlow's ":0". */
static KomaValueId
find_value (const KomaGraph *graph,
            const char      *name)
{
  g_autofree char *plain = g_strdup (name);

  if (g_str_has_suffix (plain, ":0"))
    plain[strlen (plain) - 2] = '\0';
  for (guint i = 0; i < koma_graph_get_n_outputs (graph); i++) {
    if (g_strcmp0 (koma_graph_get_output_name (graph, i), plain) == 0)
      return koma_graph_get_output (graph, i);
  }
  for (KomaValueId id = koma_graph_get_n_values (graph); id-- > 0;) {
    const KomaValue *value = koma_graph_get_value (graph, id);

    if (value->constant == NULL && g_strcmp0 (value->name, plain) == 0)
      return id;
  }
  return KOMA_VALUE_NONE;
}

/* A constant that the graph reads, or the one with the labels, which it does
 * not; where it was trained they are outputs as any other. */
static KomaValueId
find_constant (const KomaRawModel *raw,
               const char         *name)
{
  for (KomaValueId id = koma_graph_get_n_values (raw->graph); id-- > 0;) {
    const KomaValue *value = koma_graph_get_value (raw->graph, id);

    if (value->constant != NULL && g_strcmp0 (value->name, name) == 0)
      return id;
  }
  return raw->labels != NULL && g_str_equal (name, "labels")
           ? koma_graph_add_constant (raw->graph, name, raw->labels)
           : KOMA_VALUE_NONE;
}

static gboolean
choose_output (KomaModel  *self,
               const char *name, /* (nullable) */
               GError    **error)
{
  KomaValueId value = KOMA_VALUE_NONE;
  g_autoptr (GString) all = NULL;

  if (name == NULL)
    return TRUE;
  value = find_value (self->raw.graph, name);
  if (value == KOMA_VALUE_NONE)
    value = find_constant (&self->raw, name);
  if (value != KOMA_VALUE_NONE) {
    koma_graph_clear_outputs (self->raw.graph);
    koma_graph_add_output (self->raw.graph, name, value);
    return TRUE;
  }
  all = g_string_new (NULL);
  for (guint i = 0; i < koma_graph_get_n_outputs (self->raw.graph); i++)
    g_string_append_printf (all, "%s“%s”", i > 0 ? ", " : "",
                            koma_graph_get_output_name (self->raw.graph, i));
  g_set_error (error, KOMA_ERROR, KOMA_ERROR_MODEL,
               "%s: no output or node is called “%s”; the outputs are %s", self->path, name,
               all->str);
  return FALSE;
}

static gboolean
is_teachable_machine (const char *folder)
{
  g_autofree char *path = g_build_filename (folder, "metadata.json", NULL);
  g_autoptr (JsonNode) root = koma_json_load (path, KOMA_MAX_SIDE_BYTES, NULL, NULL);
  JsonObject *object = koma_json_node_object (root);

  return koma_json_get (object, "tmVersion") != NULL ||
         koma_json_get (object, "tmSupportVersion") != NULL;
}

static gboolean
fail_unsupported (KomaModel *self,
                  GError   **error)
{
  GHashTableIter iter;
  gpointer       name = NULL;
  gpointer       count = NULL;
  g_autoptr (GString) all = g_string_new (NULL);

  g_hash_table_iter_init (&iter, self->raw.unsupported);
  while (g_hash_table_iter_next (&iter, &name, &count))
    g_string_append_printf (all, "%s%s (%u)", all->len > 0 ? ", " : "", (char *) name,
                            GPOINTER_TO_UINT (count));
  g_set_error (error, KOMA_ERROR, KOMA_ERROR_UNSUPPORTED,
               "the model needs what Koma can not do: %s", all->str);
  return FALSE;
}

/* The shapes of one picture going through tell what the model is. */
static KomaGraph *
infer_shapes (KomaModel *self,
              GError   **error)
{
  g_autoptr (KomaGraph) graph = koma_graph_copy (self->graph);

  if (!koma_pass_bind (graph, 1, NULL, 0, error) || !koma_pass_infer (graph, error) ||
      !koma_pass_sink_transposes (graph, error) || !koma_pass_fuse_quantize (graph, error) ||
      !koma_pass_remove_dead (graph, error))
    return NULL;
  return g_steal_pointer (&graph);
}

static KomaGraph *
infer_graph (KomaModel *self,
             GError   **error)
{
  g_autoptr (KomaGraph) graph = NULL;
  gboolean is_changed = FALSE;

  if (self->raw.unsupported != NULL && g_hash_table_size (self->raw.unsupported) > 0) {
    fail_unsupported (self, error);
    return NULL;
  }
  graph = infer_shapes (self, error);
  if (graph == NULL || !koma_picture_join_scores (self->graph, graph, &is_changed, error))
    return NULL;
  return is_changed ? infer_shapes (self, error) : g_steal_pointer (&graph);
}

/* Bytes of uint8 are taken as they are, as the Task Library of TensorFlow Lite does: what the file
 * says is that of the model before it was quantised. */
static gboolean
has_normalization (const KomaModel *self)
{
  const KomaGraph *graph = self->raw.graph;

  return self->raw.has_normalization && koma_graph_get_n_inputs (graph) > 0 &&
         koma_graph_get_value (graph, koma_graph_get_input (graph, 0))->dtype != KOMA_DTYPE_UINT8;
}

static gboolean
infer_recipe (KomaModel                *self,
              KomaGraph                *graph,
              KomaLabels               *labels, /* (nullable) */
              const KomaModelOverrides *overrides,
              const KomaModelOptions   *options)
{
  g_autofree char      *folder = g_path_get_dirname (self->path);
  const KomaRecipeHints hints = {
    .is_teachable_machine = is_teachable_machine (folder),
    .has_labels_constant = self->raw.labels != NULL,
    .n_labels = labels != NULL ? koma_labels_get_n (labels) : 0,
    .are_scores_known = options->scores != NULL || overrides->scores != NULL,
    .is_own_output = options->output == NULL && overrides->output == NULL,
    .has_channels_first = koma_picture_has_channels_first (self->raw.graph),
    .scale = has_normalization (self) ? self->raw.scale : NULL,
    .offset = has_normalization (self) ? self->raw.offset : NULL,
  };

  return koma_recipe_infer (graph, &hints, &self->recipe, self->notes, &self->recipe_error);
}

static guint
count_classes (KomaGraph *graph)
{
  const KomaShape *shape = &koma_graph_get_value (graph, koma_graph_get_output (graph, 0))->shape;

  return (guint) shape->dims[shape->rank - 1];
}

/* Where nothing names the classes; a guess, so with a warning. */
static KomaLabels *
guess_labels (KomaModel  *self,
              guint       n_classes,
              const char *imagenet_folder) /* (nullable) */
{
  KomaLabels *labels = koma_labels_find_lone (self->path, n_classes);

  if (labels != NULL) {
    g_ptr_array_add (self->warnings,
                     g_strdup_printf ("%s has as many lines as the model has classes: "
                                      "taken for its labels",
                                      koma_labels_get_source (labels)));
    return labels;
  }
  labels = koma_imagenet_guess (imagenet_folder, n_classes);
  if (labels != NULL)
    g_ptr_array_add (self->warnings,
                     g_strdup_printf ("%u,%03u classes: taken for ImageNet's", n_classes / 1000,
                                      n_classes % 1000));
  return labels;
}

/* Labels that the caller gives are what he wants to read. */
static void
fit_labels (KomaModel  *self,
            guint       n_classes,
            KomaLabels *labels,          /* (nullable) */
            const char *imagenet_folder) /* (nullable) */
{
  g_autofree char *folder = g_path_get_dirname (self->path);
  g_autoptr (KomaLabels) fitted = NULL;
  g_autoptr (KomaLabels) named = NULL;
  char *warning = NULL;

  fitted = koma_labels_fit (labels, n_classes, &warning);
  if (warning != NULL)
    g_ptr_array_add (self->warnings, warning);
  named = koma_imagenet_name (fitted, imagenet_folder);
  self->labels = self->has_given_labels
                   ? koma_labels_ref (fitted)
                   : koma_label_names_apply (named, folder, self->warnings);
}

/* What the caller says goes over what koma.json says, which goes over what
 * the graph lets one guess. */
static gboolean
apply_overrides (KomaModel                *self,
                 const KomaModelOverrides *overrides,
                 const KomaModelOptions   *options,
                 GError                  **error)
{
  KomaModelOverrides given = {
    .range = (char *) options->range,
    .fit = (char *) options->fit,
    .scores = (char *) options->scores,
  };

  if (!koma_model_overrides_apply (overrides, &self->recipe, error)) {
    g_prefix_error (error, "%s: koma.json: ", self->path);
    return FALSE;
  }
  if (overrides->range != NULL || overrides->has_scale) {
    self->recipe.range_source = KOMA_RANGE_KOMA_JSON;
    g_ptr_array_add (self->notes, g_strdup ("the range is koma.json's"));
  }
  if (options->range != NULL) {
    self->recipe.range_source = KOMA_RANGE_OPTION;
    g_ptr_array_add (self->notes, g_strdup ("the range is the one asked for"));
  }
  return koma_model_overrides_apply (&given, &self->recipe, error);
}

static KomaLabels *
find_own_labels (KomaModel                *self,
                 const KomaModelOverrides *overrides,
                 GPtrArray                *warnings)
{
  if (overrides->labels != NULL)
    return koma_labels_ref (overrides->labels);
  return koma_labels_find (self->path, &self->raw, warnings);
}

static KomaLabels *
find_labels (KomaModel                *self,
             const KomaModelOverrides *overrides,
             const KomaModelOptions   *options,
             GError                  **error)
{
  g_autoptr (GError) reason = NULL;
  KomaLabels *labels = NULL;

  self->labels_path = g_strdup (options->labels_path);
  if (options->labels_path != NULL)
    labels = koma_labels_new_from_file (options->labels_path, &reason);
  self->has_given_labels = labels != NULL;
  if (reason != NULL && !options->are_labels_optional) {
    g_propagate_error (error, g_steal_pointer (&reason));
    return NULL;
  }
  if (reason != NULL)
    g_ptr_array_add (self->warnings, g_strdup (reason->message));
  return labels != NULL ? labels : find_own_labels (self, overrides, self->warnings);
}

/* Labels that may be for another model, as the model is known now. */
static KomaLabels *
check_optional_labels (KomaModel                *self,
                       const KomaModelOverrides *overrides,
                       guint                     n_classes,
                       KomaLabels               *labels) /* (transfer full) */
{
  if (koma_labels_fits (labels, n_classes))
    return labels;
  g_ptr_array_add (self->warnings,
                   g_strdup_printf ("%s has %u class names for %u outputs: not used",
                                    koma_labels_get_source (labels), koma_labels_get_n (labels),
                                    n_classes));
  koma_labels_unref (labels);
  self->has_given_labels = FALSE;
  return find_own_labels (self, overrides, self->warnings);
}

/* Labels that the caller gives instead may be any words; koma.json means the
 * model's own. */
static gboolean
apply_half_turn (KomaModel                *self,
                 const KomaModelOverrides *overrides,
                 KomaLabels               *own, /* (nullable): not read yet */
                 GError                  **error)
{
  g_autoptr (GPtrArray) told_before = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (KomaLabels) found = NULL;
  g_autoptr (KomaLabels) fitted = NULL;

  if (overrides->half_turn == NULL)
    return TRUE;
  if (own == NULL)
    own = found = find_own_labels (self, overrides, told_before);
  fitted = koma_labels_fit (own, koma_labels_get_n (self->labels), NULL);
  self->half_turn = koma_half_turn_new_from_json (overrides->half_turn, fitted, error);
  if (self->half_turn == NULL)
    g_prefix_error (error, "%s: koma.json: ", self->path);
  return self->half_turn != NULL;
}

/* Whether it is a classifier, and how to use it. FALSE: what the caller or
 * koma.json asks for can not be; that it is no classifier is no failure. */
static gboolean
understand (KomaModel                *self,
            const KomaModelOverrides *overrides,
            const KomaModelOptions   *options,
            GError                  **error)
{
  g_autoptr (KomaLabels) labels = NULL;
  g_autoptr (KomaGraph) graph = NULL;
  g_autoptr (GError) labels_error = NULL;

  if (!choose_output (self, options->output != NULL ? options->output : overrides->output, error)) {
    if (options->output == NULL)
      g_prefix_error (error, KOMA_MODEL_OVERRIDES_FILE ": ");
    return FALSE;
  }
  self->graph = koma_graph_copy (self->raw.graph);
  if (!koma_pass_float_ends (self->graph, error) ||
      !koma_picture_to_channels_last (self->graph, error))
    return FALSE;
  labels = find_labels (self, overrides, options, &labels_error);
  if (labels_error != NULL) {
    g_propagate_error (error, g_steal_pointer (&labels_error));
    return FALSE;
  }
  graph = infer_graph (self, &self->recipe_error);
  if (graph == NULL || !infer_recipe (self, graph, labels, overrides, options))
    return TRUE;
  if (self->has_given_labels && options->are_labels_optional)
    labels = check_optional_labels (self, overrides, count_classes (graph),
                                    g_steal_pointer (&labels));
  if (labels == NULL)
    labels = guess_labels (self, count_classes (graph), options->imagenet_folder);
  fit_labels (self, count_classes (graph), labels, options->imagenet_folder);
  return apply_overrides (self, overrides, options, error) &&
         apply_half_turn (self, overrides, self->has_given_labels ? NULL : labels, error);
}

/* The graph and all that stands in the file. */
static gboolean
read_file (KomaModel        *self,
           KomaModelProgress progress,
           gpointer          user_data,
           GError          **error)
{
  const KomaFormat *format = koma_formats_find (self->path, error);

  if (format == NULL || !format->read (self->path, progress, user_data, &self->raw, error))
    return FALSE;
  if (self->raw.warning != NULL)
    g_ptr_array_add (self->warnings, g_strdup (self->raw.warning));
  return TRUE;
}

/* The model in @file, which is called after @path: that file, or the archive that it was in. */
static KomaModel *
load_file (const char             *file,
           const char             *path,
           const KomaModelOptions *options,
           KomaModelProgress       progress,
           gpointer                user_data,
           GError                **error)
{
  g_autofree char *folder = g_path_get_dirname (file);
  KomaModelOptions given = *options;
  g_autoptr (KomaModel) self = model_new (g_strdup (file));
  g_auto (KomaModelOverrides) overrides = { 0 };

  if (!read_file (self, progress, user_data, error))
    return NULL;
  if (given.complete != NULL)
    given.complete (self->raw.hash, &given, given.complete_data);
  if (!koma_model_overrides_read (folder, &overrides, error) ||
      !understand (self, &overrides, &given, error))
    return NULL;
  self->sure_from = overrides.has_sure_from ? overrides.sure_from : DEFAULT_SURE_FROM;
  self->name =
    overrides.name != NULL ? g_steal_pointer (&overrides.name) : koma_model_name_from_path (path);
  g_free (self->path);
  self->path = g_strdup (path);
  g_ptr_array_add (self->warnings, NULL);
  g_ptr_array_add (self->notes, NULL);
  return g_steal_pointer (&self);
}

static KomaModel *
load_archive (const char             *path,
              const KomaModelOptions *options,
              KomaModelProgress       progress,
              gpointer                user_data,
              GError                **error)
{
  g_auto (KomaUnpacked) unpacked = { 0 };
  g_autofree char *name = g_filename_display_basename (path);
  const char      *file = NULL;
  KomaModel       *self = NULL;

  if (!koma_archive_unpack (path, &unpacked, error))
    return NULL;
  file = koma_model_find_among (unpacked.paths, error);
  if (file != NULL)
    self = load_file (file, path, options, progress, user_data, error);
  if (self == NULL)
    g_prefix_error (error, "%s: ", name);
  return self;
}

/**
 * koma_model_load:
 * @path: a model file, a folder that holds one, or a zip or tar archive with one in it
 * @options: (nullable): what the caller knows better
 * @progress: (nullable): called on this thread while the file is read
 *
 * Reads a model, finds its labels and guesses its recipe. A model that Koma
 * can not run, or that is no classifier, is loaded all the same:
 * koma_model_get_unsupported() and koma_model_get_recipe() tell. An archive
 * is unpacked into a folder for temporary files, which is gone afterwards.
 *
 * Errors: %KOMA_ERROR_MODEL, %KOMA_ERROR_SHAPE, %KOMA_ERROR_MEMORY,
 * %KOMA_ERROR_UNSUPPORTED (no format that Koma reads, or an option that is
 * none), #GFileError. Thread: any; reads files.
 *
 * Returns: (transfer full):
 */
KomaModel *
koma_model_load (const char             *path,
                 const KomaModelOptions *options,
                 KomaModelProgress       progress,
                 gpointer                user_data,
                 GError                **error)
{
  static const KomaModelOptions none = { 0 };
  const KomaModelOptions       *wanted = options != NULL ? options : &none;
  g_autofree char              *file = koma_model_find_file (path, error);

  if (file == NULL)
    return NULL;
  if (koma_archive_is (file))
    return load_archive (file, wanted, progress, user_data, error);
  return load_file (file, file, wanted, progress, user_data, error);
}

/**
 * koma_model_ref:
 *
 * Returns: (transfer full): the same model. Thread: any.
 */
KomaModel *
koma_model_ref (KomaModel *model)
{
  g_atomic_ref_count_inc (&model->ref_count);
  return model;
}

/**
 * koma_model_unref:
 *
 * @model may be %NULL. The last one frees it. Thread: any.
 */
void
koma_model_unref (KomaModel *model)
{
  if (model == NULL || !g_atomic_ref_count_dec (&model->ref_count))
    return;
  koma_raw_model_clear (&model->raw);
  g_clear_pointer (&model->graph, koma_graph_free);
  g_clear_pointer (&model->labels, koma_labels_unref);
  g_free (model->labels_path);
  g_clear_error (&model->recipe_error);
  g_clear_pointer (&model->half_turn, koma_half_turn_free);
  g_clear_pointer (&model->warnings, g_ptr_array_unref);
  g_clear_pointer (&model->notes, g_ptr_array_unref);
  g_free (model->path);
  g_free (model->name);
  g_free (model);
}

/**
 * koma_model_get_path:
 *
 * Returns: (transfer none): the path of the model file
 */
const char *
koma_model_get_path (const KomaModel *model)
{
  return model->path;
}

/**
 * koma_model_get_name:
 *
 * Returns: (transfer none): what people call it
 */
const char *
koma_model_get_name (const KomaModel *model)
{
  return model->name;
}

/**
 * koma_model_get_format:
 *
 * Returns: (transfer none): "TensorFlow.js graph model"
 */
const char *
koma_model_get_format (const KomaModel *model)
{
  return model->raw.format;
}

/**
 * koma_model_get_hash:
 *
 * Returns: (transfer none): hash over topology and weights, see koma_content_hash_to_string()
 */
const char *
koma_model_get_hash (const KomaModel *model)
{
  return model->raw.hash;
}

/**
 * koma_model_get_graph:
 *
 * Returns: (transfer none): the graph for pictures, not inferred. Its inputs and outputs are
 *   float32 where the file's are quantised: the numbers that the integers stand for. It is not to
 *   be changed: koma_graph_copy() is for that.
 */
KomaGraph *
koma_model_get_graph (const KomaModel *model)
{
  return model->graph;
}

/**
 * koma_model_get_file_graph:
 *
 * Returns: (transfer none): the graph as the file has it: quantised inputs and outputs are uint8 or
 *   int8, see koma_graph_find_quantization(). Not to be changed either.
 */
KomaGraph *
koma_model_get_file_graph (const KomaModel *model)
{
  return model->raw.graph;
}

/**
 * koma_model_get_recipe:
 *
 * Errors: %KOMA_ERROR_UNSUPPORTED if the model is no classifier of pictures,
 * or has ops that Koma does not; those of koma_pass_infer() if its graph is
 * damaged.
 *
 * Returns: (transfer none) (nullable): how pictures become its input; %NULL
 *   where it is no classifier of pictures or can not run, and why in @error
 */
const KomaRecipe *
koma_model_get_recipe (const KomaModel *model,
                       GError         **error)
{
  if (model->recipe_error == NULL)
    return &model->recipe;
  g_propagate_error (error, g_error_copy (model->recipe_error));
  return NULL;
}

/**
 * koma_model_get_labels:
 *
 * Returns: (transfer none) (nullable): a name for each class; %NULL where
 *   there is no recipe
 */
KomaLabels *
koma_model_get_labels (const KomaModel *model)
{
  return model->labels;
}

/**
 * koma_model_get_labels_path:
 *
 * Returns: (transfer none) (nullable): the file of labels that the caller gave, whether or not it
 *   could be used
 */
const char *
koma_model_get_labels_path (const KomaModel *model)
{
  return model->labels_path;
}

static gboolean
are_half_turns_same (const KomaHalfTurn *a, /* (nullable) */
                     const KomaHalfTurn *b) /* (nullable) */
{
  if (a == NULL || b == NULL)
    return a == b;
  return a->below == b->below && a->n_classes == b->n_classes &&
         memcmp (a->swap, b->swap, a->n_classes * sizeof *a->swap) == 0;
}

/**
 * koma_model_is_same:
 *
 * Returns: whether both come from the same path, with the same content, and nothing beside the
 *   file has changed that they are used by: recipe, labels, names, sureFrom. %FALSE for models
 *   without a recipe. Thread: any.
 */
gboolean
koma_model_is_same (const KomaModel *a,
                    const KomaModel *b)
{
  return g_str_equal (a->path, b->path) && g_str_equal (a->name, b->name) &&
         g_str_equal (a->raw.hash, b->raw.hash) && a->sure_from == b->sure_from &&
         a->recipe_error == NULL && b->recipe_error == NULL &&
         koma_recipe_is_equal (&a->recipe, &b->recipe) &&
         koma_labels_is_equal (a->labels, b->labels) &&
         are_half_turns_same (a->half_turn, b->half_turn);
}

/**
 * koma_model_get_half_turn:
 *
 * Returns: (transfer none) (nullable): what becomes of the classes when a
 *   picture is turned by half a turn, and when that is worth looking at;
 *   %NULL where the model's makers say nothing of it
 */
const KomaHalfTurn *
koma_model_get_half_turn (const KomaModel *model)
{
  return model->half_turn;
}

/**
 * koma_model_get_sure_from:
 *
 * Returns: the best score from which an answer counts as sure, as the model's
 *   makers say; 0.3 where they do not
 */
double
koma_model_get_sure_from (const KomaModel *model)
{
  return model->sure_from;
}

/**
 * koma_model_get_output:
 *
 * Returns: the index of the output with the scores. A classifier has one
 *   output: if the file has more, one has been chosen, and the graph gives
 *   only that.
 */
guint
koma_model_get_output (const KomaModel *model)
{
  return 0;
}

/**
 * koma_model_get_warnings:
 *
 * Returns: (transfer none) (array zero-terminated=1): in English
 */
const char *const *
koma_model_get_warnings (const KomaModel *model)
{
  return (const char *const *) model->warnings->pdata;
}

/**
 * koma_model_get_notes:
 *
 * Returns: (transfer none) (array zero-terminated=1): what the recipe was
 *   inferred from, in English
 */
const char *const *
koma_model_get_notes (const KomaModel *model)
{
  return (const char *const *) model->notes->pdata;
}

/**
 * koma_model_get_unsupported:
 *
 * Returns: (transfer none) (element-type utf8 guint):
 */
GHashTable *
koma_model_get_unsupported (const KomaModel *model)
{
  return model->raw.unsupported;
}

/**
 * koma_model_get_op_counts:
 *
 * Returns: (transfer none) (element-type utf8 guint):
 */
GHashTable *
koma_model_get_op_counts (const KomaModel *model)
{
  return model->raw.op_counts;
}
