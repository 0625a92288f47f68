/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* The end of a project's base learns: it is kept or not, undone, saved, opened again, killed. */
#include "teach-fixture.h"

#include <signal.h>
#include <string.h>

#include "engine/model/model.h"
#include "engine/picture/preprocess.h"
#include "engine/runtime/session.h"
#include "worker/teach/learn/koma-teach-learn.h"
#include "worker/teach/disk/koma-teach-share.h"
#include "worker/teach/learn/koma-teach-tune.h"
#include "tests/test-main.h"

#define RED    0xe01010
#define BLUE   0x1010e0
#define N_EACH 6
#ifdef __SANITIZE_THREAD__
#define N_KILLS 1 /* what it is about is on the disk, and each takes six seconds */
#else
#define N_KILLS 5
#endif

static const char *program;

static void
add_shades (KomaTeachProject *project,
            const char       *name,
            guint32           rgb)
{
  KomaTeachClass *klass = koma_teach_project_add_class (project, name);

  for (guint i = 0; i < N_EACH; i++)
    g_object_unref (teach_add_pixels (project, klass, rgb + i * 0x080800));
}

/* "red" and "blue" for the model that Koma comes with. */
static KomaTeachProject *
open_colours (Teach *teach)
{
  KomaTeachProject *project = teach_open (teach);
  g_autofree char  *base =
    g_build_filename (g_getenv ("KOMA_SOURCE"), "data", "models", "shogi", NULL);

  koma_teach_project_set_base (project, base, "Shogi");
  add_shades (project, "red", RED);
  add_shades (project, "blue", BLUE);
  return project;
}

static void
wait_trained (KomaTeachProject *project)
{
  teach_wait (koma_teach_project_get_status (project).training_state == KOMA_TEACH_TRAINING_DONE &&
              koma_teach_project_count_known (project) == 2 * N_EACH);
}

static void
fine_tune (KomaTeachProject *project)
{
  koma_teach_project_fine_tune (project);
  g_assert_cmpint (koma_teach_project_get_status (project).tune_state, ==, KOMA_TEACH_TUNE_LOOKING);
  teach_wait (koma_teach_project_get_status (project).tune_state >= KOMA_TEACH_TUNE_DONE);
  g_assert_no_error (koma_teach_project_get_status (project).tune_error);
}

/* The score of "red" for a picture of some colour. */
static float
score_red (KomaTeachProject *project,
           guint32           rgb)
{
  g_autoptr (KomaPicture) picture = teach_make_picture (64, rgb);
  g_autoptr (KomaRequest) request = koma_request_new (&(KomaRequest){ .picture = picture });
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (KomaTeachAnswer) answer = NULL;
  g_autoptr (GError) error = NULL;
  guint red = 0;

  koma_teach_project_answer_async (project, request, NULL, teach_keep_result_cb, &result);
  teach_wait (result != NULL);
  answer = koma_teach_project_answer_finish (project, result, &error);
  g_assert_no_error (error);
  red = g_str_equal (koma_teach_class_get_name (answer->classes[0].klass), "red") ? 0 : 1;
  return answer->classes[red].score;
}

/* What the model that was saved says to the same picture; "red" is its first class. */
static float
score_saved (const char *path,
             guint32     rgb)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaModel) model = koma_model_load (path, NULL, NULL, NULL, &error);
  g_autoptr (KomaPicture) picture = teach_make_picture (64, rgb);
  g_autoptr (KomaSession) session = NULL;

  g_assert_no_error (error);
  session = koma_session_new (koma_model_get_graph (model), NULL, &error);
  g_assert_no_error (error);
  g_assert_true (koma_preprocess (koma_model_get_recipe (model, NULL), picture->rgb,
                                  picture->width, picture->height, picture->stride,
                                  koma_session_get_input_data (session, 0), &error));
  g_assert_true (koma_session_run (session, &error));
  return *(const float *) koma_session_get_output_data (session, 0);
}

static char *
save (Teach            *teach,
      KomaTeachProject *project)
{
  g_autofree char *folder = g_build_filename (teach->folder, "saved", NULL);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  char *path = NULL;

  koma_teach_project_save_async (project, folder, NULL, teach_keep_result_cb, &result);
  teach_wait (result != NULL);
  path = koma_teach_project_save_finish (project, result, &error);
  g_assert_no_error (error);
  return path;
}

