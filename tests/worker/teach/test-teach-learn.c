/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* A project that learns: features, answers, training, how good it is, and all of it interrupted. */
#include "teach-fixture.h"

#include <glib/gstdio.h>
#include <string.h>

#include "engine/picture/decoder.h"
#include "engine/picture/preprocess.h"
#include "tests/unref-and-wait.h"
#include "worker/teach/learn/koma-teach-base.h"
#include "worker/teach/learn/koma-teach-learn.h"
#include "tests/test-main.h"

#define RED  0xe01010
#define BLUE 0x1010e0

static char *
find_base (void)
{
  return g_build_filename (g_getenv ("KOMA_SOURCE"), "tests", "data", "colours", NULL);
}

static void
set_base (KomaTeachProject *project)
{
  g_autofree char *base = find_base ();

  koma_teach_project_set_base (project, base, "Colours");
}

/* Some shades of a colour. */
static void
add_shades (KomaTeachProject *project,
            KomaTeachClass   *klass,
            guint32           rgb,
            guint             n)
{
  for (guint i = 0; i < n; i++)
    g_object_unref (teach_add_pixels (project, klass, rgb + i * 0x080800));
}

/* "red" and "blue", and the colours as base. */
static KomaTeachProject *
open_colours (Teach *teach,
              guint  n_each)
{
  KomaTeachProject *project = teach_open (teach);

  set_base (project);
  add_shades (project, koma_teach_project_add_class (project, "red"), RED, n_each);
  add_shades (project, koma_teach_project_add_class (project, "blue"), BLUE, n_each);
  return project;
}

static void
ask (KomaTeachProject *project,
     guint32           rgb,
     guint64           key,
     GAsyncResult    **ret_result)
{
  g_autoptr (KomaPicture) picture = teach_make_picture (48, rgb);
  g_autoptr (KomaRequest) request =
    koma_request_new (&(KomaRequest){ .picture = picture, .key = key });

  koma_teach_project_answer_async (project, request, NULL, teach_keep_result_cb, ret_result);
}

static KomaTeachAnswer *
answer (KomaTeachProject *project,
        guint32           rgb)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  KomaTeachAnswer *got = NULL;

  ask (project, rgb, 1, &result);
  teach_wait (result != NULL);
  got = koma_teach_project_answer_finish (project, result, &error);
  g_assert_no_error (error);
  return got;
}

static void
check_answer (KomaTeachProject *project,
              guint32           rgb,
              const char       *expected,
              KomaTeachHeadKind kind)
{
  g_autoptr (KomaTeachAnswer) got = answer (project, rgb);

  g_assert_cmpstr (koma_teach_class_get_name (got->classes[0].klass), ==, expected);
  g_assert_cmpint (got->kind, ==, kind);
  g_assert_cmpfloat (got->classes[0].score, >=, got->classes[1].score);
  g_assert_cmpuint (got->n_classes, ==, 2);
}

static void
check_no_answer (KomaTeachProject *project)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  ask (project, RED, 1, &result);
  teach_wait (result != NULL);
  g_assert_null (koma_teach_project_answer_finish (project, result, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_INITIALIZED);
}

static void
wait_trained (KomaTeachProject *project)
{
  teach_wait (koma_teach_project_get_status (project).training_state == KOMA_TEACH_TRAINING_DONE);
}

/* From the first example of a second class on there is an answer; a trained head follows. */
static void
test_answers (Teach        *teach,
              gconstpointer data)
{
  KomaTeachProject *project = teach_open (teach);
  KomaTeachClass   *red = koma_teach_project_add_class (project, "red");
  KomaTeachClass   *blue = koma_teach_project_add_class (project, "blue");
  KomaTeachScore    score = { 0 };

  check_no_answer (project);
  set_base (project);
  g_assert_cmpint (koma_teach_project_get_status (project).base_state, ==, KOMA_TEACH_BASE_LOADING);
  teach_wait (koma_teach_project_get_status (project).base_state == KOMA_TEACH_BASE_READY);
  add_shades (project, red, RED, 1);
  check_no_answer (project);
  add_shades (project, blue, BLUE, 1);
  teach_wait (koma_teach_project_get_status (project).head_kind != KOMA_TEACH_HEAD_NONE);
  g_assert_cmpuint (koma_teach_project_count_known (project), ==, 2);
  check_answer (project, RED + 0x100010, "red", koma_teach_project_get_status (project).head_kind);
  check_answer (project, BLUE - 0x000020, "blue",
                koma_teach_project_get_status (project).head_kind);
  wait_trained (project);
  g_assert_cmpint (koma_teach_project_get_status (project).head_kind, ==, KOMA_TEACH_HEAD_TRAINED);
  g_assert_false (koma_teach_project_get_score (project, &score));
  add_shades (project, red, RED, 6);
  add_shades (project, blue, BLUE, 6);
  teach_wait (koma_teach_project_get_status (project).training_state != KOMA_TEACH_TRAINING_DONE);
  wait_trained (project);
  check_answer (project, RED, "red", KOMA_TEACH_HEAD_TRAINED);
  check_answer (project, BLUE, "blue", KOMA_TEACH_HEAD_TRAINED);
  g_assert_cmpuint (koma_teach_project_get_status (project).epochs->len, >, 0);
  g_assert_true (koma_teach_project_get_score (project, &score));
  g_assert_cmpuint (score.n_examples, ==, 14);
  g_assert_false (score.is_stale);
  teach_close (project);
}

