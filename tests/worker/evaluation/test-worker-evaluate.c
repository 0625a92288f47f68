/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Two models, or one that is read in two ways, on the same pictures. */
#include "worker/evaluation/koma-worker-evaluate.h"

#include <glib/gstdio.h>

#include "engine/koma/koma-error.h"
#include "engine/runtime/memory.h"
#include "tests/remove-tree.h"
#include "tests/test-main.h"
#include "tests/worker/worker-fixture.h"

/* The colours by other names. */
#define SWAPPED "{\"name\": \"Swapped\", \"labels\": [\"green\", \"red\", \"blue\"]}"
/* Each picture is looked at upside down, too. */
#define TURNED                                                       \
  "{\"halfTurn\": {\"swap\": [[\"red\", \"green\"]], \"below\": 1}," \
  " \"labels\": [\"red\", \"green\", \"blue\"]}"

typedef struct
{
  Fixture          fixture;
  char            *folder; /* of the pictures */
  char            *other;  /* of another model */
  KomaGroundTruth *truth;
  GCancellable    *cancellable; /* (nullable) */
  double           cancel_from; /* with it: of the progress */
  double           told;        /* of the progress; -1: nothing */
} Evaluating;

static void
write_picture (Evaluating *evaluating,
               const char *path, /* "red/1.ppm" */
               const char *rgb)
{
  g_autofree char *full = g_build_filename (evaluating->folder, path, NULL);
  g_autofree char *in = g_path_get_dirname (full);
  g_autofree char *text = g_strdup_printf ("P3\n1 1\n255\n%s\n", rgb);

  g_assert_no_errno (g_mkdir_with_parents (in, 0777));
  g_assert_true (g_file_set_contents (full, text, -1, NULL));
}

static void
copy_file (Evaluating *evaluating,
           const char *name)
{
  g_autofree char *from = g_build_filename (evaluating->fixture.model, name, NULL);
  g_autofree char *to = g_build_filename (evaluating->other, name, NULL);
  g_autofree char *data = NULL;
  gsize            size = 0;

  g_assert_true (g_file_get_contents (from, &data, &size, NULL));
  g_assert_true (g_file_set_contents (to, data, size, NULL));
}

static void
write_about (Evaluating *evaluating,
             const char *about)
{
  g_autofree char *path = g_build_filename (evaluating->other, "koma.json", NULL);

  g_assert_true (g_file_set_contents (path, about, -1, NULL));
}

/* Of red, one of two shows blue. */
static void
set_up (Evaluating   *evaluating,
        gconstpointer data)
{
  fixture_set_up (&evaluating->fixture, data);
  fixture_load_colours (&evaluating->fixture);
  evaluating->folder = g_build_filename (evaluating->fixture.folder, "pictures", NULL);
  evaluating->other = g_build_filename (evaluating->fixture.folder, "other", NULL);
  write_picture (evaluating, "red/1.ppm", "200 20 30");
  write_picture (evaluating, "red/2.ppm", "30 20 220");
  write_picture (evaluating, "green/1.ppm", "10 180 40");
  write_picture (evaluating, "blue/1.ppm", "30 20 220");
  g_assert_no_errno (g_mkdir (evaluating->other, 0777));
  copy_file (evaluating, "model.json");
  copy_file (evaluating, "weights.bin");
  write_about (evaluating, SWAPPED);
  evaluating->truth = koma_ground_truth_new (evaluating->folder, FALSE);
  evaluating->told = -1;
}

/* Nothing is left of any session. */
static void
tear_down (Evaluating   *evaluating,
           gconstpointer data)
{
  KomaMemoryInfo info;

  remove_tree (evaluating->folder);
  remove_tree (evaluating->other);
  fixture_tear_down (&evaluating->fixture, data);
  koma_memory_get_info (&info);
  g_assert_cmpuint (info.n_buffers, ==, 0);
  koma_ground_truth_unref (evaluating->truth);
  g_clear_object (&evaluating->cancellable);
  g_free (evaluating->folder);
  g_free (evaluating->other);
}

static void
progress_cb (double   fraction,
             gpointer user_data)
{
  Evaluating *evaluating = user_data;

  g_assert_cmpfloat (fraction, >=, evaluating->told);
  evaluating->told = fraction;
  if (evaluating->cancellable != NULL && fraction >= evaluating->cancel_from)
    g_cancellable_cancel (evaluating->cancellable);
}

static void
keep_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  *(GAsyncResult **) user_data = g_object_ref (result);
}

