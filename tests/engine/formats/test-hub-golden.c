/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Small models of Hugging Face, timm, open_clip and torchvision against what the original
 * implementations compute: the same inputs, on every backend there is. */

#include <math.h>
#include <string.h>

#include "engine/backends/backend.h"
#include "engine/formats/json.h"
#include "engine/koma-limits.h"
#include "engine/model/model-find.h"
#include "engine/model/model.h"
#include "engine/picture/decoder.h"
#include "engine/picture/preprocess.h"
#include "fixture.h"
#include "reference.h"
#include "tests/test-main.h"

#define GOLDEN "golden_hub"

/* Of the range of the numbers that a picture becomes. */
#define PICTURE_TOLERANCE 1e-5

typedef struct
{
  char       *shared;
  char       *name; /* folder of golden_hub/ */
  const char *backend;
} Case;

static void
case_free (gpointer data)
{
  Case *self = data;

  g_free (self->shared);
  g_free (self->name);
  g_free (self);
}

/* Those of the model: "logits_ensemble" takes several texts for each class. */
static JsonArray *
get_outputs (JsonObject *run)
{
  JsonArray *outputs = koma_json_get_array (run, "outputs");
  JsonArray *found = json_array_new ();

  for (guint i = 0; i < koma_json_array_length (outputs); i++) {
    JsonObject *output = koma_json_node_object (koma_json_element (outputs, i));

    if (!g_str_equal (koma_json_get_string (output, "name"), "logits_ensemble"))
      json_array_add_object_element (found, json_object_ref (output));
  }
  return found;
}

static void
check_run (const Case      *self,
           JsonObject      *run,
           const KomaGraph *graph,
           double           tolerance)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonArray) outputs = get_outputs (run);
  const Reference reference = {
    .folder = self->shared,
    .inputs = koma_json_get_array (run, "inputs"),
    .outputs = outputs,
  };

  g_test_message ("%s", koma_json_get_string (run, "name"));
  reference_check (&reference, graph, self->backend, tolerance, &error);
  g_assert_no_error (error);
}

/* The file's own, in the order of the outputs. */
static void
check_names (JsonArray          *names, /* (nullable) */
             const KomaRawModel *raw)
{
  const guint n = koma_json_array_length (names);
  g_auto (GStrv) lines = raw->label_lines != NULL ? g_strsplit (raw->label_lines, "\n", -1) : NULL;

  for (guint i = 0; lines != NULL && i < n; i++)
    g_assert_cmpstr (lines[i], ==, koma_json_node_string (koma_json_element (names, i)));
  g_assert_true (lines != NULL || n == 0);
}

static JsonObject *
get_input (JsonObject *run)
{
  return koma_json_node_object (koma_json_element (koma_json_get_array (run, "inputs"), 0));
}

/* "photo: photos/coral/owl.jpg; EXIF applied, …" */
static char *
find_photo (const Case *self,
            JsonObject *run)
{
  const char      *made = koma_json_get_string (get_input (run), "made");
  g_autofree char *name = NULL;

  g_assert_true (g_str_has_prefix (made, "photo: "));
  made += strlen ("photo: ");
  name = g_strndup (made, strcspn (made, ";"));
  return g_build_filename (self->shared, name, NULL);
}

/* [n,h,w,c] as it is made here, [n,c,h,w] in the file. */
static void
compare_pictures (const KomaRecipe *recipe,
                  const float      *found,
                  const float      *expected)
{
  const gsize n = (gsize) recipe->width * recipe->height;
  float       low = expected[0];
  float       high = expected[0];
  double      most = 0;

  for (gsize i = 0; i < 3 * n; i++) {
    low = MIN (low, expected[i]);
    high = MAX (high, expected[i]);
    most = MAX (most, fabs (found[i % n * 3 + i / n] - expected[i]));
  }
  g_test_message ("the picture is off by %g of %g", most, high - low);
  g_assert_cmpfloat (most, <=, PICTURE_TOLERANCE * (high - low));
}

