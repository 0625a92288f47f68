/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "taught-model.h"

#include <errno.h>
#include <gio/gio.h>

#include "engine/koma/koma-error.h"
#include "engine/graph/builder.h"
#include "engine/passes/passes.h"
#include "features.h"
#include "graph-writer.h"
#include "head-private.h"
#include "layers-from-graph.h"
#include "simplify.h"

#define WEIGHTS_FILE "weights.bin"

/* A layer's matrix as Keras and TensorFlow have it, [in, out], and its bias. */
typedef struct
{
  KomaShape shape;
  float    *kernel; /* [in, out] */
  float    *bias;   /* [out] */
} Dense;

static void
dense_clear (Dense *self)
{
  g_free (self->kernel);
  g_free (self->bias);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Dense, dense_clear)

/* @factor: of weights and bias */
static void
dense_init (Dense                *self,
            const KomaDenseLayer *layer,
            double                factor)
{
  const gsize n_in = layer->n_in, n_out = layer->n_out;

  self->shape = KOMA_SHAPE (layer->n_in, layer->n_out);
  self->kernel = g_new (float, n_in *n_out);
  self->bias = g_new (float, n_out);
  for (gsize o = 0; o < n_out; o++) {
    self->bias[o] = (float) (layer->bias[o] * factor);
    for (gsize i = 0; i < n_in; i++)
      self->kernel[i * n_out + o] = (float) (layer->weights[o * n_in + i] * factor);
  }
}

/* The last layer divides by the temperature, so that scores are calibrated wherever it runs. */
static double
get_factor (const KomaHead *head,
            guint           layer)
{
  return layer + 1 == koma_head_get_layers (head)->n_layers
           ? 1 / koma_head_get_calibration (head)->temperature
           : 1;
}

static char *
write_layer (KomaLayersWriter *writer,
             const Dense      *dense,
             const char       *input,
             const char       *activation)
{
  const KomaShape n_out = KOMA_SHAPE (dense->shape.dims[1]);
  JsonObject     *config = json_object_new ();
  char           *name = NULL;

  json_object_set_int_member (config, "units", dense->shape.dims[1]);
  json_object_set_string_member (config, "activation", activation);
  json_object_set_boolean_member (config, "use_bias", TRUE);
  name = koma_layers_writer_add (writer, "Dense", config, &input, 1);
  koma_layers_writer_add_weight (writer, name, "kernel", dense->shape, dense->kernel);
  koma_layers_writer_add_weight (writer, name, "bias", n_out, dense->bias);
  return name;
}

static char *
write_head (KomaLayersWriter *writer,
            const KomaHead   *head,
            const char       *features)
{
  const KomaDenseLayers *layers = koma_head_get_layers (head);
  char                  *last = g_strdup (features);

  for (guint i = 0; i < layers->n_layers; i++) {
    const gboolean is_last = i + 1 == layers->n_layers;
    g_auto (Dense) dense = { 0 };
    g_autofree char *input = last;

    dense_init (&dense, &layers->layers[i], get_factor (head, i));
    last = write_layer (writer, &dense, input, is_last ? "softmax" : "relu");
  }
  return last;
}

/* The same as nodes behind @graph, whose one output the features are. */
static gboolean
add_head (KomaGraph      *graph,
          const KomaHead *head,
          GError        **error)
{
  const KomaDenseLayers *layers = koma_head_get_layers (head);
  KomaBuilder            nodes = { 0 };
  gboolean               is_added = FALSE;
  KomaValueId            x = koma_graph_get_output (graph, 0);

  koma_builder_init_open (&nodes, graph, "head");
  x = koma_builder_reshape (&nodes, x, KOMA_SHAPE (-1, koma_head_get_n_features (head)));
  for (guint i = 0; i < layers->n_layers; i++) {
    g_auto (Dense) dense = { 0 };
    KomaValueId kernel = KOMA_VALUE_NONE;

    dense_init (&dense, &layers->layers[i], get_factor (head, i));
    kernel = koma_builder_data (&nodes, KOMA_DTYPE_FLOAT32, dense.shape, dense.kernel);
    x = koma_builder_mat_mul (&nodes, x, kernel, FALSE, FALSE);
    x = koma_builder_binary (&nodes, KOMA_OP_ADD, x,
                             koma_builder_floats (&nodes, dense.bias, (guint) dense.shape.dims[1]));
    x = koma_builder_unary (&nodes, i + 1 < layers->n_layers ? KOMA_OP_RELU : KOMA_OP_SOFTMAX, x);
  }
  is_added = koma_builder_finish (&nodes, error);
  koma_builder_clear (&nodes);
  if (is_added)
    koma_graph_set_output (graph, 0, x);
  return is_added;
}