/* A wrong example: it is in its cell and among the worst; moved to where it belongs, it is not. */
static void
test_how_good (Teach        *teach,
               gconstpointer data)
{
  KomaTeachProject *project = open_colours (teach, 8);
  KomaTeachClass   *red = koma_teach_project_find_class (project, "red");
  KomaTeachClass   *blue = koma_teach_project_find_class (project, "blue");
  g_autoptr (KomaTeachExample) wrong = teach_add_pixels (project, blue, RED + 0x040000);
  g_autoptr (GListModel) cell = NULL;
  g_autoptr (GListModel) worst = NULL;
  g_autoptr (KomaTeachExample) last = NULL;
  g_autoptr (KomaTeachExample) first_worst = NULL;
  g_autoptr (GPtrArray) moved = g_ptr_array_new ();
  KomaTeachScore score = { 0 };
  float          sure = 0;

  wait_trained (project);
  g_assert_true (koma_teach_project_get_score (project, &score));
  g_assert_cmpuint (score.n_examples, ==, 17);
  g_assert_cmpuint (score.n_right, <, 17);
  g_assert_cmpuint (koma_teach_project_count_answers (project, red, red) +
                      koma_teach_project_count_answers (project, blue, blue),
                    ==, score.n_right);
  g_assert_cmpuint (koma_teach_project_count_answers (project, red, blue) +
                      koma_teach_project_count_answers (project, blue, red),
                    ==, 17 - score.n_right);
  cell = koma_teach_project_list_answers (project, blue, red);
  g_assert_cmpuint (g_list_model_get_n_items (cell), ==,
                    koma_teach_project_count_answers (project, blue, red));
  last = g_list_model_get_item (cell, g_list_model_get_n_items (cell) - 1);
  g_assert_true (last == wrong);
  g_assert_true (koma_teach_example_get_held_out (wrong, &sure) == red);
  g_assert_cmpfloat (sure, >, 0.5);
  worst = koma_teach_project_list_worst (project);
  g_assert_cmpuint (g_list_model_get_n_items (worst), ==, 17 - score.n_right);
  first_worst = g_list_model_get_item (worst, 0);
  g_assert_true (first_worst == wrong);
  g_ptr_array_add (moved, wrong);
  koma_teach_project_move_examples (project, moved, red);
  g_assert_true (koma_teach_project_get_score (project, &score));
  g_assert_true (score.is_stale);
  teach_wait (koma_teach_project_get_status (project).training_state != KOMA_TEACH_TRAINING_DONE);
  wait_trained (project);
  g_assert_true (koma_teach_project_get_score (project, &score));
  g_assert_cmpuint (score.n_right, ==, 17);
  teach_close (project);
}

static char *
find_features (Teach *teach)
{
  g_autofree char *folder = g_build_filename (teach->project, "features", NULL);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);

  return g_build_filename (folder, g_dir_read_name (dir), NULL);
}

static void
check_known (Teach *teach,
             guint  n_known,
             guint  n_failed)
{
  KomaTeachProject *project = teach_open (teach);
  guint             n = 0;

  teach_wait (koma_teach_project_get_status (project).base_state == KOMA_TEACH_BASE_READY);
  while (n < n_known + n_failed) {
    g_main_context_iteration (NULL, TRUE);
    n = koma_teach_project_count_known (project);
    for (guint i = 0; i < 2; i++) {
      g_autoptr (KomaTeachClass) klass = g_list_model_get_item (G_LIST_MODEL (project), i);

      for (guint j = 0; j < koma_teach_class_get_n_examples (klass); j++) {
        g_autoptr (KomaTeachExample) example = g_list_model_get_item (G_LIST_MODEL (klass), j);

        n += koma_teach_example_get_state (example) == KOMA_TEACH_EXAMPLE_FAILED;
        g_assert_true ((koma_teach_example_get_state (example) == KOMA_TEACH_EXAMPLE_FAILED) ==
                       (koma_teach_example_get_error (example) != NULL));
      }
    }
  }
  g_assert_cmpuint (koma_teach_project_count_known (project), ==, n_known);
  teach_close (project);
}

