/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "part-models.h"
#include "samples.h"

typedef struct
{
  JsonObject      *what; /* (borrowed) the case */
  char            *golden;
  char            *results;
  KomaLayersModel *model;
  KomaTensor      *x;
  KomaTensor      *y;
  JsonArray       *losses; /* of each batch */
  KomaHistory     *history;
} Training;

static void
training_clear (Training *self)
{
  g_free (self->golden);
  g_free (self->results);
  g_clear_object (&self->model);
  g_clear_object (&self->x);
  g_clear_object (&self->y);
  g_clear_object (&self->history);
  json_array_unref (self->losses);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Training, training_clear)

static gboolean
set_options (Training *self,
             GError  **error)
{
  JsonObject *optimizer = json_object_get_object_member (self->what, "optimizer");
  g_autoptr (GList) names = json_object_get_members (optimizer);

  for (GList *n = names; n != NULL; n = n->next) {
    JsonNode    *node = json_object_get_member (optimizer, n->data);
    const double value = json_node_get_value_type (node) == G_TYPE_BOOLEAN
                           ? json_node_get_boolean (node)
                           : json_node_get_double (node);

    if (strcmp (n->data, "name") != 0 &&
        !koma_layers_model_set_option (self->model, n->data, value, error))
      return FALSE;
  }
  return TRUE;
}

static gboolean
compile (Training *self,
         GError  **error)
{
  JsonArray *metrics = json_object_get_array_member (self->what, "metrics");
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) list = NULL;

  for (guint i = 0; i < json_array_get_length (metrics); i++)
    g_strv_builder_add (builder, json_array_get_string_element (metrics, i));
  list = g_strv_builder_end (builder);
  return koma_layers_model_compile (
           self->model,
           json_object_get_string_member (
             json_object_get_object_member (self->what, "optimizer"), "name"),
           json_object_get_string_member (self->what, "loss"), (const char *const *) list, error) &&
         set_options (self, error);
}

static void
on_batch_end (KomaLayersModel *model,
              guint            epoch,
              guint            batch,
              double           loss,
              Training        *self)
{
  json_array_add_double_element (self->losses, loss);
}

static gboolean
take_validation (Training       *self,
                 KomaFitOptions *options,
                 GError        **error)
{
  JsonObject *validation = NULL;
  g_autoptr (KomaTensor) x = NULL;
  g_autoptr (KomaTensor) y = NULL;

  if (!json_object_has_member (self->what, "validation"))
    return TRUE;
  validation = json_object_get_object_member (self->what, "validation");
  x = samples_read (json_object_get_object_member (validation, "x"), self->golden, error);
  if (x != NULL)
    y = samples_read (json_object_get_object_member (validation, "y"), self->golden, error);
  if (y == NULL)
    return FALSE;
  koma_fit_options_set_validation (options, &x, 1, &y, 1);
  return TRUE;
}

static gboolean
fit (Training *self,
     GError  **error)
{
  g_autoptr (KomaFitOptions) options =
    koma_fit_options_new ((guint) json_object_get_int_member (self->what, "epochs"),
                          (guint) json_object_get_int_member (self->what, "batch_size"));

  g_object_set (options, "shuffle", FALSE, NULL);
  if (!take_validation (self, options, error))
    return FALSE;
  g_signal_connect (self->model, "batch-end", G_CALLBACK (on_batch_end), self);
  self->history =
    koma_layers_model_fit (self->model, &self->x, 1, &self->y, 1, options, NULL, error);
  return self->history != NULL;
}

static JsonArray *
write_numbers (const double *numbers,
               gsize         n)
{
  JsonArray *array = json_array_new ();

  for (gsize i = 0; i < n; i++)
    json_array_add_double_element (array, numbers[i]);
  return array;
}

