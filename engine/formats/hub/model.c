/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "model.h"

#include "architectures.h"

static const struct
{
  const char *name;  /* of whoever names its architectures */
  const char *input; /* as others call the picture */
} sources[] = {
  [KOMA_HUB_HUGGING_FACE] = { "Hugging Face", "pixel_values" },
  [KOMA_HUB_TIMM] = { "timm", "pixel_values" },
  [KOMA_HUB_TORCHVISION] = { "torchvision", "input" },
  [KOMA_HUB_OPEN_CLIP] = { "open_clip", "pixel_values" },
};

/* As readers leave their graphs: nothing is inferred, and the batch is open. */
static void
forget_shapes (KomaGraph *graph)
{
  for (guint i = 0; i < koma_graph_get_n_inputs (graph); i++)
    koma_graph_get_value (graph, koma_graph_get_input (graph, i))->shape.dims[0] = KOMA_DIM_UNKNOWN;
  koma_graph_forget_inferred (graph);
}

static void
describe (const KomaHub *hub,
          KomaRawModel  *raw)
{
  const char *surplus = NULL;

  raw->format = g_strdup_printf ("%s, %s", sources[hub->source].name, hub->architecture);
  raw->op_counts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  raw->unsupported = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (guint i = 0; i < koma_graph_get_n_nodes (raw->graph); i++)
    koma_raw_model_count_op (raw, koma_op_get_name (koma_graph_get_node (raw->graph, i)->op));
  raw->n_weights = hub->weights->n_weights;
  raw->n_float16 = hub->weights->n_float16;
  raw->n_unused_weights = koma_hub_weights_count_surplus (hub->weights, &surplus);
  if (surplus != NULL && raw->warning == NULL)
    raw->warning = g_strdup_printf ("%u weights are not used, which architecture %s does not have; "
                                    "one is “%.200s”",
                                    raw->n_unused_weights, hub->architecture, surplus);
}

static KomaValueId
check_scores (KomaHub    *hub,
              KomaValueId scores)
{
  const KomaShape shape = koma_builder_get_shape (&hub->nodes, scores);

  if (scores == KOMA_VALUE_NONE || (shape.rank == 2 && shape.dims[1] > 0))
    return scores;
  return koma_builder_fail (&hub->nodes, KOMA_ERROR_SHAPE, "the last layer gives no scores");
}

static gboolean
build (KomaHub                   *hub,
       const KomaHubArchitecture *architecture,
       GError                   **error)
{
  static const guint channels_last[] = { 0, 2, 3, 1 };
  KomaBuilder       *nodes = &hub->nodes;
  const char        *input = sources[hub->source].input;
  KomaValueId        x = koma_builder_input (nodes, input, KOMA_DTYPE_FLOAT32,
                                             KOMA_SHAPE (1, 3, hub->height, hub->width));

  nodes->name = input;
  x = architecture->build (hub, koma_builder_transpose (nodes, x, channels_last));
  x = check_scores (hub, x);
  if (!koma_builder_finish (nodes, error)) {
    g_prefix_error (error, "%s: ", hub->architecture);
    return FALSE;
  }
  koma_graph_add_output (nodes->graph, "logits", x);
  if (hub->text_embeds != KOMA_VALUE_NONE) {
    koma_graph_add_output (nodes->graph, "image_embeds", hub->image_embeds);
    koma_graph_add_output (nodes->graph, "text_embeds", hub->text_embeds);
  }
  return TRUE;
}

static gboolean
check_size (const KomaHubModel *self,
            GError            **error)
{
  return (MIN (self->width, self->height) > 0 &&
          MAX (self->width, self->height) <= KOMA_MAX_INPUT_SIDE) ||
         koma_fail (error, KOMA_ERROR_MODEL, "pictures of %u × %u pixels", self->width,
                    self->height);
}

/**
 * koma_hub_model_check_architecture:
 *
 * Thread: any. Errors: %KOMA_ERROR_UNSUPPORTED for an architecture that Koma does not have, naming
 * those that it has.
 */
gboolean
koma_hub_model_check_architecture (const KomaHubModel *self,
                                   GError            **error)
{
  g_autofree char *all = NULL;

  if (koma_hub_architecture_find (self->source, self->architecture) != NULL)
    return TRUE;
  all = koma_hub_architecture_list (self->source);
  return koma_fail (error, KOMA_ERROR_UNSUPPORTED,
                    "the architecture is %.100s of %s; of these Koma has %s", self->architecture,
                    sources[self->source].name, all);
}

/**
 * koma_hub_model_build:
 * @weights: those that are used are taken
 * @raw: its graph, its counts and its format are set, and a warning that names a weight which
 *   nothing uses
 *
 * Makes the graph of a model: one input [n,3,h,w], one output "logits" [n,classes]. One that
 * compares pictures with words has the input "input_ids" [texts,rows], too, and maybe
 * "attention_mask"; its "logits" are [n,texts], and it has outputs "image_embeds" [n,c] and
 * "text_embeds" [texts,c] of unit length.
 *
 * Errors: those of koma_hub_model_check_architecture(); %KOMA_ERROR_MODEL where a weight is
 * missing, %KOMA_ERROR_SHAPE where one does not fit, naming it; %KOMA_ERROR_MEMORY. Thread: any.
 */
gboolean
koma_hub_model_build (const KomaHubModel *self,
                      KomaHubWeights     *weights,
                      KomaRawModel       *raw,
                      GError            **error)
{
  g_auto (KomaHub) hub = { 0 };

  if (!koma_hub_model_check_architecture (self, error) || !check_size (self, error))
    return FALSE;
  raw->graph = koma_graph_new ();
  koma_hub_init (&hub, raw->graph, weights);
  hub.source = self->source;
  hub.architecture = self->architecture;
  hub.settings = self->settings;
  hub.height = self->height;
  hub.width = self->width;
  if (!build (&hub, koma_hub_architecture_find (self->source, self->architecture), error))
    return FALSE;
  forget_shapes (raw->graph);
  describe (&hub, raw);
  return TRUE;
}