/* Features are read where they were computed before, and computed again where that is damaged. */
static void
test_features_kept (Teach        *teach,
                    gconstpointer data)
{
  KomaTeachProject *project = open_colours (teach, 3);
  g_autofree char  *pictures = g_build_filename (teach->project, "pictures", NULL);
  g_autofree char  *hidden = g_build_filename (teach->project, "hidden", NULL);
  g_autofree char  *features = NULL;
  g_autofree char  *bytes = NULL;
  gsize             size_bytes = 0;

  teach_wait (koma_teach_project_count_known (project) == 6);
  teach_close (project);
  features = find_features (teach);
  g_assert_cmpint (g_rename (pictures, hidden), ==, 0);
  check_known (teach, 6, 0);
  g_assert_true (g_file_get_contents (features, &bytes, &size_bytes, NULL));
  bytes[100] ^= 1;
  g_assert_true (g_file_set_contents (features, bytes, (gssize) size_bytes - 1, NULL));
  check_known (teach, 4, 2);
  g_assert_cmpint (g_rmdir (pictures), ==, 0);
  g_assert_cmpint (g_rename (hidden, pictures), ==, 0);
  check_known (teach, 6, 0);
  g_assert_cmpint (g_rename (pictures, hidden), ==, 0);
  check_known (teach, 6, 0);
}

static void
test_base (Teach        *teach,
           gconstpointer data)
{
  KomaTeachProject *project = open_colours (teach, 1);

  teach_wait (koma_teach_project_get_status (project).head_kind != KOMA_TEACH_HEAD_NONE);
  koma_teach_project_set_base (project, "/nowhere/model.json", "Nothing");
  g_assert_cmpuint (koma_teach_project_count_known (project), ==, 0);
  teach_wait (koma_teach_project_get_status (project).base_state == KOMA_TEACH_BASE_FAILED);
  g_assert_nonnull (koma_teach_project_get_status (project).base_error);
  teach_wait (koma_teach_project_get_status (project).head_kind == KOMA_TEACH_HEAD_NONE);
  check_no_answer (project);
  set_base (project);
  teach_wait (koma_teach_project_get_status (project).base_state == KOMA_TEACH_BASE_READY);
  g_assert_null (koma_teach_project_get_status (project).base_error);
  g_assert_cmpstr (koma_teach_project_get_status (project).base_name, ==, "Colours");
  wait_trained (project);
  check_answer (project, RED, "red", KOMA_TEACH_HEAD_TRAINED);
  teach_close (project);
}

static KomaFeatureVector *
compute (KomaTeachBase *base,
         GFile         *file,  /* (nullable) */
         KomaPicture   *picture) /* (nullable) */
{
  g_autoptr (KomaRequest) request =
    koma_request_new (&(KomaRequest){ .file = file, .picture = picture });
  g_autoptr (GError) error = NULL;
  KomaFeatureVector *features = koma_teach_base_compute (base, request, NULL, &error);

  g_assert_no_error (error);
  return features;
}

static KomaFeatureVector *
compute_decoded (KomaTeachBase *base,
                 GFile         *file,
                 guint          min_side)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaPicture) picture = koma_decoder_decode_file (file, min_side, NULL, &error);

  g_assert_no_error (error);
  return compute (base, NULL, picture);
}

static gboolean
is_same (const KomaFeatureVector *a,
         const KomaFeatureVector *b)
{
  g_assert_cmpuint (koma_feature_vector_get_n (a), ==, koma_feature_vector_get_n (b));
  return memcmp (koma_feature_vector_get_values (a), koma_feature_vector_get_values (b),
                 koma_feature_vector_get_n (a) * sizeof (float)) == 0;
}

/* JPEG is decoded no larger than the base needs, as for every other answer. */
static void
test_jpeg (Teach        *teach,
           gconstpointer data)
{
  g_autofree char *path = teach_write_picture (teach, "noise.jpg", 640, 1);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autofree char *model = find_base ();
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaTeachBase) base = koma_teach_base_new (model, NULL, &error);
  g_autoptr (KomaFeatureVector) found = NULL;
  g_autoptr (KomaFeatureVector) small = NULL;
  g_autoptr (KomaFeatureVector) full = NULL;
  guint side = 0;

  g_assert_no_error (error);
  side = koma_preprocess_get_min_side (
    koma_model_get_recipe (koma_teach_base_get_model (base), NULL));
  found = compute (base, file, NULL);
  small = compute_decoded (base, file, side);
  full = compute_decoded (base, file, 0);
  g_assert_true (is_same (found, small));
  g_assert_false (is_same (found, full));
}

