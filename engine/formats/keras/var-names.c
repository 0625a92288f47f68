/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* In a .keras file a layer is called after its class, "conv2d_1", and not by its name; its
 * variables are 0, 1, 2, in the order in which the layer makes them. */

#include "var-names.h"

#include <string.h>

#include "engine/formats/json.h"
#include "engine/graph/array.h"
#include "engine/koma-limits.h"
#include "config.h"
#include "model.h"
#include "recurrent.h"

#define MAX_VARS 4

/* The first is of Keras 3, the second of Keras 2.12. */
const char *const koma_keras_var_containers[] = {
  "layers",
  "_layer_checkpoint_dependencies",
  NULL,
};

typedef struct
{
  const char *class_name;
  const char *vars[MAX_VARS];
} Row;

static const Row rows[] = {
  { "BatchNormalization", { "gamma", "beta", "moving_mean", "moving_variance" } },
  { "Conv1D", { "kernel", "bias" } },
  { "Conv1DTranspose", { "kernel", "bias" } },
  { "Conv2D", { "kernel", "bias" } },
  { "Conv2DTranspose", { "kernel", "bias" } },
  { "Conv3D", { "kernel", "bias" } },
  { "Conv3DTranspose", { "kernel", "bias" } },
  { "Dense", { "kernel", "bias" } },
  { "DepthwiseConv1D", { "kernel", "bias" } },
  { "DepthwiseConv2D", { "kernel", "bias" } },
  { "Embedding", { "embeddings" } },
  { "GroupNormalization", { "gamma", "beta" } },
  { "LayerNormalization", { "gamma", "beta" } },
  { "Normalization", { "mean", "variance" } },
  { "PReLU", { "alpha" } },
  { "SeparableConv1D", { "depthwise_kernel", "pointwise_kernel", "bias" } },
  { "SeparableConv2D", { "depthwise_kernel", "pointwise_kernel", "bias" } },
};

/* Of every recurrent cell. */
static const Row cell_row = { "", { "kernel", "recurrent_kernel", "bias" } };

/* Of every product within a MultiHeadAttention. */
static const Row product_row = { "", { "kernel", "bias" } };

/* Settings without which a variable is not made. */
static const struct
{
  const char *var;
  const char *setting;
} switches[] = { { "bias", "use_bias" }, { "gamma", "scale" }, { "beta", "center" } };

typedef struct
{
  const char *container; /* of the whole model; those in it may have another */
  gboolean    is_double; /* a layer with variables counts twice */
  GHashTable *from;
  GHashTable *groups; /* (element-type utf8): that have variables below them */
  GHashTable *to;
} Naming;

static gboolean
has_var (JsonObject *config,
         const char *var)
{
  gboolean is_on = TRUE;

  for (guint i = 0; i < G_N_ELEMENTS (switches); i++)
    if (strcmp (switches[i].var, var) == 0)
      (void) koma_keras_read_flag (koma_json_get (config, switches[i].setting), &is_on);
  return is_on;
}

/* @name: as the weights are looked up: “dense”, “bidirectional/forward_lstm” */
static void
name_vars (Naming     *self,
           const Row  *row,
           JsonObject *config,
           const char *path,
           const char *name)
{
  guint n_vars = 0;

  for (guint i = 0; i < MAX_VARS && row->vars[i] != NULL; i++) {
    g_autofree char *key = NULL;
    KomaArray       *tensor = NULL;

    if (!has_var (config, row->vars[i]))
      continue;
    key = g_strdup_printf ("%s/vars/%u", path, n_vars++);
    tensor = g_hash_table_lookup (self->from, key);
    if (tensor != NULL)
      g_hash_table_insert (self->to, g_strdup_printf ("%s/%s", name, row->vars[i]),
                           koma_array_ref (tensor));
  }
}

/* As Keras does it, with the same two expressions: "ReLU" is "re_lu". */
static char *
to_snake_case (const char *class_name)
{
  g_autoptr (GRegex) words = g_regex_new ("(.)([A-Z][a-z]+)", 0, 0, NULL);
  g_autoptr (GRegex) capitals = g_regex_new ("([a-z])([A-Z])", 0, 0, NULL);
  g_autofree char *first = g_regex_replace (words, class_name, -1, 0, "\\1_\\2", 0, NULL);
  g_autofree char *second = NULL;

  if (first != NULL)
    second = g_regex_replace (capitals, first, -1, 0, "\\1_\\2", 0, NULL);
  return g_ascii_strdown (second != NULL ? second : class_name, -1);
}

