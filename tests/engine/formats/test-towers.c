/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Models of pictures and words, cut into their halves, against what the original implementations
 * compute. */

#include "engine/words/towers.h"

#include <math.h>
#include <string.h>

#include "engine/formats/json.h"
#include "engine/graph/graph.h"
#include "engine/koma-limits.h"
#include "engine/koma/koma-error.h"
#include "engine/model/doctor.h"
#include "engine/runtime/session.h"
#include "fixture.h"
#include "tests/test-main.h"

#define WORDS_TABLE "oken_embedding.weight"

static const char *const cases[] = { "hf_clip", "hf_clip_small_vocab", "hf_siglip", "openclip" };

/* A case of golden_hub/, and its model. */
typedef struct
{
  char       *shared;
  JsonNode   *root;
  JsonObject *golden; /* (borrowed) */
  JsonObject *run;    /* (borrowed) "photo" */
  KomaModel  *model;
} Golden;

static void
golden_clear (Golden *self)
{
  g_free (self->shared);
  g_clear_pointer (&self->root, json_node_unref);
  koma_model_unref (self->model);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Golden, golden_clear)

static gboolean
golden_load (Golden     *self,
             const char *name)
{
  g_autofree char *file = g_strdup_printf ("golden_hub/%s/golden.json", name);
  g_autofree char *path = find_shared (file);
  g_autofree char *model = NULL;
  g_autoptr (GError) error = NULL;

  if (path == NULL)
    return FALSE;
  self->shared = g_strdup (g_getenv ("KOMA_SHARED"));
  self->root = koma_json_load (path, KOMA_MAX_TOPOLOGY_BYTES, NULL, &error);
  g_assert_no_error (error);
  self->golden = koma_json_node_object (self->root);
  self->run =
    koma_json_node_object (koma_json_element (koma_json_get_array (self->golden, "runs"), 1));
  model = g_build_filename (self->shared, koma_json_get_string (self->golden, "model"), NULL);
  self->model = koma_model_load (model, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  return TRUE;
}

/* (transfer full) The numbers of an input or an output. */
static gpointer
load (const Golden *self,
      const char   *list,
      const char   *name,
      gsize        *ret_n)
{
  JsonArray *all = koma_json_get_array (self->run, list);

  for (guint i = 0; i < koma_json_array_length (all); i++) {
    JsonObject      *value = koma_json_node_object (koma_json_element (all, i));
    g_autofree char *path = NULL;
    g_autoptr (GError) error = NULL;
    char *bytes = NULL;

    if (!g_str_equal (koma_json_get_string (value, "name"), name))
      continue;
    path = g_build_filename (self->shared, koma_json_get_string (value, "file"), NULL);
    g_file_get_contents (path, &bytes, ret_n, &error);
    g_assert_no_error (error);
    *ret_n /= sizeof (float);
    return bytes;
  }
  g_error ("no %s of %s", name, list);
  return NULL;
}

static void
assert_near (const float *found,
             const float *expected,
             gsize        n,
             double       limit)
{
  for (gsize i = 0; i < n; i++)
    g_assert_cmpfloat (fabs ((double) found[i] - expected[i]), <=, limit);
}

static KomaSession *
make_session (const KomaGraph *graph,
              gsize            batch)
{
  const KomaSessionOptions options = { .backend = "cpu", .batch = (guint) batch };
  g_autoptr (GError) error = NULL;
  KomaSession *session = koma_session_new (graph, &options, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (koma_session_get_n_inputs (session), ==, 1);
  g_assert_cmpuint (koma_session_get_n_outputs (session), ==, 1);
  return session;
}

static void
run (KomaSession *session)
{
  g_autoptr (GError) error = NULL;

  koma_session_run (session, &error);
  g_assert_no_error (error);
}

/* Channels last, as pictures are made. */
static KomaSession *
run_pictures (const Golden     *self,
              const KomaTowers *towers)
{
  gsize             n = 0;
  g_autofree float *pixels = load (self, "inputs", "pixel_values", &n);
  const gsize       n_pixels = n / 3;
  const KomaRecipe *recipe = koma_towers_get_recipe (towers);
  KomaSession      *session = make_session (koma_towers_get_pictures (towers), 1);
  float            *input = koma_session_get_input_data (session, 0);

  g_assert_cmpuint (n_pixels, ==, (gsize) recipe->width * recipe->height);
  g_assert_cmpstr (koma_session_get_input (session, 0)->name, ==, "pixel_values");
  for (gsize i = 0; i < n; i++)
    input[i % n_pixels * 3 + i / n_pixels] = pixels[i];
  run (session);
  return session;
}

static KomaSession *
run_words (const Golden     *self,
           const KomaTowers *towers,
           gsize             n_texts,
           gsize             n_all)
{
  gsize              n = 0;
  g_autofree gint32 *ids = load (self, "inputs", "input_ids", &n);
  KomaSession       *session = make_session (koma_towers_get_words (towers), n_texts);

  g_assert_cmpstr (koma_session_get_input (session, 0)->name, ==, "input_ids");
  memcpy (koma_session_get_input_data (session, 0), ids, n / n_all * n_texts * sizeof *ids);
  run (session);
  return session;
}

static void
check_scores (const KomaTowers *towers,
              const float      *picture,
              const float      *texts,
              const float      *logits,
              gsize             n_texts)
{
  const guint width = koma_towers_get_width (towers);

  for (gsize i = 0; i < n_texts; i++) {
    double product = 0;

    for (guint k = 0; k < width; k++)
      product += picture[k] * texts[i * width + k];
    g_assert_cmpfloat_with_epsilon (
      koma_towers_get_scale (towers) * product + koma_towers_get_bias (towers), logits[i], 1e-3);
  }
}

static double
get_number (const Golden *self,
            const char   *name)
{
  double number = 0;

  (void) koma_json_node_double (koma_json_get (self->golden, name), &number);
  return number;
}

static void
test_halves (gconstpointer name)
{
  g_auto (Golden) golden = { 0 };
  g_autoptr (KomaTowers) towers = NULL;
  g_autoptr (KomaSession) pictures = NULL;
  g_autoptr (KomaSession) words = NULL;
  g_autoptr (KomaSession) some_words = NULL;
  g_autofree float *picture = NULL;
  g_autofree float *texts = NULL;
  g_autofree float *logits = NULL;
  gsize             n_texts = 0;
  gsize             n = 0;
  g_autoptr (GError) error = NULL;

  if (!golden_load (&golden, name))
    return;
  towers = koma_towers_new (golden.model, &error);
  g_assert_no_error (error);
  logits = load (&golden, "outputs", "logits", &n_texts);
  picture = load (&golden, "outputs", KOMA_PICTURE_VECTORS, &n);
  g_assert_cmpuint (koma_towers_get_width (towers), ==, n);
  texts = load (&golden, "outputs", KOMA_WORD_VECTORS, &n);
  g_assert_cmpuint (koma_towers_get_width (towers) * n_texts, ==, n);

  pictures = run_pictures (&golden, towers);
  assert_near (koma_session_get_output_data (pictures, 0), picture, n / n_texts, 1e-4);
  words = run_words (&golden, towers, n_texts, n_texts);
  assert_near (koma_session_get_output_data (words, 0), texts, n, 1e-4);
  some_words = run_words (&golden, towers, 3, n_texts);
  assert_near (koma_session_get_output_data (some_words, 0), texts, n / n_texts * 3, 1e-4);

  g_assert_cmpfloat_with_epsilon (koma_towers_get_scale (towers),
                                  exp (get_number (&golden, "logit_scale")), 1e-3);
  g_assert_cmpfloat_with_epsilon (koma_towers_get_bias (towers),
                                  get_number (&golden, "logit_bias"), 1e-3);
  g_assert_cmpint (koma_towers_is_sigmoid (towers), ==,
                   koma_json_get (golden.golden, "logit_bias") != NULL);
  check_scores (towers, koma_session_get_output_data (pictures, 0),
                koma_session_get_output_data (words, 0), logits, n_texts);
}

/* (nullable) The table of words. */
static const KomaArray *
find_table (const KomaGraph *graph)
{
  for (KomaValueId id = 0; id < koma_graph_get_n_values (graph); id++) {
    const KomaValue *value = koma_graph_get_value (graph, id);

    if (value->constant != NULL && g_str_has_suffix (value->name, WORDS_TABLE))
      return value->constant;
  }
  return NULL;
}

/* Weights are neither copied nor in the half that does not need them. */
static void
test_weights (void)
{
  g_auto (Golden) golden = { 0 };
  g_autoptr (KomaTowers) towers = NULL;
  g_autoptr (GError) error = NULL;
  const KomaArray *table = NULL;

  if (!golden_load (&golden, cases[0]))
    return;
  towers = koma_towers_new (golden.model, &error);
  g_assert_no_error (error);
  table = find_table (koma_model_get_graph (golden.model));
  g_assert_nonnull (table);
  g_assert_true (find_table (koma_towers_get_words (towers)) == table);
  g_assert_null (find_table (koma_towers_get_pictures (towers)));
}

/* As a classifier it has no classes: that is said, and is nothing that is wrong. */
static void
test_purpose (gconstpointer name)
{
  g_auto (Golden) golden = { 0 };
  g_autoptr (GPtrArray) findings = NULL;
  g_autoptr (GError) error = NULL;

  if (!golden_load (&golden, name))
    return;
  g_assert_null (koma_model_get_recipe (golden.model, &error));
  assert_error_says (error, KOMA_PURPOSE_ERROR, KOMA_PURPOSE_WORDS, "needs words", NULL);
  g_assert_cmpint (koma_model_get_purpose (golden.model), ==, KOMA_PURPOSE_WORDS);
  findings = koma_doctor_examine (golden.model, NULL, NULL);
  g_assert_cmpuint (findings->len, >, 0);
  for (guint i = 0; i < findings->len; i++)
    g_assert_cmpint (((const KomaFinding *) findings->pdata[i])->severity, ==, KOMA_FINDING_NOTE);
}

/* An id that the table does not have. */
static void
test_bad_id (void)
{
  g_auto (Golden) golden = { 0 };
  g_autoptr (KomaTowers) towers = NULL;
  g_autoptr (KomaSession) session = NULL;
  g_autoptr (GError) error = NULL;

  if (!golden_load (&golden, "hf_siglip"))
    return;
  towers = koma_towers_new (golden.model, &error);
  g_assert_no_error (error);
  session = run_words (&golden, towers, 1, 8);
  ((gint32 *) koma_session_get_input_data (session, 0))[5] = 800;
  g_assert_false (koma_session_run (session, &error));
  assert_error_says (error, KOMA_ERROR, KOMA_ERROR_ARGUMENT, "input_ids", "800", NULL);
}

static void
test_classifier (void)
{
  g_autofree char *path = find_shared ("models/hub/hf_vit");
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaModel) model = NULL;

  if (path == NULL)
    return;
  model = koma_model_load (path, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_nonnull (koma_model_get_picture_recipe (model));
  g_assert_null (koma_towers_new (model, &error));
  assert_error_says (error, KOMA_ERROR, KOMA_ERROR_UNSUPPORTED, "does not compare", NULL);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *halves = g_strdup_printf ("/towers/halves/%s", cases[i]);
    g_autofree char *purpose = g_strdup_printf ("/towers/purpose/%s", cases[i]);

    g_test_add_data_func (halves, cases[i], test_halves);
    g_test_add_data_func (purpose, cases[i], test_purpose);
  }
  g_test_add_func ("/towers/weights", test_weights);
  g_test_add_func ("/towers/bad-id", test_bad_id);
  g_test_add_func ("/towers/classifier", test_classifier);
  return g_test_run ();
}
