/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "taught-model.h"

#include <errno.h>
#include <gio/gio.h>

#include "engine/koma/koma-error.h"
#include "features.h"
#include "head-private.h"
#include "layers-from-graph.h"
#include "simplify.h"

#define WEIGHTS_FILE "weights.bin"

/* The layer's matrix as Keras has it, [in, out]. @factor: of weights and bias. */
static char *
write_layer (KomaLayersWriter     *writer,
             const KomaDenseLayer *layer,
             const char           *input,
             const char           *activation,
             double                factor)
{
  const gsize       n_in = layer->n_in, n_out = layer->n_out;
  g_autofree float *kernel = g_new (float, n_in *n_out);
  g_autofree float *bias = g_new (float, n_out);
  JsonObject       *config = json_object_new ();
  char             *name = NULL;

  for (gsize o = 0; o < n_out; o++) {
    bias[o] = (float) (layer->bias[o] * factor);
    for (gsize i = 0; i < n_in; i++)
      kernel[i * n_out + o] = (float) (layer->weights[o * n_in + i] * factor);
  }
  json_object_set_int_member (config, "units", layer->n_out);
  json_object_set_string_member (config, "activation", activation);
  json_object_set_boolean_member (config, "use_bias", TRUE);
  name = koma_layers_writer_add (writer, "Dense", config, &input, 1);
  koma_layers_writer_add_weight (writer, name, "kernel", KOMA_SHAPE (layer->n_in, layer->n_out),
                                 kernel);
  koma_layers_writer_add_weight (writer, name, "bias", KOMA_SHAPE (layer->n_out), bias);
  return name;
}

/* The last layer divides by the temperature, so that scores are calibrated wherever it runs. */
static char *
write_head (KomaLayersWriter *writer,
            const KomaHead   *head,
            const char       *features)
{
  const KomaDenseLayers *layers = koma_head_get_layers (head);
  g_autofree char       *hidden =
    layers->n_layers > 1 ? write_layer (writer, &layers->layers[0], features, "relu", 1) : NULL;

  return write_layer (writer, &layers->layers[layers->n_layers - 1],
                      hidden != NULL ? hidden : features, "softmax",
                      1 / koma_head_get_calibration (head)->temperature);
}

static guint
count_features (const KomaGraph *graph)
{
  const KomaValue *output = koma_graph_get_value (graph, koma_graph_get_output (graph, 0));

  return (guint) koma_shape_count (&output->shape);
}

static gboolean
write_layers (KomaLayersWriter *writer,
              KomaGraph        *features, /* simple */
              const KomaHead   *head,
              char            **ret_json,
              GError          **error)
{
  g_autofree char *input = NULL, *last = NULL, *output = NULL;

  if (count_features (features) != koma_head_get_n_features (head))
    return koma_fail (error, KOMA_ERROR_SHAPE,
                      "The head takes %u features, and the model computes %u",
                      koma_head_get_n_features (head), count_features (features));
  if (!koma_layers_from_graph (writer, features, &input, &last, error))
    return FALSE;
  output = write_head (writer, head, last);
  *ret_json = koma_layers_writer_to_json (writer, input, output, WEIGHTS_FILE);
  return TRUE;
}

static KomaGraph *
make_features (KomaModel       *base,
               const KomaGraph *features, /* (nullable) */
               GError         **error)
{
  g_autoptr (KomaGraph) graph =
    features != NULL ? koma_graph_copy (features)
                     : koma_features_graph_new (koma_model_get_graph (base),
                                                koma_model_get_output (base), NULL, error);

  return graph != NULL && koma_simplify (graph, error) ? g_steal_pointer (&graph) : NULL;
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
 * format, are written as layers of Keras; batch norms are in the weights then. The temperature of
 * the head is in the weights, and the score from which answers are sure in koma.json. Thread: any;
 * blocks on the disk.
 *
 * Errors: %KOMA_ERROR_ARGUMENT if the head is not dense; %KOMA_ERROR_UNSUPPORTED if the base has an
 * op that is no layer of TensorFlow.js, naming it; %KOMA_ERROR_SHAPE if the head is for another
 * base; #GFileError.
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
  g_auto (KomaLayersWriter) writer = { 0 };
  g_autoptr (KomaGraph) graph = NULL;
  g_autofree char *json = NULL, *metadata = NULL, *koma_json = NULL;

  if (recipe == NULL)
    return FALSE;
  if (koma_head_get_kind (head) != KOMA_HEAD_DENSE)
    return koma_fail (error, KOMA_ERROR_ARGUMENT, "Only a trained head can be written");
  graph = make_features (base, features, error);
  if (graph == NULL)
    return FALSE;
  koma_layers_writer_init (&writer);
  if (!write_layers (&writer, graph, head, &json, error))
    return FALSE;
  metadata = make_metadata (head, recipe, name);
  koma_json = make_koma_json (head, recipe, name);
  if (g_mkdir_with_parents (folder, 0777) != 0) {
    g_set_error (error, G_FILE_ERROR, (int) g_file_error_from_errno (errno), "%s: %s", folder,
                 g_strerror (errno));
    return FALSE;
  }
  return write_file (folder, WEIGHTS_FILE, (const char *) writer.bytes->data, writer.bytes->len,
                     error) &&
         write_file (folder, "metadata.json", metadata, -1, error) &&
         write_file (folder, "koma.json", koma_json, -1, error) &&
         write_file (folder, "model.json", json, -1, error);
}

/**
 * koma_taught_model_check:
 * @features: koma_features_graph_new() of a base
 *
 * For a base that is being chosen, before anything is taught. Thread: any.
 *
 * Errors: %KOMA_ERROR_UNSUPPORTED if it has an op that is no layer of TensorFlow.js, naming it;
 * those of koma_session_new() for shapes.
 *
 * Returns: whether koma_taught_model_write() can write it
 */
gboolean
koma_taught_model_check (const KomaGraph *features,
                         GError         **error)
{
  g_autoptr (KomaGraph) graph = koma_graph_copy (features);
  g_auto (KomaLayersWriter) writer = { 0 };
  g_autofree char *input = NULL, *output = NULL;

  koma_layers_writer_init (&writer);
  writer.is_trial = TRUE;
  return koma_simplify (graph, error) &&
         koma_layers_from_graph (&writer, graph, &input, &output, error);
}
