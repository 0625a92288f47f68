/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "worker/evaluation/koma-evaluated.h"

#include <math.h>
#include <string.h>

#include "engine/picture/decoder.h"
#include "worker/decode/koma-thumbnail.h"
#include "tests/remove-tree.h"
#include "tests/test-main.h"

typedef struct
{
  char            *folder;
  KomaGroundTruth *truth;
  KomaModel       *model;
} Fixture;

static char *
find_colours (void)
{
  return g_build_filename (g_getenv ("KOMA_SOURCE"), "tests", "data", "colours", NULL);
}

static void
write_picture (const char *folder,
               const char *class,
               const char *name,
               const char *rgb) /* a pixel */
{
  g_autofree char *in = g_build_filename (folder, class, NULL);
  g_autofree char *path = g_build_filename (in, name, NULL);
  g_autofree char *text = g_strdup_printf ("P3\n1 1\n255\n%s\n", rgb);

  g_assert_no_errno (g_mkdir_with_parents (in, 0777));
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

/* Three colours, of which a picture of red is blue, and one can not be read. */
static void
set_up (Fixture      *fixture,
        gconstpointer data)
{
  g_autofree char *path = find_colours ();
  g_autoptr (GError) error = NULL;

  fixture->folder = g_dir_make_tmp ("koma-evaluated-XXXXXX", NULL);
  write_picture (fixture->folder, "red", "1.ppm", "200 20 30");
  write_picture (fixture->folder, "red", "2.ppm", "30 20 220");
  write_picture (fixture->folder, "green", "1.ppm", "10 180 40");
  write_picture (fixture->folder, "blue", "1.ppm", "30 20 220");
  write_picture (fixture->folder, "blue", "2.ppm", "x");
  write_picture (fixture->folder, "lilac", "1.ppm", "200 20 220");
  fixture->truth = koma_ground_truth_new (fixture->folder, FALSE);
  fixture->model = koma_model_load (path, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
}

static void
tear_down (Fixture      *fixture,
           gconstpointer data)
{
  koma_ground_truth_unref (fixture->truth);
  koma_model_unref (fixture->model);
  remove_tree (fixture->folder);
  g_free (fixture->folder);
}

static gboolean
progress_cb (double   fraction,
             gpointer user_data)
{
  *(double *) user_data = fraction;
  return TRUE;
}

static void
test_run (Fixture      *fixture,
          gconstpointer data)
{
  double                   fraction = 0;
  const KomaProgress       progress = { progress_cb, &fraction };
  const KomaSessionOptions options = { .backend = "cpu", .progress = &progress };
  const KomaEvaluatedParts parts = { .model = fixture->model, .options = &options };
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaEvaluated) first =
    koma_evaluated_new (&parts, fixture->truth, &error);
  g_autoptr (KomaEvaluated) second = NULL;
  KomaMcnemar test = { 0 };

  g_assert_no_error (error);
  g_assert_cmpfloat (fraction, ==, 1);
  g_assert_cmpuint (first->n, ==, 4);
  g_assert_cmpfloat (first->evaluation->accuracy, ==, 0.75);
  g_assert_cmpuint (first->unreadable->len, ==, 1);
  g_assert_true (
    g_str_has_suffix (g_array_index (first->unreadable, KomaUnreadable, 0).path, "blue/2.ppm"));
  g_assert_cmpuint (first->uncounted->len, ==, 1);
  g_assert_cmpstr (g_array_index (first->uncounted, KomaUncounted, 0).label, ==, "lilac");
  g_assert_true (first->thresholds[0].share <= 1);
  second = koma_evaluated_new (&parts, fixture->truth, &error);
  g_assert_no_error (error);
  test = koma_evaluated_compare (first, second);
  g_assert_cmpuint (test.n_both, ==, 3);
  g_assert_cmpuint (test.n_neither, ==, 1);
  g_assert_cmpfloat (test.p, ==, 1);
}

static gboolean
stop_cb (double   fraction,
         gpointer user_data)
{
  return FALSE;
}

static void
test_cancelled (Fixture      *fixture,
                gconstpointer data)
{
  const KomaProgress       progress = { stop_cb, NULL };
  const KomaSessionOptions options = { .backend = "cpu", .progress = &progress };
  const KomaEvaluatedParts parts = { .model = fixture->model, .options = &options };
  g_autoptr (GError) error = NULL;

  g_assert_null (koma_evaluated_new (&parts, fixture->truth, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

/* Noise, which becomes other pixels where it is decoded smaller. */
static GBytes *
make_noise (void)
{
  const gsize size = 3 * 640 * 480;
  guint8     *rgb = g_malloc (size);
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);
  g_autoptr (KomaPicture) picture = NULL;
  g_autoptr (GError) error = NULL;
  GBytes *jpeg = NULL;

  for (gsize i = 0; i < size; i++)
    rgb[i] = (guint8) g_rand_int (rand);
  picture = koma_picture_new_take (rgb, 640, 480, 3 * 640);
  jpeg = koma_thumbnail_encode (picture, 640, &error);
  g_assert_no_error (error);
  return jpeg;
}

/* What decoding @jpeg gives, as a file that is decoded as it is. */
static void
write_decoded (const char *path,
               GBytes     *jpeg,
               guint       min_side)
{
  g_autoptr (GString) file = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaPicture) picture = koma_decoder_decode_bytes (jpeg, min_side, NULL, &error);

  g_assert_no_error (error);
  g_string_printf (file, "P6\n%u %u\n255\n", picture->width, picture->height);
  for (guint y = 0; y < picture->height; y++)
    g_string_append_len (file, (const char *) picture->rgb + y * picture->stride,
                         3 * picture->width);
  g_assert_true (g_file_set_contents (path, file->str, file->len, NULL));
}

static const float *
find_scores (const KomaEvaluated *evaluated,
             const char          *name)
{
  for (guint i = 0; i < evaluated->n; i++)
    if (g_str_has_suffix (koma_evaluated_get_path (evaluated, i), name))
      return evaluated->scores + (gsize) i * evaluated->n_classes;
  g_assert_not_reached ();
}

/* JPEG is decoded no larger than the model needs, as for every other answer. */
static void
test_jpeg (Fixture      *fixture,
           gconstpointer data)
{
  const KomaSessionOptions options = { .backend = "cpu" };
  const KomaEvaluatedParts parts = { .model = fixture->model, .options = &options };
  const KomaRecipe        *recipe = koma_model_get_recipe (fixture->model, NULL);
  const guint              side = koma_preprocess_get_min_side (recipe);
  g_autofree char         *file = g_build_filename (fixture->folder, "red", "noise.jpg", NULL);
  g_autofree char         *small = g_build_filename (fixture->folder, "red", "small.ppm", NULL);
  g_autofree char         *full = g_build_filename (fixture->folder, "red", "full.ppm", NULL);
  g_autoptr (GBytes) jpeg = make_noise ();
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaEvaluated) evaluated = NULL;
  gsize size_bytes = 0;

  g_assert_true (g_file_set_contents (file, g_bytes_get_data (jpeg, NULL),
                                      (gssize) g_bytes_get_size (jpeg), NULL));
  write_decoded (small, jpeg, side);
  write_decoded (full, jpeg, 0);
  evaluated = koma_evaluated_new (&parts, fixture->truth, &error);
  g_assert_no_error (error);
  size_bytes = evaluated->n_classes * sizeof (float);
  g_assert_cmpmem (find_scores (evaluated, "noise.jpg"), size_bytes,
                   find_scores (evaluated, "small.ppm"), size_bytes);
  g_assert_cmpint (memcmp (find_scores (evaluated, "full.ppm"),
                           find_scores (evaluated, "small.ppm"), size_bytes),
                   !=, 0);
}

/* None can be read: there are no figures, and nothing fails. */
static void
test_nothing (void)
{
  g_autofree char *path = find_colours ();
  g_autofree char *folder = g_dir_make_tmp ("koma-evaluated-XXXXXX", NULL);
  g_autoptr (KomaGroundTruth) truth = koma_ground_truth_new (folder, FALSE);
  g_autoptr (KomaModel) model = koma_model_load (path, NULL, NULL, NULL, NULL);
  const KomaSessionOptions options = { .backend = "cpu" };
  const KomaEvaluatedParts parts = { .model = model, .options = &options };
  g_autoptr (KomaEvaluated) evaluated = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_null (koma_evaluated_new (&parts, truth, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  g_clear_error (&error);
  write_picture (folder, "red", "1.ppm", "x");
  evaluated = koma_evaluated_new (&parts, truth, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (evaluated->n, ==, 0);
  g_assert_true (isnan (evaluated->evaluation->accuracy));
  g_assert_false (evaluated->thresholds[0].is_reached);
  remove_tree (folder);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/evaluated/run", Fixture, NULL, set_up, test_run, tear_down);
  g_test_add ("/evaluated/cancelled", Fixture, NULL, set_up, test_cancelled, tear_down);
  g_test_add ("/evaluated/jpeg", Fixture, NULL, set_up, test_jpeg, tear_down);
  g_test_add_func ("/evaluated/nothing", test_nothing);
  return g_test_run ();
}
