/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Classes that are words: how they are read, and what a model of pictures and words answers with
 * them, against the reference of the shared data. */
#include "engine/words/word-classes.h"

#include <math.h>

#include "engine/formats/json.h"
#include "engine/koma-limits.h"
#include "engine/koma/koma-error.h"
#include "engine/runtime/session.h"
#include "fixture.h"
#include "tests/test-main.h"

#define TOLERANCE 1e-4

static void
test_parse (void)
{
  static const struct
  {
    const char *text;
    const char *words; /* parted by "|"; NULL: an error */
  } cases[] = {
    { "cat, dog , a receipt", "cat|dog|a receipt" },
    { "cat,,dog,cat,", "cat|dog" },
    { "  salt, pepper\n\n birthday cake \r\n", "salt, pepper|birthday cake" },
    { "one", "one" },
    { "将棋の駒, café", "将棋の駒|café" },
    { "", NULL },
    { " , ,\n", NULL },
    { "a\xff, b", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (GError) error = NULL;
    g_auto (GStrv) words = koma_word_classes_parse (cases[i].text, &error);

    if (cases[i].words == NULL) {
      g_assert_null (words);
      g_assert_error (error, KOMA_ERROR, KOMA_ERROR_ARGUMENT);
    } else {
      g_autofree char *joined = g_strjoinv ("|", words);

      g_assert_no_error (error);
      g_assert_cmpstr (joined, ==, cases[i].words);
    }
  }
}

static GPtrArray *
read_texts (JsonArray *array)
{
  GPtrArray *texts = g_ptr_array_new ();

  for (guint i = 0; i < koma_json_array_length (array); i++)
    g_ptr_array_add (texts, (gpointer) koma_json_node_string (koma_json_element (array, i)));
  g_ptr_array_add (texts, NULL);
  return texts;
}

static float *
read_floats (const char *folder,
             const char *run,
             const char *name,
             gsize      *ret_n)
{
  g_autofree char *file = g_strdup_printf ("golden_hub/%s/%s.%s.f32", folder, run, name);
  g_autofree char *path = find_shared (file);
  char            *data = NULL;
  gsize            length = 0;
  g_autoptr (GError) error = NULL;

  g_file_get_contents (path, &data, &length, &error);
  g_assert_no_error (error);
  *ret_n = length / sizeof (float);
  return (float *) data;
}

/* [3,h,w] → [h,w,3] */
static void
fill_input (KomaSession *session,
            const float *planes,
            gsize        n)
{
  float      *input = koma_session_get_input_data (session, 0);
  const gsize n_places = n / 3;

  for (gsize i = 0; i < n_places; i++)
    for (gsize c = 0; c < 3; c++)
      input[i * 3 + c] = planes[c * n_places + i];
}

/* The model's own prompt, or the mean of several. */
static void
check_scores (const char        *name,
              const char        *run,
              KomaModel         *model,
              const char *const *words,
              const char *const *prompts,
              const char        *scores)
{
  const KomaSessionOptions options = { .backend = "cpu", .batch = 1 };
  gsize                    n_input = 0, n_scores = 0;
  g_autofree float        *planes = read_floats (name, run, "pixel_values", &n_input);
  g_autofree float        *expected = read_floats (name, run, scores, &n_scores);
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaModel) classes = koma_word_classes_new (model, words, prompts, &error);
  g_autoptr (KomaSession) session = NULL;
  const float *found = NULL;
  float        largest = 1;

  g_assert_no_error (error);
  g_assert_cmpuint (koma_labels_get_n (koma_model_get_labels (classes)), ==, n_scores);
  g_assert_nonnull (koma_model_get_recipe (classes, NULL));
  session = koma_session_new (koma_model_get_graph (classes), &options, &error);
  g_assert_no_error (error);
  fill_input (session, planes, n_input);
  g_assert_true (koma_session_run (session, &error));
  found = koma_session_get_output_data (session, 0);
  for (gsize i = 0; i < n_scores; i++)
    largest = MAX (largest, fabsf (expected[i]));
  for (gsize i = 0; i < n_scores; i++)
    g_assert_cmpfloat_with_epsilon (found[i], expected[i], TOLERANCE * largest);
}

static void
test_golden (gconstpointer name)
{
  g_autofree char *json = g_strdup_printf ("golden_hub/%s/golden.json", (const char *) name);
  g_autofree char *folder = g_strdup_printf ("models/hub/%s", (const char *) name);
  g_autofree char *path = find_shared (json);
  g_autofree char *model_path = find_shared (folder);
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) root = NULL;
  g_autoptr (KomaModel) model = NULL;
  g_autoptr (GPtrArray) words = NULL;
  JsonArray *runs = NULL;

  if (path == NULL || model_path == NULL)
    return;
  root = koma_json_load (path, KOMA_MAX_SIDE_BYTES, NULL, &error);
  g_assert_no_error (error);
  model = koma_model_load (model_path, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  words = read_texts (koma_json_get_array (koma_json_node_object (root), "names"));
  runs = koma_json_get_array (koma_json_node_object (root), "runs");
  for (guint i = 0; i < koma_json_array_length (runs); i++) {
    JsonObject *run = koma_json_node_object (koma_json_element (runs, i));
    const char *run_name = koma_json_get_string (run, "name");
    JsonArray  *templates = koma_json_get_array (run, "templates_ensemble");

    check_scores (name, run_name, model, (const char *const *) words->pdata, NULL, "logits");
    if (templates != NULL) {
      g_autoptr (GPtrArray) prompts = read_texts (templates);

      check_scores (name, run_name, model, (const char *const *) words->pdata,
                    (const char *const *) prompts->pdata, "logits_ensemble");
    }
  }
}

/* Another list is another model; one that knows no words says so. */
static void
test_other (void)
{
  static const char *const one[] = { "cat", NULL };
  static const char *const two[] = { "cat", "dog", NULL };
  static const char *const prompts[] = { "{}", NULL };
  g_autofree char         *path = find_source ("data/models/shogi");
  g_autofree char         *clip = find_shared ("models/hub/hf_clip_small_vocab");
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaModel) shogi = koma_model_load (path, NULL, NULL, NULL, NULL);
  g_autoptr (KomaModel) model = NULL, a = NULL, b = NULL, c = NULL;

  g_assert_null (koma_word_classes_new (shogi, one, NULL, &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_UNSUPPORTED);
  if (clip == NULL)
    return;
  model = koma_model_load (clip, NULL, NULL, NULL, NULL);
  a = koma_word_classes_new (model, one, NULL, NULL);
  b = koma_word_classes_new (model, two, NULL, NULL);
  c = koma_word_classes_new (model, one, prompts, NULL);
  g_assert_cmpstr (koma_model_get_hash (a), !=, koma_model_get_hash (b));
  g_assert_cmpstr (koma_model_get_hash (a), !=, koma_model_get_hash (c));
  g_assert_cmpstr (koma_labels_get (koma_model_get_labels (b), 1), ==, "dog");
}

KOMA_TEST_MAIN (argc, argv)
{
  static const char *const models[] = { "hf_clip", "hf_clip_small_vocab", "hf_siglip" };

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/word-classes/parse", test_parse);
  g_test_add_func ("/word-classes/other", test_other);
  for (guint i = 0; i < G_N_ELEMENTS (models); i++) {
    g_autofree char *test = g_strconcat ("/word-classes/golden/", models[i], NULL);

    g_test_add_data_func (test, models[i], test_golden);
  }
  return g_test_run ();
}
