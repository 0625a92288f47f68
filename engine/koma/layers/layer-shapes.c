/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Shapes of layers before there is data. Everything is built twice, with other numbers for what is
 * open: a size that is another one then is open, too. No weights are made for that, only shapes of
 * them. */
#include "layer-shapes.h"

#include "engine/formats/keras/model.h"
#include "engine/formats/keras/weight.h"
#include "engine/koma/koma-error.h"
#include "layer-private.h"
#include "own-layer-private.h"

#define N_TRIALS 2

static const struct
{
  gint64 batch;
  gint64 open_size;
} trials[N_TRIALS] = { { 2, 48 }, { 3, 80 } };

static KomaShape
merge (const KomaShape *a,
       const KomaShape *b)
{
  KomaShape shape = *a;

  for (guint d = 0; d < shape.rank; d++)
    if (a->dims[d] != b->dims[d])
      shape.dims[d] = KOMA_DIM_UNKNOWN;
  return shape;
}

/* @builders: [N_TRIALS], and values of either. */
static GArray *
merge_values (KomaKerasBuilder *builders,
              GArray           *a,
              GArray           *b)
{
  GArray *shapes = g_array_new (FALSE, FALSE, sizeof (KomaShape));

  for (guint i = 0; i < MIN (a->len, b->len); i++) {
    const KomaShape first =
      koma_builder_get_shape (&builders[0].nodes, g_array_index (a, KomaValueId, i));
    const KomaShape second =
      koma_builder_get_shape (&builders[1].nodes, g_array_index (b, KomaValueId, i));
    const KomaShape shape = merge (&first, &second);

    g_array_append_val (shapes, shape);
  }
  return shapes;
}

static GPtrArray *
list_one (KomaLayer *layer)
{
  GPtrArray *list = g_ptr_array_new ();

  g_ptr_array_add (list, layer);
  return list;
}

static void
start (KomaKerasBuilder *builder,
       GPtrArray        *layers,
       guint             trial)
{
  koma_keras_builder_init_building (builder, NULL, trials[trial].batch, FALSE);
  koma_own_layer_attach (builder, layers);
  builder->open_size = trials[trial].open_size;
}

static gboolean
apply (KomaKerasBuilder *builder,
       JsonObject       *entry,
       GArray           *inputs,
       GArray           *ret_outputs,
       GError          **error)
{
  g_autoptr (GArray) values = g_array_new (FALSE, FALSE, sizeof (KomaValueId));

  for (guint i = 0; i < inputs->len; i++) {
    KomaShape   shape = g_array_index (inputs, KomaShape, i);
    KomaValueId value = 0;

    for (guint d = 0; d < shape.rank; d++)
      if (shape.dims[d] == KOMA_DIM_UNKNOWN)
        shape.dims[d] = d == 0 ? builder->batch : builder->open_size;
    value = koma_graph_add_input (builder->nodes.graph, "input", KOMA_DTYPE_FLOAT32, &shape);
    g_array_append_val (values, value);
  }
  return koma_keras_lower_layer (builder, entry, values, 0, ret_outputs, error);
}

/* Whether weights are the same whatever the open sizes are. States have the batch in them. */
static gboolean
check_open (const GArray    *weights_made,
            const GArray    *others,
            const KomaShape *input,
            GError         **error)
{
  for (guint i = 0; i < MIN (weights_made->len, others->len); i++) {
    const KomaKerasMadeWeight *made = &g_array_index (weights_made, KomaKerasMadeWeight, i);
    g_autofree char           *shape = NULL;

    if (made->is_state ||
        koma_shape_equal (&made->shape, &g_array_index (others, KomaKerasMadeWeight, i).shape))
      continue;
    shape = koma_shape_to_string (input);
    return koma_fail (error, KOMA_ERROR_SHAPE,
                      "the weight “%s” depends on a size that the input leaves open: %s",
                      made->label, shape);
  }
  return TRUE;
}

/* Whether weights are those that the layer was applied with before; the first ones are noted. */
static gboolean
check_known (KomaLayerPrivate *own,
             const GArray     *weights_made,
             GError          **error)
{
  if (own->weight_shapes == NULL) {
    own->weight_shapes = g_array_new (FALSE, FALSE, sizeof (KomaShape));
    for (guint i = 0; i < weights_made->len; i++)
      g_array_append_val (own->weight_shapes,
                          g_array_index (weights_made, KomaKerasMadeWeight, i).shape);
    return TRUE;
  }
  for (guint i = 0; i < MIN (weights_made->len, own->weight_shapes->len); i++) {
    const KomaKerasMadeWeight *made = &g_array_index (weights_made, KomaKerasMadeWeight, i);
    const KomaShape           *known = &g_array_index (own->weight_shapes, KomaShape, i);
    g_autofree char           *expected = NULL;
    g_autofree char           *found = NULL;

    if (made->is_state || koma_shape_equal (&made->shape, known))
      continue;
    expected = koma_shape_to_string (known);
    found = koma_shape_to_string (&made->shape);
    return koma_fail (error, KOMA_ERROR_SHAPE,
                      "the layer was applied before, with %s as its weight “%s”; here it would "
                      "have to be %s",
                      expected, made->label, found);
  }
  return TRUE;
}