static gboolean
check_features (const KomaGraph *simple,
                const KomaHead  *head,
                GError         **error)
{
  const KomaValue *output = koma_graph_get_value (simple, koma_graph_get_output (simple, 0));
  const guint      n = (guint) koma_shape_count (&output->shape);

  return n == koma_head_get_n_features (head) ||
         koma_fail (error, KOMA_ERROR_SHAPE,
                    "The head takes %u features, and the model computes %u",
                    koma_head_get_n_features (head), n);
}

static char *
write_layers (const KomaGraph *features,
              const KomaHead  *head,
              KomaTfjsWeights *ret_weights,
              GError         **error)
{
  g_autoptr (KomaGraph) simple = koma_graph_copy (features);
  g_auto (KomaLayersWriter) writer = { 0 };
  g_autofree char *input = NULL, *last = NULL, *output = NULL;
  char            *json = NULL;

  koma_layers_writer_init (&writer);
  if (!koma_simplify (simple, error) || !check_features (simple, head, error) ||
      !koma_layers_from_graph (&writer, simple, &input, &last, error))
    return NULL;
  output = write_head (&writer, head, last);
  json = koma_layers_writer_to_json (&writer, input, output, WEIGHTS_FILE);
  koma_tfjs_weights_clear (ret_weights);
  *ret_weights = writer.weights;
  writer.weights = (KomaTfjsWeights){ 0 };
  return json;
}

static char *
write_graph (const KomaGraph *features,
             const KomaHead  *head,
             KomaTfjsWeights *weights,
             GError         **error)
{
  g_autoptr (KomaGraph) graph = koma_graph_copy (features);

  return add_head (graph, head, error)
           ? koma_graph_writer_to_json (graph, weights, WEIGHTS_FILE, error)
           : NULL;
}

/* Keras' layers, which every program that reads such files knows, and what they do not have, such
 * as attention, as a graph. */
static char *
write_model (const KomaGraph *features,
             const KomaHead  *head,
             KomaTfjsWeights *weights,
             GError         **error)
{
  g_autoptr (GError) layers_error = NULL;
  char *json = write_layers (features, head, weights, &layers_error);

  if (json != NULL || !g_error_matches (layers_error, KOMA_ERROR, KOMA_ERROR_UNSUPPORTED)) {
    if (layers_error != NULL)
      g_propagate_error (error, g_steal_pointer (&layers_error));
    return json;
  }
  return write_graph (features, head, weights, error);
}

static JsonArray *
make_labels (const KomaHead *head)
{
  const char *const *names = koma_head_get_names (head);
  JsonArray         *labels = json_array_new ();

  for (guint i = 0; names[i] != NULL; i++)
    json_array_add_string_element (labels, names[i]);
  return labels;
}

static JsonArray *
make_numbers (const double *values,
              guint         n)
{
  JsonArray *numbers = json_array_new ();

  for (guint i = 0; i < n; i++)
    json_array_add_double_element (numbers, values[i]);
  return numbers;
}

static char *
to_text (JsonObject *object) /* (transfer full) */
{
  g_autoptr (JsonNode) node = json_node_alloc ();

  json_node_take_object (node, object);
  return json_to_string (node, TRUE);
}

/* As Teachable Machine 2 writes it. */
static char *
make_metadata (const KomaHead   *head,
               const KomaRecipe *recipe,
               const char       *name)
{
  g_autoptr (GDateTime) now = g_date_time_new_now_utc ();
  g_autofree char *time = g_date_time_format (now, "%Y-%m-%dT%H:%M:%S.000Z");
  JsonObject      *object = json_object_new ();

  json_object_set_string_member (object, "tfjsVersion", "4.22.0");
  json_object_set_string_member (object, "packageName", "@teachablemachine/image");
  json_object_set_string_member (object, "timeStamp", time);
  json_object_set_object_member (object, "userMetadata", json_object_new ());
  json_object_set_string_member (object, "modelName", name);
  json_object_set_array_member (object, "labels", make_labels (head));
  json_object_set_int_member (object, "imageSize", recipe->width);
  return to_text (object);
}

static char *
make_koma_json (const KomaHead   *head,
                const KomaRecipe *recipe,
                const char       *name)
{
  static const KomaRecipePart parts[] = { KOMA_PART_CHANNELS, KOMA_PART_FIT, KOMA_PART_RESIZE };
  JsonObject                 *object = json_object_new ();

  json_object_set_string_member (object, "name", name);
  json_object_set_array_member (object, "labels", make_labels (head));
  json_object_set_array_member (object, "scale", make_numbers (recipe->scale, 3));
  json_object_set_array_member (object, "offset", make_numbers (recipe->offset, 3));
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++) {
    g_autofree char *word = koma_recipe_dup_part (recipe, parts[i]);

    json_object_set_string_member (object, koma_recipe_part_get_name (parts[i]), word);
  }
  json_object_set_string_member (object, koma_recipe_part_get_name (KOMA_PART_SCORES),
                                 "probabilities");
  json_object_set_double_member (object, koma_recipe_part_get_name (KOMA_PART_SURE_FROM),
                                 koma_head_get_calibration (head)->sure_from);
  return to_text (object);
}