/* Of one key the newest alone waits; each ends once. */
static void
test_newest (Teach        *teach,
             gconstpointer data)
{
  KomaTeachProject *project = open_colours (teach, 1);
  GAsyncResult     *results[40] = { NULL };
  guint             n_answers = 0;

  wait_trained (project);
  for (guint i = 0; i < 40; i++)
    ask (project, i % 2 == 0 ? RED : BLUE, i < 39 ? 1 : 2, &results[i]);
  for (guint i = 0; i < 40; i++) {
    g_autoptr (GError) error = NULL;
    g_autoptr (KomaTeachAnswer) got = NULL;

    teach_wait (results[i] != NULL);
    got = koma_teach_project_answer_finish (project, results[i], &error);
    g_object_unref (results[i]);
    if (got != NULL)
      n_answers++;
    else
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
    if (i >= 38)
      g_assert_nonnull (got);
  }
  g_test_message ("%u answers to 40 questions", n_answers);
  teach_close (project);
}

static void
test_twins (Teach        *teach,
            gconstpointer data)
{
  KomaTeachProject *project = open_colours (teach, 1);
  KomaTeachClass   *red = koma_teach_project_find_class (project, "red");
  g_autoptr (KomaTeachExample) first = g_list_model_get_item (G_LIST_MODEL (red), 0);
  g_autoptr (KomaTeachExample) near = teach_add_pixels (project, red, RED + 0x010000);
  g_autoptr (KomaTeachExample) other = teach_add_pixels (project, red, 0x10e010);

  teach_wait (koma_teach_project_count_known (project) == 4);
  g_assert_true (koma_teach_example_get_twin (near) == first);
  g_assert_null (koma_teach_example_get_twin (other));
  teach_close (project);
}

static gboolean
is_training (KomaTeachProject *project)
{
  const KomaTeachTrainingState state = koma_teach_project_get_status (project).training_state;

  return state == KOMA_TEACH_TRAINING_RUNNING || state == KOMA_TEACH_TRAINING_WAITING;
}

static void
test_stopped (Teach        *teach,
              gconstpointer data)
{
  KomaTeachProject *project = open_colours (teach, 3);

  teach_wait (is_training (project));
  koma_teach_project_stop_training (project);
  g_assert_cmpint (koma_teach_project_get_status (project).training_state, ==,
                   KOMA_TEACH_TRAINING_STOPPED);
  koma_teach_project_train (project);
  g_assert_cmpint (koma_teach_project_get_status (project).training_state, ==,
                   KOMA_TEACH_TRAINING_RUNNING);
  wait_trained (project);
  teach_close (project);
}

static void
close_project (KomaTeachProject *project)
{
  g_autoptr (GAsyncResult) closed = NULL;

  koma_teach_project_close_async (project, teach_keep_result_cb, &closed);
  teach_wait (closed != NULL);
}

/* Closed or dropped in whatever state: questions end, threads end. */
static void
test_interrupted (Teach        *teach,
                  gconstpointer data)
{
  teach_close (open_colours (teach, 3));
  for (guint i = 0; i < 12; i++) {
    KomaTeachProject *project = koma_teach_project_new (teach->project);
    GAsyncResult     *result = NULL;
    const gint64      end_us = g_get_monotonic_time () + g_test_rand_int_range (0, 200000);

    while (g_get_monotonic_time () < end_us)
      g_main_context_iteration (NULL, FALSE);
    if (i % 3 == 0)
      koma_teach_project_train (project);
    if (i % 2 == 0) {
      ask (project, RED, 1, &result);
      close_project (project);
      g_assert_nonnull (result);
      g_object_unref (result);
      /* What closed it is released in a later turn of the main context. */
      unref_and_wait (project);
    } else {
      g_assert_finalize_object (project);
    }
  }
  while (g_main_context_iteration (NULL, FALSE))
    ;
}

KOMA_TEST_MAIN (argc, argv)
{
#define ADD(name, function) g_test_add (name, Teach, NULL, teach_set_up, function, teach_tear_down)

  g_test_init (&argc, &argv, NULL);
  ADD ("/teach-learn/answers", test_answers);
  ADD ("/teach-learn/how-good", test_how_good);
  ADD ("/teach-learn/features-kept", test_features_kept);
  ADD ("/teach-learn/base", test_base);
  ADD ("/teach-learn/jpeg", test_jpeg);
  ADD ("/teach-learn/newest", test_newest);
  ADD ("/teach-learn/twins", test_twins);
  ADD ("/teach-learn/stopped", test_stopped);
  ADD ("/teach-learn/interrupted", test_interrupted);
  return g_test_run ();
}