static void
begin (Evaluating            *evaluating,
       const KomaWorkerModel *other,
       GAsyncResult         **ret_result)
{
  koma_worker_evaluate_pair_async (evaluating->fixture.worker, evaluating->truth, other,
                                   progress_cb, evaluating, evaluating->cancellable, keep_cb,
                                   ret_result);
}

static KomaEvaluatedPair *
end (Evaluating    *evaluating,
     GAsyncResult **result,
     GError       **error)
{
  KomaEvaluatedPair *pair = NULL;

  while (*result == NULL)
    g_main_context_iteration (NULL, TRUE);
  pair = koma_worker_evaluate_pair_finish (evaluating->fixture.worker, *result, error);
  g_clear_object (result);
  return pair;
}

static KomaEvaluatedPair *
evaluate (Evaluating            *evaluating,
          const KomaWorkerModel *other,
          GError               **error)
{
  GAsyncResult *result = NULL;

  begin (evaluating, other, &result);
  return end (evaluating, &result, error);
}

static void
check_class (const KomaEvaluatedPair *pair,
             guint                    at,
             guint                    index,
             guint                    n,
             guint                    n_first,
             guint                    n_second)
{
  const KomaPairClass *class = &g_array_index (pair->classes, KomaPairClass, at);

  g_assert_cmpuint (class->index, ==, index);
  g_assert_cmpuint (class->n, ==, n);
  g_assert_cmpuint (class->n_right[0], ==, n_first);
  g_assert_cmpuint (class->n_right[1], ==, n_second);
}

static void
test_two_models (Evaluating   *evaluating,
                 gconstpointer data)
{
  const KomaWorkerModel other = { .path = evaluating->other };
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaEvaluatedPair) pair = evaluate (evaluating, &other, &error);
  g_autoptr (GPtrArray) only_first = NULL;

  g_assert_no_error (error);
  g_assert_cmpfloat (evaluating->told, ==, 1);
  g_assert_cmpstr (pair->sides[1]->model, ==, "Swapped");
  g_assert_cmpuint (pair->n, ==, 4);
  g_assert_cmpfloat (pair->evaluations[0]->accuracy, ==, 0.75);
  g_assert_cmpfloat (pair->evaluations[1]->accuracy, ==, 0.25);
  g_assert_cmpuint (pair->test.n_both, ==, 1);
  g_assert_cmpuint (pair->test.n_first_only, ==, 2);
  g_assert_cmpuint (pair->test.n_second_only, ==, 0);
  g_assert_cmpuint (pair->test.n_neither, ==, 1);
  g_assert_cmpuint (pair->classes->len, ==, 3);
  check_class (pair, 0, 0, 2, 1, 0);
  check_class (pair, 1, 1, 1, 1, 0);
  check_class (pair, 2, 2, 1, 1, 1);
  only_first = koma_evaluated_pair_list (pair, TRUE, FALSE);
  g_assert_cmpuint (only_first->len, ==, 2);
  g_assert_true (g_str_has_suffix (only_first->pdata[0], "green/1.ppm"));
  g_assert_true (g_str_has_suffix (only_first->pdata[1], "red/1.ppm"));
}

/* A class that only one of them has counts for neither. */
static void
test_fewer_in_common (Evaluating   *evaluating,
                      gconstpointer data)
{
  const KomaWorkerModel other = { .path = evaluating->other };
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaEvaluatedPair) pair = NULL;

  write_about (evaluating, "{\"labels\": [\"red\", \"lilac\", \"blue\"]}");
  write_picture (evaluating, "lilac/1.ppm", "10 180 40");
  pair = evaluate (evaluating, &other, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (pair->sides[0]->n, ==, 4);
  g_assert_cmpuint (pair->sides[1]->n, ==, 4);
  g_assert_cmpuint (pair->n, ==, 3);
  g_assert_cmpfloat_with_epsilon (pair->evaluations[0]->accuracy, 2 / 3.0, 1e-9);
  g_assert_cmpfloat_with_epsilon (pair->evaluations[1]->accuracy, 2 / 3.0, 1e-9);
  g_assert_cmpuint (pair->classes->len, ==, 2);
}

