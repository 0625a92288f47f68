/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The table of a model's layers, as TensorFlow.js prints it. */
#include <string.h>

#include "engine/formats/json.h"
#include "engine/formats/keras/inbound.h"
#include "engine/formats/keras/model.h"
#include "layer-shapes.h"
#include "layers-state.h"

#define MAX_COLUMNS 5

typedef struct
{
  guint       n_columns;
  const guint ends[MAX_COLUMNS]; /* where columns end; the last is the width */
} Table;

static const Table narrow = { 4, { 28, 54, 80, 90 } };
static const Table wide = { 5, { 27, 55, 80, 92, 115 } };

typedef struct
{
  KomaLayersModel *model;
  const Table     *table;
  GString         *text;
  GArray          *uses; /* KomaLayerUse */
} Summary;

static void
add_line (Summary *self,
          char     c)
{
  for (guint i = 0; i < self->table->ends[self->table->n_columns - 1]; i++)
    g_string_append_c (self->text, c);
  g_string_append_c (self->text, '\n');
}

/* A column begins with a space where the one before fills its width. */
static void
add_row (Summary           *self,
         const char *const *fields)
{
  g_autoptr (GString) line = g_string_new (NULL);

  for (guint i = 0; i < self->table->n_columns; i++) {
    const guint end = self->table->ends[i];

    if (i > 0)
      line->str[line->len - 1] = ' ';
    g_string_append (line, fields[i]);
    g_string_truncate (line, end);
    while (line->len < end)
      g_string_append_c (line, ' ');
  }
  g_string_append_printf (self->text, "%s\n", line->str);
}

static void
add_shape (GString         *text,
           const KomaShape *shape)
{
  g_string_append_c (text, '[');
  for (guint d = 0; d < shape->rank; d++) {
    g_string_append (text, d > 0 ? "," : "");
    if (shape->dims[d] == KOMA_DIM_UNKNOWN)
      g_string_append (text, "null");
    else
      g_string_append_printf (text, "%" G_GINT64_FORMAT, shape->dims[d]);
  }
  g_string_append_c (text, ']');
}

static char *
write_shapes (GArray  *shapes,
              gboolean is_list)
{
  GString *text = g_string_new (is_list ? "[" : NULL);

  for (guint i = 0; i < shapes->len; i++) {
    g_string_append (text, i > 0 ? "," : "");
    add_shape (text, &g_array_index (shapes, KomaShape, i));
  }
  g_string_append (text, is_list ? "]" : "");
  return g_string_free (text, FALSE);
}

static gboolean
is_within (JsonObject *layer,
           JsonObject *model,
           guint       depth)
{
  JsonObject *within = koma_keras_layer_get_model (model);
  JsonArray  *layers = within != NULL ? koma_keras_layer_get_layers (within) : NULL;

  if (koma_keras_layer_get_identity (layer) == koma_keras_layer_get_identity (model))
    return TRUE;
  for (guint i = 0; i < koma_json_array_length (layers) && depth < KOMA_MAX_NESTING; i++)
    if (is_within (layer, koma_json_node_object (koma_json_element (layers, i)), depth + 1))
      return TRUE;
  return FALSE;
}

static gsize
count_params (const Summary *self,
              JsonObject    *layer)
{
  gsize n = 0;

  for (guint i = 0; i < self->model->weights->len; i++) {
    const KomaLayersWeight *weight = &g_array_index (self->model->weights, KomaLayersWeight, i);

    if (!weight->is_state && is_within (weight->layer, layer, 0))
      n += koma_shape_count (&weight->shape);
  }
  return n;
}

/* "h[0][0]" of each input; the first stands in the row of the layer. */
static GPtrArray *
list_connections (JsonObject *layer)
{
  GPtrArray *list = g_ptr_array_new_with_free_func (g_free);
  JsonArray *nodes = koma_json_get_array (layer, "inbound_nodes");

  for (guint i = 0; i < koma_json_array_length (nodes); i++) {
    g_autoptr (GArray) refs = g_array_new (FALSE, FALSE, sizeof (KomaKerasRef));

    if (!koma_keras_inbound_collect (koma_json_element (nodes, i), refs, NULL))
      continue;
    for (guint k = 0; k < refs->len; k++) {
      const KomaKerasRef *ref = &g_array_index (refs, KomaKerasRef, k);

      g_ptr_array_add (list, g_strdup_printf ("%s[%u][%u]", ref->layer, ref->call, ref->tensor));
    }
  }
  return list;
}