/* Returns FALSE. */
static gboolean
name_layer (KomaLayer *layer,
            GError   **error)
{
  g_prefix_error (error, "%s “%s”: ", koma_layer_get_class_name (layer),
                  koma_layer_get_name (layer));
  return FALSE;
}

/**
 * koma_layer_shapes_check_weights:
 * @weights_made: (element-type KomaKerasMadeWeight): for the inputs in hand
 *
 * Errors: %KOMA_ERROR_SHAPE if the layer has others since it was applied first.
 */
gboolean
koma_layer_shapes_check_weights (KomaLayer    *layer,
                                 const GArray *weights_made,
                                 GError      **error)
{
  return koma_layer_is_own (layer) ||
         check_known (koma_layer_get_private (layer), weights_made, error) ||
         name_layer (layer, error);
}

/* Of two builds. */
static gboolean
check_weights (KomaLayer        *layer,
               KomaKerasBuilder *builders,
               const KomaShape  *input,
               GError          **error)
{
  if (!check_open (builders[0].weights_made, builders[1].weights_made, input, error))
    return name_layer (layer, error);
  return koma_layer_shapes_check_weights (layer, builders[0].weights_made, error);
}

/**
 * koma_layer_shapes_apply:
 * @inputs: (element-type KomaShape): with the batch
 *
 * Errors: those of koma_keras_lower_layer(), and %KOMA_ERROR_UNSUPPORTED; %KOMA_ERROR_SHAPE if a
 * weight's size is left open, or is another one than where the layer was applied before.
 */
GArray *
koma_layer_shapes_apply (KomaLayer *layer,
                         GArray    *inputs,
                         GError   **error)
{
  g_autoptr (GPtrArray) layers = list_one (layer);
  KomaKerasBuilder builders[N_TRIALS] = { 0 };
  GArray          *outputs[N_TRIALS] = { 0 };
  GArray          *shapes = NULL;
  gboolean         is_sound = koma_own_layer_ensure_built (layer, inputs, error);

  for (guint i = 0; i < N_TRIALS; i++) {
    start (&builders[i], layers, i);
    outputs[i] = g_array_new (FALSE, FALSE, sizeof (KomaValueId));
    is_sound = is_sound && apply (&builders[i], koma_layer_get_entry (layer), inputs, outputs[i],
                                  error);
  }
  if (is_sound &&
      check_weights (layer, builders, &g_array_index (inputs, KomaShape, 0), error))
    shapes = merge_values (builders, outputs[0], outputs[1]);
  for (guint i = 0; i < N_TRIALS; i++) {
    koma_keras_builder_clear (&builders[i]);
    g_array_unref (outputs[i]);
  }
  return shapes;
}

/**
 * koma_layer_shapes_build:
 *
 * Errors: those of koma_keras_lower_layer(), and %KOMA_ERROR_UNSUPPORTED.
 */
gboolean
koma_layer_shapes_build (KomaKerasBuilder *builder,
                         GPtrArray        *layers,
                         GArray           *inputs,
                         GError          **error)
{
  g_autoptr (GArray) outputs = g_array_new (FALSE, FALSE, sizeof (KomaValueId));

  start (builder, layers, 0);
  return apply (builder, koma_layer_get_entry (layers->pdata[0]), inputs, outputs, error);
}

static void
clear_use (gpointer data)
{
  KomaLayerUse *use = data;

  g_array_unref (use->inputs);
  g_array_unref (use->outputs);
}

static GArray *
merge_uses (KomaKerasBuilder *builders)
{
  GArray *uses = g_array_new (FALSE, FALSE, sizeof (KomaLayerUse));

  g_array_set_clear_func (uses, clear_use);
  for (guint i = 0; i < builders[0].uses->len; i++) {
    const KomaKerasUse *a = &g_array_index (builders[0].uses, KomaKerasUse, i);
    const KomaKerasUse *b = &g_array_index (builders[1].uses, KomaKerasUse, i);
    const KomaLayerUse  use = {
       .layer = a->layer,
       .inputs = merge_values (builders, a->inputs, b->inputs),
       .outputs = merge_values (builders, a->outputs, b->outputs),
       .depth = a->depth,
    };

    g_array_append_val (uses, use);
  }
  return uses;
}

/**
 * koma_layer_shapes_of_model:
 * @entry: of a model
 *
 * Errors: those of koma_keras_build().
 */
GArray *
koma_layer_shapes_of_model (JsonObject *entry,
                            GPtrArray  *layers,
                            GError    **error)
{
  KomaKerasBuilder builders[N_TRIALS] = { 0 };
  GArray          *uses = NULL;
  gboolean         is_sound = TRUE;

  for (guint i = 0; i < N_TRIALS; i++) {
    start (&builders[i], layers, i);
    is_sound = is_sound && koma_keras_build (&builders[i], entry, error);
  }
  if (is_sound)
    uses = merge_uses (builders);
  for (guint i = 0; i < N_TRIALS; i++)
    koma_keras_builder_clear (&builders[i]);
  return uses;
}
