/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Layers that change pictures by chance. Of a setting whose ends are the same there is no chance,
 * and the result is that of Keras' formula; otherwise, what all results have in common. */
#include <math.h>

#include "engine/formats/keras/builder.h"
#include "engine/formats/keras/model.h"
#include "engine/formats/json.h"
#include "engine/runtime/session.h"
#include "tests/test-main.h"

#define N_PICTURES 12

/* Runs a layer as it trains, or not, on pictures [n, h, w, 1] that are all the same.
 * (transfer full) (nullable): [n, h, w, 1] */
static float *
run (const char  *class_name,
     const char  *config, /* with single quotes */
     const float *picture,
     guint        h,
     guint        w,
     gboolean     is_training,
     GError     **error)
{
  g_autofree char *text = g_strdelimit (
    g_strdup_printf (
      "{'class_name': 'Sequential', 'config': {'name': 'm', 'layers': [{'class_name': "
      "'InputLayer', 'config': {'name': 'in', 'batch_input_shape': [null, %u, %u, 1]}}, "
      "{'class_name': '%s', 'config': {'name': 'r', %s}}]}}",
      h, w, class_name, config),
    "'", '"');
  g_autoptr (JsonNode) topology = koma_json_parse (text, strlen (text), "test", error);
  g_autoptr (KomaSession) session = NULL;
  KomaKerasBuilder builder = { 0 };
  float           *found = NULL;

  g_assert_nonnull (topology);
  koma_keras_builder_init_building (&builder, NULL, N_PICTURES, is_training);
  if (koma_keras_build (&builder, koma_json_node_object (topology), error))
    session = koma_session_new (builder.nodes.graph, NULL, error);
  if (session != NULL) {
    for (guint i = 0; i < N_PICTURES; i++)
      memcpy ((float *) koma_session_get_input_data (session, 0) + (gsize) i * h * w, picture,
              sizeof (float) * h * w);
    for (guint i = 0; i < builder.keys->len; i++)
      memcpy (koma_session_get_input_data (session, i + 1), (const gint32[]){ 3, (gint32) i },
              2 * sizeof (gint32));
    g_assert_true (koma_session_run (session, error));
    found = g_memdup2 (koma_session_get_output_data (session, 0),
                       sizeof (float) * N_PICTURES * h * w);
  }
  koma_keras_builder_clear (&builder);
  return found;
}

static const float picture[] = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 }; /* 3 × 4 */

typedef struct
{
  const char *class_name;
  const char *config;
  float       expected[12];
} Case;

/* clang-format off */
#define NO_HEIGHT "'height_factor': [0, 0], 'width_factor': "

static const Case cases[] = {
  { "RandomTranslation",
    "'height_factor': [0.34, 0.34], 'width_factor': [0, 0], 'fill_mode': 'constant', "
    "'fill_value': -1, 'interpolation': 'nearest'",
    { -1, -1, -1, -1, 1, 2, 3, 4, 5, 6, 7, 8 } },
  { "RandomTranslation", NO_HEIGHT "[-0.25, -0.25], 'fill_mode': 'nearest'",
    { 2, 3, 4, 4, 6, 7, 8, 8, 10, 11, 12, 12 } },
  { "RandomTranslation", NO_HEIGHT "[0.5, 0.5]",
    { 2, 1, 1, 2, 6, 5, 5, 6, 10, 9, 9, 10 } },
  { "RandomTranslation", NO_HEIGHT "[0.25, 0.25], 'fill_mode': 'wrap'",
    { 4, 1, 2, 3, 8, 5, 6, 7, 12, 9, 10, 11 } },
  { "RandomTranslation", NO_HEIGHT "[0.125, 0.125], 'fill_mode': 'constant'",
    { 0.5f, 1.5f, 2.5f, 3.5f, 2.5f, 5.5f, 6.5f, 7.5f, 4.5f, 9.5f, 10.5f, 11.5f } },
  { "RandomRotation", "'factor': [0.5, 0.5]",
    { 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1 } },
  { "RandomZoom", "'height_factor': [1, 1], 'width_factor': [0, 0], 'fill_mode': 'constant'",
    { 0, 0, 0, 0, 5, 6, 7, 8, 0, 0, 0, 0 } },
  { "RandomZoom", "'height_factor': [-0.5, -0.5], 'width_factor': [0, 0]",
    { 3, 4, 5, 6, 5, 6, 7, 8, 7, 8, 9, 10 } },
  { "RandomBrightness", "'factor': [0.5, 0.5], 'value_range': [0, 10]",
    { 6, 7, 8, 9, 10, 10, 10, 10, 10, 10, 10, 10 } },
  { "RandomContrast", "'factor': 0",
    { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 } },
};
/* clang-format on */