static void
test_kept (Teach        *teach,
           gconstpointer data)
{
  const guint32      middle = 0x901090;
  KomaTeachProject  *project = open_colours (teach);
  KomaTeachTuneScore score = { 0 }, kept = { 0 };
  KomaTeachScore     checked = { 0 };
  float              before = 0, after = 0;
  g_autofree char   *path = NULL;

  wait_trained (project);
  before = score_red (project, middle);
  fine_tune (project);
  g_assert_true (koma_teach_project_get_tune_score (project, &score));
  g_assert_cmpuint (score.n_held_out, ==, 2);
  g_assert_cmpuint (score.n_right_after, <=, 2);
  g_assert_cmpuint (koma_teach_project_get_status (project).tune_epochs->len, >=, 5);
  g_assert_cmpfloat (score_red (project, middle), ==, before);
  g_assert_false (koma_teach_project_get_kept_score (project, &kept));
  koma_teach_project_keep_fine_tuning (project);
  g_assert_cmpint (koma_teach_project_get_status (project).tune_state, ==, KOMA_TEACH_TUNE_NONE);
  teach_wait (koma_teach_project_get_status (project).base_state == KOMA_TEACH_BASE_READY);
  g_assert_true (koma_teach_project_get_kept_score (project, &kept));
  g_assert_cmpmem (&kept, sizeof kept, &score, sizeof score);
  wait_trained (project);
  after = score_red (project, middle);
  g_assert_cmpfloat (after, !=, before);
  /* Only what it has not seen is proof. */
  g_assert_true (koma_teach_project_get_score (project, &checked));
  g_assert_cmpuint (checked.n_examples, ==, 2);
  path = save (teach, project);
  g_assert_cmpfloat_with_epsilon (score_saved (path, middle), after, 1e-4);
  teach_close (project);

  project = teach_open (teach);
  wait_trained (project);
  g_assert_true (koma_teach_project_get_kept_score (project, &kept));
  g_assert_cmpfloat_with_epsilon (score_red (project, middle), after, 1e-6);
  teach_close (project);
}

static void
test_undone (Teach        *teach,
             gconstpointer data)
{
  KomaTeachProject  *project = open_colours (teach);
  KomaTeachTuneScore score = { 0 };
  float              before = 0;

  wait_trained (project);
  before = score_red (project, 0x901090);
  fine_tune (project);
  koma_teach_project_keep_fine_tuning (project);
  g_assert_cmpint (koma_teach_project_get_undo (project)->kind, ==, KOMA_TEACH_FINE_TUNE);
  wait_trained (project);
  g_assert_true (koma_teach_project_undo (project));
  teach_wait (koma_teach_project_get_status (project).base_state == KOMA_TEACH_BASE_READY);
  g_assert_false (koma_teach_project_get_kept_score (project, &score));
  wait_trained (project);
  g_assert_cmpfloat_with_epsilon (score_red (project, 0x901090), before, 1e-6);
  teach_close (project);
}

/* At once, at any moment; another base ends it, too; and so does closing. */
static void
test_stopped (Teach        *teach,
              gconstpointer data)
{
  KomaTeachProject *project = open_colours (teach);
  g_autofree char  *other =
    g_build_filename (g_getenv ("KOMA_SOURCE"), "tests", "data", "colours", NULL);

  wait_trained (project);
  for (guint i = 0; i < 3; i++) {
    const gint64 end_us = g_get_monotonic_time () + g_test_rand_int_range (0, 500000);

    koma_teach_project_fine_tune (project);
    while (g_get_monotonic_time () < end_us)
      g_main_context_iteration (NULL, FALSE);
    koma_teach_project_stop_fine_tuning (project);
    g_assert_cmpint (koma_teach_project_get_status (project).tune_state, ==, KOMA_TEACH_TUNE_NONE);
  }
  koma_teach_project_fine_tune (project);
  koma_teach_project_set_base (project, other, "Colours");
  g_assert_cmpint (koma_teach_project_get_status (project).tune_state, ==, KOMA_TEACH_TUNE_NONE);
  wait_trained (project);
  koma_teach_project_fine_tune (project);
  teach_close (project);
}