/* "conv2d", then "conv2d_1". Keras 2.12 to 2.14 name what they keep for a checkpoint, where a layer
 * with variables stands twice, under two keys: "conv2d", then "conv2d_2". */
static char *
make_path (const Naming *self,
           GHashTable   *counts,
           JsonObject   *layer,
           const char   *above)
{
  char       *snake = to_snake_case (koma_keras_layer_get_class (layer));
  const guint n = GPOINTER_TO_UINT (g_hash_table_lookup (counts, snake));
  char       *path = n == 0 ? g_strconcat (above, snake, NULL)
                            : g_strdup_printf ("%s%s_%u", above, snake, n);
  const guint n_more = self->is_double && g_hash_table_contains (self->groups, path) ? 2 : 1;

  g_hash_table_insert (counts, snake, GUINT_TO_POINTER (n + n_more));
  return path;
}

static void name_layer (Naming     *self,
                        JsonObject *layer,
                        const char *path,
                        const char *name,
                        guint       depth);

/* Cells of RNN: one, or a stack, whose cells are called after their classes. */
static void
name_cells (Naming     *self,
            JsonObject *cell,
            const char *path,
            const char *name)
{
  JsonObject *config = koma_json_get_object (cell, "config");
  JsonArray  *cells = koma_json_get_array (config, "cells");
  g_autoptr (GHashTable) counts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autofree char *above = g_strconcat (path, "/cells/", NULL);

  if (cells == NULL)
    name_vars (self, &cell_row, config, path, name);
  for (guint i = 0; i < koma_json_array_length (cells); i++) {
    JsonObject      *one = koma_json_node_object (koma_json_element (cells, i));
    g_autofree char *below = make_path (self, counts, one, above);
    g_autofree char *numbered = g_strdup_printf ("%s/RNNCell_%u", name, i);

    name_vars (self, &cell_row, koma_json_get_object (one, "config"), below, numbered);
  }
}

/* The layers within a MultiHeadAttention; Keras calls them after the members of its class, from
 * version to version with and without the underscore. */