static void
test_certain (gconstpointer data)
{
  const Case *one = data;
  g_autoptr (GError) error = NULL;
  g_autofree float *found = run (one->class_name, one->config, picture, 3, 4, TRUE, &error);

  g_assert_no_error (error);
  for (guint i = 0; i < N_PICTURES * 12; i++)
    g_assert_cmpfloat_with_epsilon (found[i], one->expected[i % 12], 1e-4);
}

/* Each is the picture or the picture the other way round, and both are there. */
static void
test_flip (void)
{
  static const float flipped[] = { 4, 3, 2, 1, 8, 7, 6, 5, 12, 11, 10, 9 };
  g_autoptr (GError) error = NULL;
  g_autofree float *found = run ("RandomFlip", "'mode': 'horizontal'", picture, 3, 4, TRUE, &error);
  guint             n_flipped = 0;

  g_assert_no_error (error);
  for (guint i = 0; i < N_PICTURES; i++) {
    const gboolean is_flipped = found[12 * i] != picture[0];

    g_assert_cmpmem (&found[12 * i], sizeof picture, is_flipped ? flipped : picture,
                     sizeof picture);
    n_flipped += is_flipped ? 1 : 0;
  }
  g_assert_cmpuint (n_flipped, >, 0);
  g_assert_cmpuint (n_flipped, <, N_PICTURES);
}

/* Each picture has its own factor, of all pixels alike, from half to twice. */
static void
test_contrast (void)
{
  g_autoptr (GError) error = NULL;
  g_autofree float *found =
    run ("RandomContrast", "'factor': [0.5, 1]", picture, 3, 4, TRUE, &error);
  float least = 2;
  float most = 0;

  g_assert_no_error (error);
  for (guint i = 0; i < N_PICTURES; i++) {
    const float factor = (found[12 * i + 11] - 6.5f) / 5.5f;

    for (guint k = 0; k < 12; k++)
      g_assert_cmpfloat_with_epsilon (
        found[12 * i + k], fmaxf (6.5f + (picture[k] - 6.5f) * factor, 0), 1e-4);
    least = fminf (least, factor);
    most = fmaxf (most, factor);
  }
  g_assert_true (least >= 0.5f && most <= 2 && most - least > 0.3f);
}

/* What is not trained is shown as it is. */
static void
test_untrained (void)
{
  static const char *const layers[][2] = {
    { "RandomFlip", "'mode': 'vertical'" },
    { "RandomRotation", "'factor': 0.5" },
    { "RandomTranslation", "'height_factor': 0.5, 'width_factor': 0.5" },
    { "RandomZoom", "'height_factor': 0.5" },
    { "RandomContrast", "'factor': 0.5" },
    { "RandomBrightness", "'factor': 0.5" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (layers); i++) {
    g_autoptr (GError) error = NULL;
    g_autofree float *found = run (layers[i][0], layers[i][1], picture, 3, 4, FALSE, &error);

    g_assert_no_error (error);
    for (guint k = 0; k < N_PICTURES * 12; k++)
      g_assert_cmpfloat (found[k], ==, picture[k % 12]);
  }
}

static void
test_refused (void)
{
  static const char *const refused[][3] = {
    { "RandomFlip", "'mode': 'diagonal'", "“diagonal”" },
    { "RandomRotation", "'factor': [1, 0]", "“factor” goes from 1 to 0" },
    { "RandomRotation", "'factor': 'much'", "“factor”" },
    { "RandomZoom", "'height_factor': 0.1, 'fill_mode': 'green'", "fill_mode “green”" },
    { "RandomZoom", "'height_factor': 0.1, 'interpolation': 'cubic'", "interpolation “cubic”" },
    { "RandomContrast", "'factor': -1", "“factor”" },
    { "RandomBrightness", "'factor': [1, 2, 3]", "“factor” is not one number or two" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (refused); i++) {
    g_autoptr (GError) error = NULL;

    g_assert_null (run (refused[i][0], refused[i][1], picture, 3, 4, TRUE, &error));
    g_assert_nonnull (error);
    g_test_message ("%s", error->message);
    g_assert_nonnull (strstr (error->message, refused[i][2]));
  }
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *path =
      g_strdup_printf ("/keras-random/certain/%u-%s", i, cases[i].class_name);

    g_test_add_data_func (path, &cases[i], test_certain);
  }
  g_test_add_func ("/keras-random/flip", test_flip);
  g_test_add_func ("/keras-random/contrast", test_contrast);
  g_test_add_func ("/keras-random/untrained", test_untrained);
  g_test_add_func ("/keras-random/refused", test_refused);
  return g_test_run ();
}