static void
test_few (Teach        *teach,
          gconstpointer data)
{
  KomaTeachProject *project = open_colours (teach);
  KomaTeachClass   *few = koma_teach_project_add_class (project, "few");

  g_object_unref (teach_add_pixels (project, few, 0x10e010));
  teach_wait (koma_teach_project_count_known (project) == 2 * N_EACH + 1 &&
              koma_teach_project_get_status (project).training_state == KOMA_TEACH_TRAINING_DONE);
  koma_teach_project_fine_tune (project);
  teach_wait (koma_teach_project_get_status (project).tune_state == KOMA_TEACH_TUNE_FAILED);
  g_assert_nonnull (
    strstr (koma_teach_project_get_status (project).tune_error->message, "“few” has 1"));
  teach_close (project);
}

static void
test_hidden (Teach        *teach,
             gconstpointer data)
{
  KomaTeachProject *project = open_colours (teach);
  float             before = 0;

  wait_trained (project);
  before = score_red (project, 0x901090);
  koma_teach_project_set_n_hidden (project, 16);
  g_assert_cmpint (koma_teach_project_get_status (project).training_state, ==,
                   KOMA_TEACH_TRAINING_WAITING);
  wait_trained (project);
  g_assert_cmpfloat (score_red (project, 0x901090), !=, before);
  teach_close (project);
  project = teach_open (teach);
  g_assert_cmpuint (koma_teach_project_get_status (project).n_hidden, ==, 16);
  koma_teach_project_set_n_hidden (project, 0);
  g_assert_true (koma_teach_project_undo (project));
  g_assert_cmpuint (koma_teach_project_get_status (project).n_hidden, ==, 16);
  teach_close (project);
}

/* ---- Killed ---- */

static G_NORETURN void
run_child (const char *folder)
{
  Teach             teach = { .project = (char *) folder };
  KomaTeachProject *project = teach_open (&teach);

  for (;;) {
    wait_trained (project);
    fine_tune (project);
    koma_teach_project_keep_fine_tuning (project);
  }
}

static void
test_killed (Teach        *teach,
             gconstpointer data)
{
  KomaTeachProject *project = open_colours (teach);

  wait_trained (project);
  teach_close (project);
  for (guint i = 0; i < N_KILLS; i++) {
    g_autoptr (GError) error = NULL;
    g_autoptr (GSubprocess) child =
      g_subprocess_new (G_SUBPROCESS_FLAGS_NONE, &error, program, "--child", teach->project, NULL);
    KomaTeachTuneScore score = { 0 };

    g_assert_no_error (error);
    g_usleep ((gulong) g_test_rand_int_range (0, 3000000));
    g_subprocess_force_exit (child);
    g_assert_true (g_subprocess_wait (child, NULL, NULL));
    g_assert_cmpint (g_subprocess_get_term_sig (child), ==, SIGKILL);
    project = teach_open (teach);
    g_assert_cmpint (koma_teach_project_get_status (project).state, ==, KOMA_TEACH_READY);
    g_assert_cmpuint (koma_teach_project_get_status (project).n_examples, ==, 2 * N_EACH);
    wait_trained (project);
    if (koma_teach_project_get_kept_score (project, &score))
      g_assert_cmpuint (score.n_held_out, ==, 2);
    teach_close (project);
  }
}

KOMA_TEST_MAIN (argc, argv)
{
#define ADD(name, function) g_test_add (name, Teach, NULL, teach_set_up, function, teach_tear_down)

  program = argv[0];
  if (argc == 3 && g_str_equal (argv[1], "--child"))
    run_child (argv[2]);
  g_test_init (&argc, &argv, NULL);
  ADD ("/teach-tune/kept", test_kept);
  ADD ("/teach-tune/undone", test_undone);
  ADD ("/teach-tune/stopped", test_stopped);
  ADD ("/teach-tune/few", test_few);
  ADD ("/teach-tune/hidden", test_hidden);
  ADD ("/teach-tune/killed", test_killed);
  return g_test_run ();
}