static gboolean
write_numbers_of_all (Training *self,
                      GError  **error)
{
  g_autofree char   *path = g_build_filename (self->results, "result.json", NULL);
  g_autofree double *numbers = NULL;
  g_autofree char   *text = NULL;
  g_autoptr (JsonNode) node = json_node_alloc ();
  g_auto (GStrv) names = koma_history_get_names (self->history);
  JsonObject *root = json_object_new ();
  JsonObject *history = json_object_new ();
  gsize       n = 0;

  json_node_take_object (node, root);
  json_object_set_array_member (root, "losses", json_array_ref (self->losses));
  json_object_set_object_member (root, "history", history);
  for (guint i = 0; names[i] != NULL; i++) {
    const double *values = koma_history_get_values (self->history, names[i], &n);

    json_object_set_array_member (history, names[i], write_numbers (values, n));
  }
  numbers = koma_layers_model_evaluate (
    self->model, &self->x, 1, &self->y, 1,
    (guint) json_object_get_int_member (self->what, "batch_size"), &n, error);
  if (numbers == NULL)
    return FALSE;
  json_object_set_array_member (root, "evaluate", write_numbers (numbers, n));
  text = json_to_string (node, FALSE);
  return g_file_set_contents (path, text, -1, error);
}

static gboolean
write_tensors (Training *self,
               GError  **error)
{
  JsonObject *predict = json_object_get_object_member (self->what, "predict");
  JsonArray  *weights = json_object_get_array_member (self->what, "final_weights");
  g_autoptr (KomaTensor) output = koma_layers_model_predict (self->model, &self->x, 1, 32, error);

  if (output == NULL)
    return FALSE;
  g_object_ref_sink (output);
  if (!samples_write (output, self->results, json_object_get_string_member (predict, "file"),
                      error))
    return FALSE;
  for (guint i = 0; i < json_array_get_length (weights); i++) {
    JsonObject *weight = json_array_get_object_element (weights, i);
    g_autoptr (KomaTensor) value = koma_layers_model_get_weight (self->model, i, error);

    if (value == NULL)
      return FALSE;
    g_object_ref_sink (value);
    if (!samples_write (value, self->results, json_object_get_string_member (weight, "file"),
                        error))
      return FALSE;
  }
  return TRUE;
}

static gboolean
run (Training *self,
     GError  **error)
{
  g_autofree char *path =
    g_build_filename (self->golden, json_object_get_string_member (self->what, "model"), NULL);

  self->model = koma_layers_model_load (path, error);
  if (self->model == NULL || !compile (self, error))
    return FALSE;
  self->x = samples_read (json_object_get_object_member (self->what, "x"), self->golden, error);
  if (self->x == NULL)
    return FALSE;
  self->y = samples_read (json_object_get_object_member (self->what, "y"), self->golden, error);
  if (self->y == NULL || !fit (self, error))
    return FALSE;
  g_mkdir_with_parents (self->results, 0777);
  return write_tensors (self, error) && write_numbers_of_all (self, error);
}

static void
run_case (JsonObject *what,
          const char *golden,
          const char *results)
{
  const char *name = json_object_get_string_member (what, "name");
  g_auto (Training) self = {
    .what = what,
    .golden = g_build_filename (golden, "training", name, NULL),
    .results = g_build_filename (results, "training", name, NULL),
    .losses = json_array_new (),
  };
  g_autoptr (GError) error = NULL;

  if (!run (&self, &error))
    g_printerr ("training %s: %s\n", name, error->message);
}

void
part_training (const char *golden,
               const char *results)
{
  g_autofree char *path = g_build_filename (golden, "training", "index.json", NULL);
  g_autoptr (JsonParser) parser = json_parser_new ();
  JsonArray *cases = NULL;

  if (!json_parser_load_from_file (parser, path, NULL))
    return;
  cases = json_object_get_array_member (json_node_get_object (json_parser_get_root (parser)),
                                        "cases");
  for (guint i = 0; i < json_array_get_length (cases); i++)
    run_case (json_array_get_object_element (cases, i), golden, results);
}