static void
name_attention (Naming     *self,
                JsonObject *config,
                const char *path,
                const char *name)
{
  static const char *const parts[][2] = {
    { "query_dense", "query" },
    { "key_dense", "key" },
    { "value_dense", "value" },
    { "output_dense", "attention_output" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++) {
    g_autofree char *plain = g_strconcat (path, "/", parts[i][0], NULL);
    g_autofree char *underscored = g_strconcat (path, "/_", parts[i][0], NULL);
    g_autofree char *below = g_strconcat (name, "/", parts[i][1], NULL);

    name_vars (self, &product_row, config, plain, below);
    name_vars (self, &product_row, config, underscored, below);
  }
}

/* A layer in @layer's setting @setting, in its group @group. */
static void
name_inner (Naming     *self,
            JsonObject *layer,
            const char *setting,
            const char *group,
            const char *path,
            const char *name,
            guint       depth)
{
  JsonObject      *inner = koma_json_get_object (koma_json_get_object (layer, "config"), setting);
  g_autofree char *below = g_strconcat (path, "/", group, NULL);

  if (inner != NULL && depth < KOMA_MAX_NESTING)
    name_layer (self, inner, below, name, depth + 1);
}

static void
name_both_directions (Naming     *self,
                      JsonObject *layer,
                      const char *path,
                      const char *name,
                      guint       depth)
{
  JsonObject      *config = koma_json_get_object (layer, "config");
  JsonObject      *forward = koma_json_get_object (config, "layer");
  JsonObject      *backward = koma_json_get_object (config, "backward_layer");
  const char      *other = backward != NULL ? "backward_layer" : "layer";
  g_autofree char *first = koma_keras_make_direction_name (name, "forward_", forward);
  g_autofree char *second = koma_keras_make_direction_name (
    name, "backward_", backward != NULL ? backward : forward);

  name_inner (self, layer, "layer", "forward_layer", path, first, depth);
  name_inner (self, layer, other, "backward_layer", path, second, depth);
}

static void
name_layer (Naming     *self,
            JsonObject *layer,
            const char *path,
            const char *name,
            guint       depth)
{
  const char      *class_name = koma_keras_layer_get_class (layer);
  JsonObject      *config = koma_json_get_object (layer, "config");
  g_autofree char *cell = g_strconcat (path, "/cell", NULL);

  if (strcmp (class_name, "TimeDistributed") == 0)
    name_inner (self, layer, "layer", "layer", path, name, depth);
  else if (strcmp (class_name, "Bidirectional") == 0)
    name_both_directions (self, layer, path, name, depth);
  else if (strcmp (class_name, "RNN") == 0)
    name_cells (self, koma_json_get_object (config, "cell"), cell, name);
  else if (strcmp (class_name, "MultiHeadAttention") == 0)
    name_attention (self, config, path, name);
  else if (koma_keras_cell_find (class_name) != NULL)
    name_vars (self, &cell_row, config, cell, name);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (strcmp (rows[i].class_name, class_name) == 0)
      name_vars (self, &rows[i], config, path, name);
}

/* (transfer full) Where the layers of a model within the model are, with a slash behind it. */
static char *
find_layers (const Naming *self,
             const char   *path)
{
  for (const char *const *name = koma_keras_var_containers; *name != NULL; name++) {
    g_autofree char *below = g_strconcat (path, "/", *name, NULL);

    if (g_hash_table_contains (self->groups, below))
      return g_strconcat (below, "/", NULL);
  }
  return g_strconcat (path, "/", self->container, "/", NULL);
}

static void
name_model (Naming     *self,
            JsonObject *model,
            const char *above,
            const char *prefix,
            guint       depth)
{
  JsonArray *layers = koma_keras_layer_get_layers (model);
  g_autoptr (GHashTable) counts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < koma_json_array_length (layers) && depth < KOMA_MAX_NESTING; i++) {
    JsonObject      *layer = koma_json_node_object (koma_json_element (layers, i));
    g_autofree char *path = make_path (self, counts, layer, above);

    if (koma_keras_layer_is_functional (layer) || koma_keras_layer_is_sequential (layer)) {
      g_autofree char *below = find_layers (self, path);
      g_autofree char *names = g_strconcat (prefix, koma_keras_layer_get_name (layer), "/", NULL);

      name_model (self, layer, below, names, depth + 1);
    } else {
      g_autofree char *name = g_strconcat (prefix, koma_keras_layer_get_name (layer), NULL);

      name_layer (self, layer, path, name, depth);
    }
  }
}

/* (transfer full) Every group that a variable lies in, and those around it. */
static GHashTable *
collect_groups (GHashTable *tensors)
{
  GHashTable    *groups = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  GHashTableIter iter;
  gpointer       key = NULL;

  g_hash_table_iter_init (&iter, tensors);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    for (const char *slash = strchr (key, '/'); slash != NULL; slash = strchr (slash + 1, '/'))
      g_hash_table_add (groups, g_strndup (key, (gsize) (slash - (const char *) key)));
  return groups;
}

static GHashTable *
name_all (Naming     *self,
          JsonObject *model,
          gboolean    is_double)
{
  self->is_double = is_double;
  self->to = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                    (GDestroyNotify) koma_array_unref);
  name_model (self, model, "", "", 0);
  return self->to;
}

/**
 * koma_keras_name_vars:
 * @model: (nullable): its entry
 * @container: the name of the group that holds the layers of a model
 * @tensors: (transfer full) (element-type utf8 KomaArray): variables by their path
 *
 * Thread: any.
 *
 * Returns: (transfer full) (element-type utf8 KomaArray): those of the layers that Koma knows, by
 *   their names
 */
GHashTable *
koma_keras_name_vars (JsonObject *model,
                      const char *container,
                      GHashTable *tensors)
{
  g_autoptr (GHashTable) groups = collect_groups (tensors);
  Naming self = { .container = container, .from = tensors, .groups = groups };
  g_autoptr (GHashTable) once = name_all (&self, model, FALSE);
  g_autoptr (GHashTable) twice = name_all (&self, model, TRUE);

  g_hash_table_unref (tensors);
  /* The file does not say which of the two it is; the wrong one leaves layers without any. */
  return g_hash_table_size (twice) > g_hash_table_size (once) ? g_steal_pointer (&twice)
                                                              : g_steal_pointer (&once);
}