/* A photo becomes the numbers that the original preprocessing makes of it. */
static void
test_photo (gconstpointer data)
{
  const Case      *self = data;
  g_autofree char *golden_path =
    g_build_filename (self->shared, GOLDEN, self->name, "golden.json", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) node = koma_json_load (golden_path, KOMA_MAX_TOPOLOGY_BYTES, NULL, &error);
  JsonObject *object = koma_json_node_object (node);
  JsonObject *run =
    koma_json_node_object (koma_json_element (koma_json_get_array (object, "runs"), 1));
  g_autofree char *model_path =
    g_build_filename (self->shared, koma_json_get_string (object, "model"), NULL);
  g_autofree char *photo_path = find_photo (self, run);
  g_autofree char *expected_path =
    g_build_filename (self->shared, koma_json_get_string (get_input (run), "file"), NULL);
  g_autoptr (KomaModel) model = koma_model_load (model_path, NULL, NULL, NULL, &error);
  g_autoptr (GFile) file = g_file_new_for_path (photo_path);
  g_autoptr (KomaPicture) picture = NULL;
  const KomaRecipe *recipe = NULL;
  g_autofree float *found = NULL;
  g_autofree char  *expected = NULL;
  gsize             length = 0;

  g_assert_no_error (error);
  recipe = koma_model_get_picture_recipe (model);
  g_assert_nonnull (recipe);
  picture = koma_decoder_decode_file (file, 0, NULL, &error);
  g_assert_no_error (error);
  found = g_new0 (float, (gsize) recipe->width * recipe->height * 3);
  koma_preprocess (recipe, picture->rgb, picture->width, picture->height, picture->stride, found,
                   &error);
  g_assert_no_error (error);
  g_file_get_contents (expected_path, &expected, &length, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (length, ==, (gsize) recipe->width * recipe->height * 3 * sizeof (float));
  compare_pictures (recipe, found, (const float *) expected);
}

static void
test_case (gconstpointer data)
{
  const Case      *self = data;
  g_autofree char *golden_path =
    g_build_filename (self->shared, GOLDEN, self->name, "golden.json", NULL);
  g_autofree char *model_path = NULL;
  g_autofree char *file = NULL;
  g_auto (KomaRawModel) raw = { 0 };
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) node = koma_json_load (golden_path, KOMA_MAX_TOPOLOGY_BYTES, NULL, &error);
  JsonObject *object = koma_json_node_object (node);
  JsonArray  *runs = koma_json_get_array (object, "runs");
  double      tolerance = 0;

  g_assert_no_error (error);
  g_assert_true (koma_json_node_double (koma_json_get (object, "tolerance"), &tolerance));
  model_path = g_build_filename (self->shared, koma_json_get_string (object, "model"), NULL);
  file = koma_model_find_file (model_path, &error);
  g_assert_no_error (error);
  read_raw_model (file, &raw, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (raw.warning, ==, NULL);
  /* Those of labels.txt are no part of the file; nor are words that pictures are compared with. */
  if (koma_json_get (object, "labels") == NULL && koma_json_get (object, "task") == NULL)
    check_names (koma_json_get_array (object, "names"), &raw);

  g_assert_cmpuint (koma_json_array_length (runs), ==, 2);
  for (guint i = 0; i < koma_json_array_length (runs); i++)
    check_run (self, koma_json_node_object (koma_json_element (runs, i)), raw.graph, tolerance);
}

/* Layer normalization, attention and GELU run on the graphics card as all else does: a node that
 * does not would have its tensors fetched from there and brought back. */
static void
test_whole (gconstpointer data)
{
  const Case      *self = data;
  g_autofree char *golden_path =
    g_build_filename (self->shared, GOLDEN, self->name, "golden.json", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) node = koma_json_load (golden_path, KOMA_MAX_TOPOLOGY_BYTES, NULL, &error);
  g_autofree char *model_path =
    g_build_filename (self->shared,
                      koma_json_get_string (koma_json_node_object (node), "model"), NULL);
  g_autofree char         *file = koma_model_find_file (model_path, &error);
  const KomaSessionOptions options = { .backend = self->backend, .n_threads = 1 };
  g_auto (KomaRawModel) raw = { 0 };
  g_autoptr (KomaSession) session = NULL;

  g_assert_no_error (error);
  read_raw_model (file, &raw, &error);
  g_assert_no_error (error);
  session = koma_session_new (raw.graph, &options, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < koma_session_get_n_steps (session); i++)
    g_assert_cmpstr (koma_session_get_step (session, i).reason, ==, NULL);
}

static void
add_case (const char   *test_path,
          const char   *shared,
          const char   *name,
          const char   *backend,
          GTestDataFunc test)
{
  Case *self = g_new0 (Case, 1);

  self->shared = g_strdup (shared);
  self->name = g_strdup (name);
  self->backend = backend;
  g_test_add_data_func_full (test_path, self, test, case_free);
}

static gboolean
is_case (const char *folder,
         const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, "golden.json", NULL);

  return g_file_test (path, G_FILE_TEST_IS_REGULAR);
}

static gboolean
is_transformer (const char *name)
{
  static const char *const names[] = { "hf_beit", "hf_deit", "hf_dinov2", "hf_segformer",
                                       "hf_swin", "hf_swinv2", "hf_vit", "pt_swin_t", "pt_vit",
                                       "timm_swin_tiny", "timm_vit_tiny_patch16_224" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_str_equal (names[i], name))
      return TRUE;
  return FALSE;
}

static void
add_cases (const char             *shared,
           const KomaBackendClass *backend)
{
  g_autofree char *folder = g_build_filename (shared, GOLDEN, NULL);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name = NULL;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL) {
    g_autofree char *test_path = g_strdup_printf ("/hub-golden/%s/%s", backend->name, name);
    g_autofree char *photo_path = g_strdup_printf ("/hub-golden/photo/%s", name);
    g_autofree char *whole_path = g_strdup_printf ("/hub-golden/whole/%s", name);

    if (!is_case (folder, name))
      continue;
    add_case (test_path, shared, name, backend->name, test_case);
    if (g_str_equal (backend->name, "cpu"))
      add_case (photo_path, shared, name, NULL, test_photo);
    if (g_str_equal (backend->name, "gles") && is_transformer (name))
      add_case (whole_path, shared, name, backend->name, test_whole);
  }
}

static void
test_nothing (void)
{
  g_test_skip ("shared data is not there");
}

KOMA_TEST_MAIN (argc, argv)
{
  const char      *shared = g_getenv ("KOMA_SHARED");
  g_autofree char *folder = g_build_filename (shared != NULL ? shared : ".", GOLDEN, NULL);
  int              status = 0;

  g_test_init (&argc, &argv, NULL);
  if (shared == NULL || !g_file_test (folder, G_FILE_TEST_IS_DIR)) {
    g_test_add_func ("/hub-golden", test_nothing);
    return g_test_run ();
  }
  for (guint i = 0; i < koma_backends_get_n (); i++) {
    const KomaBackendClass *backend = koma_backends_get (i);

    if (koma_backends_find_available (backend->name, NULL) != NULL)
      add_cases (shared, backend);
  }
  status = g_test_run ();
  assert_no_buffers ();
  return status;
}