/* The model in use, and the same with other pixels: both look at each picture twice. */
static void
test_two_recipes (Evaluating   *evaluating,
                  gconstpointer data)
{
  const KomaWorkerModel other = { .parts[KOMA_PART_FIT] = "stretch",
                                  .parts[KOMA_PART_INVERT] = "true" };
  KomaWorkerModel       model = fixture_model (&evaluating->fixture);
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaModelInfo) info = NULL;
  g_autoptr (KomaEvaluatedPair) pair = NULL;

  write_about (evaluating, TURNED);
  model.path = evaluating->other;
  info = fixture_load (&evaluating->fixture, &model, &error);
  g_assert_no_error (error);
  pair = evaluate (evaluating, &other, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (pair->sides[0]->hash, ==, pair->sides[1]->hash);
  g_assert_cmpstr (pair->sides[0]->recipe, !=, pair->sides[1]->recipe);
  for (guint i = 0; i < 2; i++) {
    g_assert_cmpuint (pair->sides[i]->n_turned, ==, 4);
    g_assert_nonnull (strstr (pair->sides[i]->recipe, "half a turn"));
  }
  g_assert_cmpuint (pair->test.n_both, <, 4);
}

/* In the first run, and in the second. */
static void
test_cancelled (Evaluating   *evaluating,
                gconstpointer data)
{
  const KomaWorkerModel other = { .path = evaluating->other };
  const double          moments[] = { 0, 0.5 };

  for (guint i = 0; i < G_N_ELEMENTS (moments); i++) {
    g_autoptr (GError) error = NULL;
    g_autoptr (KomaEvaluatedPair) pair = NULL;

    evaluating->told = -1;
    evaluating->cancellable = g_cancellable_new ();
    evaluating->cancel_from = moments[i];
    g_assert_null (evaluate (evaluating, &other, &error));
    g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
    g_clear_error (&error);
    g_clear_object (&evaluating->cancellable);
    evaluating->told = -1;
    pair = evaluate (evaluating, &other, &error);
    g_assert_no_error (error);
    g_assert_cmpuint (pair->n, ==, 4);
  }
}

/* Each call gets its own end: the one before is cancelled, the later one answered. */
static void
test_superseded (Evaluating   *evaluating,
                 gconstpointer data)
{
  const KomaWorkerModel other = { .path = evaluating->other };
  const KomaWorkerModel same = { .parts[KOMA_PART_FIT] = "stretch" };
  GAsyncResult         *first = NULL;
  GAsyncResult         *second = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaEvaluatedPair) pair = NULL;

  begin (evaluating, &other, &first);
  begin (evaluating, &same, &second);
  g_assert_null (end (evaluating, &first, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_error (&error);
  pair = end (evaluating, &second, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (pair->sides[1]->model, ==, pair->sides[0]->model);
  g_assert_cmpuint (pair->test.n_both, ==, 3);
}

static void
check_refused (Evaluating            *evaluating,
               const KomaWorkerModel *other,
               const char            *words)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (evaluate (evaluating, other, &error));
  g_assert_nonnull (strstr (error->message, words));
  g_assert_cmpfloat (evaluating->told, ==, -1);
}

/* All that is wrong with the other model is said before any picture is looked at. */
static void
test_refused (Evaluating   *evaluating,
              gconstpointer data)
{
  const KomaWorkerModel other = { .path = evaluating->other };
  g_autofree char      *path = g_build_filename (evaluating->other, "model.json", NULL);

  check_refused (evaluating, &(KomaWorkerModel){ .path = "/nowhere" }, "/nowhere");
  check_refused (evaluating, &(KomaWorkerModel){ .parts[KOMA_PART_SIZE] = "9x9" }, "9x9");
  write_about (evaluating, "{\"name\": \"Cats\", \"labels\": [\"cat\", \"dog\", \"cow\"]}");
  check_refused (evaluating, &other, "no class of Cats");
  write_picture (evaluating, "cat/1.ppm", "0 0 0");
  koma_ground_truth_unref (evaluating->truth);
  evaluating->truth = koma_ground_truth_new (evaluating->folder, FALSE);
  check_refused (evaluating, &other, "No picture shows a class of both");
  g_assert_true (g_file_set_contents (path, "{\"format\": \"layers-model\", ", -1, NULL));
  check_refused (evaluating, &other, "model.json");
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(name, test) \
  g_test_add ("/worker/evaluate/" name, Evaluating, NULL, set_up, test, tear_down)
  ADD ("two-models", test_two_models);
  ADD ("fewer-in-common", test_fewer_in_common);
  ADD ("two-recipes", test_two_recipes);
  ADD ("cancelled", test_cancelled);
  ADD ("superseded", test_superseded);
  ADD ("refused", test_refused);
  return g_test_run ();
}