/* Of an input layer, which has no use. */
static char *
write_input_shape (JsonObject *layer)
{
  JsonNode *shape =
    koma_json_get (koma_json_get_object (layer, "config"), "batch_input_shape");

  return shape != NULL ? json_to_string (shape, FALSE) : g_strdup ("");
}

static void
add_layer (Summary    *self,
           JsonObject *layer)
{
  g_autofree char *title = g_strdup_printf ("%s (%s)", koma_keras_layer_get_name (layer),
                                            koma_keras_layer_get_class (layer));
  g_autofree char *params = g_strdup_printf ("%zu", count_params (self, layer));
  g_autofree char *input = NULL;
  g_autofree char *output = NULL;
  g_autoptr (GPtrArray) connections = list_connections (layer);

  for (guint i = 0; i < self->uses->len && input == NULL; i++) {
    const KomaLayerUse *use = &g_array_index (self->uses, KomaLayerUse, i);

    if (use->layer == layer) {
      input = write_shapes (use->inputs->len > 0 ? use->inputs : use->outputs, TRUE);
      output = write_shapes (use->outputs, use->outputs->len > 1);
    }
  }
  if (input == NULL) {
    output = write_input_shape (layer);
    input = g_strdup_printf ("[%s]", output);
  }
  add_row (self, (const char *const[]){ title, input, output, params,
                                        connections->len > 0 ? connections->pdata[0] : "" });
  for (guint i = 1; i < connections->len && self->table == &wide; i++)
    add_row (self, (const char *const[]){ "", "", "", "", connections->pdata[i] });
}

/* Whether each layer reads one other, and is read by one. */
static gboolean
is_in_a_row (JsonObject *model)
{
  JsonArray *layers = koma_keras_layer_get_layers (model);
  g_autoptr (GHashTable) read = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < koma_json_array_length (layers); i++) {
    JsonObject *layer = koma_json_node_object (koma_json_element (layers, i));
    g_autoptr (GPtrArray) connections = list_connections (layer);

    if (connections->len > 1 ||
        (connections->len == 1 &&
         !g_hash_table_add (read, g_strdup (connections->pdata[0]))))
      return FALSE;
  }
  return koma_keras_layer_is_sequential (model) ||
         g_hash_table_size (read) + 1 == koma_json_array_length (layers);
}

static void
add_layers (Summary *self)
{
  JsonArray  *layers = koma_keras_layer_get_layers (self->model->entry);
  const guint n = koma_json_array_length (layers);

  for (guint i = 0; i < n; i++) {
    JsonObject *layer = koma_json_node_object (koma_json_element (layers, i));

    if (koma_keras_layer_is_sequential (self->model->entry) &&
        g_str_equal (koma_keras_layer_get_class (layer), "InputLayer"))
      continue;
    add_layer (self, layer);
    add_line (self, i + 1 == n ? '=' : '_');
  }
}

static gboolean
add_totals (Summary *self,
            GError **error)
{
  gsize n = 0;
  gsize n_trainable = 0;

  if (!koma_layers_model_count_params (self->model, &n, &n_trainable, error))
    return FALSE;
  g_string_append_printf (self->text,
                          "Total params: %zu\nTrainable params: %zu\nNon-trainable params: %zu\n",
                          n, n_trainable, n - n_trainable);
  add_line (self, '_');
  return TRUE;
}

/**
 * koma_layers_model_summary:
 * @self: a model
 *
 * Thread: the owner's.
 *
 * Errors: those of koma_layers_model_get_n_weights().
 *
 * Returns: (transfer full) (nullable): a table of the layers, their shapes and numbers of weights,
 *   as TensorFlow.js prints it; lines end with a newline
 */
char *
koma_layers_model_summary (KomaLayersModel *self,
                           GError         **error)
{
  Summary  summary = { .model = self };
  gboolean is_written = FALSE;

  g_return_val_if_fail (KOMA_IS_LAYERS_MODEL (self), NULL);

  if (!koma_layers_model_ensure_weights (self, error) ||
      !koma_layers_model_read_frozen (self, error))
    return NULL;
  summary.uses = koma_layer_shapes_of_model (self->entry, self->layers, error);
  if (summary.uses == NULL)
    return NULL;
  summary.table = is_in_a_row (self->entry) ? &narrow : &wide;
  summary.text = g_string_new (NULL);
  add_line (&summary, '_');
  add_row (&summary, (const char *const[]){ "Layer (type)", "Input Shape", "Output shape",
                                            "Param #", "Receives inputs" });
  add_line (&summary, '=');
  add_layers (&summary);
  is_written = add_totals (&summary, error);
  g_array_unref (summary.uses);
  return g_string_free (summary.text, !is_written);
}