static gboolean
write_file (const char *folder,
            const char *name,
            const char *data,
            gssize      length,
            GError    **error)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);

  return g_file_set_contents_full (path, data, length, G_FILE_SET_CONTENTS_CONSISTENT, 0666,
                                   error);
}

/**
 * koma_taught_model_write:
 * @base: a classifier, whose features @head takes
 * @features: (nullable): the graph of its features with weights that were fine-tuned; %NULL: as
 *   they are in @base
 * @head: of kind %KOMA_HEAD_DENSE
 * @folder: is made where it is not there; files of these names in it are replaced
 *
 * Writes model.json last: without it, the folder holds no model. All layers of the base, of any
 * format, are written as layers of Keras; batch norms are in the weights then. A base that has more
 * than Keras' layers, such as a transformer, is written as a graph. The temperature of the head is
 * in the weights, and the score from which answers are sure in koma.json. Thread: any; blocks on
 * the disk.
 *
 * Errors: %KOMA_ERROR_ARGUMENT if the head is not dense; %KOMA_ERROR_UNSUPPORTED if the base has an
 * op that can not be written, naming it; %KOMA_ERROR_SHAPE if the head is for another base;
 * #GFileError.
 */
gboolean
koma_taught_model_write (KomaModel       *base,
                         const KomaGraph *features,
                         const KomaHead  *head,
                         const char      *name,
                         const char      *folder,
                         GError         **error)
{
  const KomaRecipe *recipe = koma_model_get_recipe (base, error);
  g_auto (KomaTfjsWeights) weights = { 0 };
  g_autoptr (KomaGraph) graph = NULL;
  g_autofree char *json = NULL, *metadata = NULL, *koma_json = NULL;

  if (recipe == NULL)
    return FALSE;
  if (koma_head_get_kind (head) != KOMA_HEAD_DENSE)
    return koma_fail (error, KOMA_ERROR_ARGUMENT, "Only a trained head can be written");
  graph = features != NULL ? koma_graph_copy (features)
                           : koma_features_graph_new (koma_model_get_graph (base),
                                                      koma_model_get_output (base), NULL, error);
  if (graph == NULL)
    return FALSE;
  koma_tfjs_weights_init (&weights);
  json = write_model (graph, head, &weights, error);
  if (json == NULL)
    return FALSE;
  metadata = make_metadata (head, recipe, name);
  koma_json = make_koma_json (head, recipe, name);
  if (g_mkdir_with_parents (folder, 0777) != 0) {
    g_set_error (error, G_FILE_ERROR, (int) g_file_error_from_errno (errno), "%s: %s", folder,
                 g_strerror (errno));
    return FALSE;
  }
  return write_file (folder, WEIGHTS_FILE, (const char *) weights.bytes->data, weights.bytes->len,
                     error) &&
         write_file (folder, "metadata.json", metadata, -1, error) &&
         write_file (folder, "koma.json", koma_json, -1, error) &&
         write_file (folder, "model.json", json, -1, error);
}

static gboolean
is_made_of_layers (const KomaGraph *features)
{
  g_autoptr (KomaGraph) simple = koma_graph_copy (features);
  g_auto (KomaLayersWriter) writer = { 0 };
  g_autofree char *input = NULL, *output = NULL;

  koma_layers_writer_init (&writer);
  writer.weights.is_trial = TRUE;
  return koma_simplify (simple, NULL) &&
         koma_layers_from_graph (&writer, simple, &input, &output, NULL);
}

/**
 * koma_taught_model_check:
 * @features: koma_features_graph_new() of a base
 *
 * For a base that is being chosen, before anything is taught. Thread: any.
 *
 * Errors: %KOMA_ERROR_UNSUPPORTED if it has an op that can not be written, naming it; those of
 * koma_session_new() for shapes.
 *
 * Returns: whether koma_taught_model_write() can write it
 */
gboolean
koma_taught_model_check (const KomaGraph *features,
                         GError         **error)
{
  g_auto (KomaTfjsWeights) weights = { 0 };
  g_autofree char *json = NULL;

  if (is_made_of_layers (features))
    return TRUE;
  koma_tfjs_weights_init (&weights);
  weights.is_trial = TRUE;
  json = koma_graph_writer_to_json (features, &weights, WEIGHTS_FILE, error);
  return json != NULL;
}
