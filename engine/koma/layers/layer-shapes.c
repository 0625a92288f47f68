/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Shapes of layers before there is data. Everything is built twice, with other numbers for what is
 * open: a size that is another one then is open, too. No weights are made for that, only shapes of
 * them. */
#include "layer-shapes.h"

#include "engine/formats/keras/model.h"
#include "engine/formats/keras/weight.h"
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

/**
 * koma_layer_shapes_apply:
 * @inputs: (element-type KomaShape): with the batch
 *
 * Errors: those of koma_keras_lower_layer(), and %KOMA_ERROR_UNSUPPORTED.
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
  if (is_sound)
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
