/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Models that are described by the shapes of their layers and weights. */
#include <string.h>

#include "engine/formats/json.h"
#include "engine/koma/koma.h"
#include "tests/golden/description.h"

#define HEADER                                                                      \
  "'___', 'Layer (type)   Input Shape   Output shape  Param #  Receives inputs ', " \
  "'===', "

/* (transfer full) (nullable): single quotes stand for double ones. */
static KomaLayersModel *
build (const char *text,
       GError    **error)
{
  g_autofree char *json = g_strdup (text);
  g_autoptr (JsonNode) node = NULL;

  g_strdelimit (json, "'", '"');
  node = koma_json_parse (json, strlen (json), "description", error);
  g_assert_no_error (*error);
  return description_build (koma_json_node_object (node), error);
}

static void
assert_config (KomaLayersModel *model,
               const char      *layer,
               const char      *text)
{
  g_autofree char *config = koma_layer_get_config (koma_layers_model_find_layer (model, layer));

  g_test_message ("%s", config);
  g_assert_nonnull (strstr (config, text));
}

/* An empty column leaves the layer before. */
static void
test_sequential (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaLayersModel) model =
    build ("{'inputs': [[null, 8, 6, 2]], 'layers': ["
           "{'name': 'c', 'class': 'Conv2D', 'output': [null, 8, 6, 4]},"
           "{'name': 'p', 'class': 'MaxPooling2D', 'output': [null, 2, 3, 4]},"
           "{'name': 'r', 'class': 'Reshape', 'output': [null, 6, 4]},"
           "{'name': 'l', 'class': 'LSTM', 'output': [null, 6, 3], 'trainable': false},"
           "{'name': 'g', 'class': 'SimpleRNN', 'output': [null, 5]},"
           "{'name': 'd', 'class': 'Dense', 'output': [null, 7]}],"
           "'weights': [{'name': 'c/kernel', 'shape': [3, 5, 2, 4]},"
           "{'name': 'l/bias', 'shape': [12]}, {'name': 'd/bias', 'shape': [7]}]}",
           &error);
  gsize n = 0;
  gsize n_trainable = 0;

  g_assert_no_error (error);
  assert_config (model, "c", "\"kernel_size\":[3,5]");
  assert_config (model, "c", "\"padding\":\"same\"");
  assert_config (model, "c", "\"use_bias\":false");
  assert_config (model, "p", "\"pool_size\":[4,2]");
  assert_config (model, "l", "\"return_sequences\":true");
  g_assert_true (koma_layers_model_count_params (model, &n, &n_trainable, &error));
  g_assert_cmpuint (n, ==, 120 + 96 + 40 + 42);
  g_assert_cmpuint (n - n_trainable, ==, 96);
}

/* The summary says what goes where. */
static void
test_functional (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaLayersModel) model =
    build ("{'layers': [{'name': 'x', 'class': 'InputLayer', 'output': [null, 3]},"
           "{'name': 'y', 'class': 'InputLayer', 'output': [null, 5]},"
           "{'name': 'a', 'class': 'Dense', 'output': [null, 2]},"
           "{'name': 'm', 'class': 'Concatenate', 'output': [null, 10]}],"
           "'summary': [" HEADER
           "'x (InputLayer) [[null,3]]    [null,3]      0                        ', '___',"
           "'y (InputLayer) [[null,5]]    [null,5]      0                        ', '___',"
           "'a (Dense)      [[null,3]]    [null,2]      6        x[0][0]         ', '___',"
           "'m (Concatenat) [[null,3]]    [null,10]     0        x[0][0]         ',"
           "'                                                    y[0][0]         ',"
           "'                                                    a[0][0]         ', '===',"
           "'Total params: 6']}",
           &error);
  g_autofree char *summary = NULL;

  g_assert_no_error (error);
  summary = koma_layers_model_summary (model, &error);
  g_test_message ("%s", summary);
  g_assert_nonnull (strstr (summary, "[[null,3],[null,5],[null,2]"));
  g_assert_nonnull (strstr (summary, "Total params: 6"));
}

static void
test_refused (void)
{
  static const char *const texts[] = {
    "{}",
    "{'layers': 3}",
    "{'layers': [3, {'name': 3}]}",
    "{'layers': [{'name': 'a', 'class': 'Nothing', 'output': [null, 3]}]}",
    "{'layers': [{'name': 'a', 'class': 'Dense', 'output': 3}], 'inputs': [[null, 3]]}",
    "{'layers': [{'name': 'p', 'class': 'MaxPooling2D', 'output': [null, 0, 0, 1]}]}",
    "{'layers': [{'name': 'x', 'class': 'InputLayer', 'output': [null, 3]},"
    "{'name': 'a', 'class': 'Flatten'}],"
    "'summary': [" HEADER "'x', 'a                                                   b[0][0]']}",
    "{'layers': [{'name': 'x', 'class': 'InputLayer', 'output': [null, 3]},"
    "{'name': 'a', 'class': 'Flatten'}],"
    "'summary': [" HEADER "'x                                                   ',"
    "'a                                                   x[0][9]']}",
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++) {
    g_autoptr (GError) error = NULL;
    g_autoptr (KomaLayersModel) model = build (texts[i], &error);

    g_test_message ("%s: %s", texts[i], error != NULL ? error->message : "no error");
    g_assert_true (model == NULL || koma_layers_model_get_n_layers (model) == 0);
    g_assert_true ((model == NULL) == (error != NULL));
  }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/description/sequential", test_sequential);
  g_test_add_func ("/description/functional", test_functional);
  g_test_add_func ("/description/refused", test_refused);
  return g_test_run ();
}
