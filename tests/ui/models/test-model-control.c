/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/models/koma-model-control.h"
#include "tests/remove-tree.h"
#include "tests/test-main.h"
#include "tests/unref-and-wait.h"

/* No backend takes as long for such a small model. */
#define SPOILT_MS 123456

typedef struct
{
  KomaWorker       *worker;
  KomaModelChoices *choices;
  KomaModelControl *control;
  guint             n_loaded;
  guint             n_failed;
} Fixture;

static void
loaded_cb (Fixture *fixture)
{
  fixture->n_loaded++;
}

static void
failed_cb (Fixture    *fixture,
           const char *path,
           GError     *error)
{
  g_assert_nonnull (path);
  g_assert_nonnull (error);
  fixture->n_failed++;
}

static void
set_up (Fixture      *fixture,
        gconstpointer data)
{
  fixture->worker = koma_worker_new ();
  fixture->choices = koma_model_choices_new ();
  fixture->control = koma_model_control_new (fixture->worker, fixture->choices);
  g_signal_connect_swapped (fixture->control, "loaded", G_CALLBACK (loaded_cb), fixture);
  g_signal_connect_swapped (fixture->control, "failed", G_CALLBACK (failed_cb), fixture);
}

static void
settle (void)
{
  gint64 until = g_get_monotonic_time () + G_USEC_PER_SEC / 5;

  while (g_get_monotonic_time () < until) {
    g_main_context_iteration (NULL, FALSE);
    g_usleep (1000);
  }
}

static void
tear_down (Fixture      *fixture,
           gconstpointer data)
{
  koma_model_control_cancel (fixture->control);
  koma_worker_stop (fixture->worker);
  unref_and_wait (fixture->control);
  unref_and_wait (fixture->choices);
  unref_and_wait (fixture->worker);
}

static char *
get_colours (void)
{
  return g_build_filename (g_getenv ("KOMA_SOURCE"), "tests", "data", "colours", NULL);
}

static void
wait_for_end (Fixture *fixture)
{
  while (koma_model_control_is_loading (fixture->control))
    g_main_context_iteration (NULL, TRUE);
}

static void
test_loads (Fixture      *fixture,
            gconstpointer data)
{
  g_autofree char *path = get_colours ();

  koma_model_control_load (fixture->control, path);
  g_assert_true (koma_model_control_is_loading (fixture->control));
  g_assert_cmpstr (koma_model_control_get_loading_path (fixture->control), ==, path);
  wait_for_end (fixture);

  g_assert_cmpuint (fixture->n_loaded, ==, 1);
  g_assert_cmpuint (fixture->n_failed, ==, 0);
  g_assert_nonnull (koma_model_control_get_info (fixture->control));
}

static void
test_fails (Fixture      *fixture,
            gconstpointer data)
{
  koma_model_control_load (fixture->control, "/nonexistent/model.json");
  wait_for_end (fixture);

  g_assert_cmpuint (fixture->n_loaded, ==, 0);
  g_assert_cmpuint (fixture->n_failed, ==, 1);
  g_assert_null (koma_model_control_get_info (fixture->control));
}

/* Of two that overlap the later counts; of one that is cancelled nothing is heard. */
static void
test_superseded (Fixture      *fixture,
                 gconstpointer data)
{
  g_autofree char *path = get_colours ();

  koma_model_control_load (fixture->control, "/nonexistent/model.json");
  koma_model_control_load (fixture->control, path);
  wait_for_end (fixture);
  settle ();
  g_assert_cmpuint (fixture->n_loaded, ==, 1);
  g_assert_cmpuint (fixture->n_failed, ==, 0);

  koma_model_control_load (fixture->control, path);
  koma_model_control_cancel (fixture->control);
  g_assert_false (koma_model_control_is_loading (fixture->control));
  settle ();
  g_assert_cmpuint (fixture->n_loaded, ==, 1);
  g_assert_cmpuint (fixture->n_failed, ==, 0);
}

static void
changed_cb (KomaModelInfo *info,
            gpointer       user_data)
{
  koma_model_control_take_change (user_data, info);
}

static double
wait_for_plain_c_ms (Fixture *fixture)
{
  const KomaAutotuneReport *autotune = NULL;

  while (!koma_model_control_can_measure_again (fixture->control))
    g_main_context_iteration (NULL, TRUE);
  autotune = koma_model_control_get_info (fixture->control)->autotune;
  for (guint i = 0; i < autotune->n_entries; i++)
    if (g_str_equal (autotune->entries[i].backend, "cpu"))
      return autotune->entries[i].run_ms;
  g_assert_not_reached ();
}

/* What is kept says that plain C takes SPOILT_MS. */
static void
spoil_autotune (Fixture *fixture)
{
  const char      *hash = koma_model_control_get_info (fixture->control)->hash;
  g_autofree char *path = g_build_filename (g_get_user_cache_dir (), "koma", "autotune.ini", NULL);
  g_autoptr (GKeyFile) file = g_key_file_new ();
  g_auto (GStrv) fields = NULL;

  g_assert_true (g_key_file_load_from_file (file, path, G_KEY_FILE_NONE, NULL));
  fields = g_key_file_get_string_list (file, hash, "cpu", NULL, NULL);
  g_free (fields[1]);
  fields[1] = g_strdup_printf ("%d", SPOILT_MS);
  g_key_file_set_string_list (file, hash, "cpu", (const char *const *) fields,
                              g_strv_length (fields));
  g_assert_true (g_key_file_save_to_file (file, path, NULL));
}

static void
test_measure_again (Fixture      *fixture,
                    gconstpointer data)
{
  g_autofree char *path = get_colours ();

  koma_worker_watch_model (fixture->worker, changed_cb, fixture->control);
  koma_model_control_load (fixture->control, path);
  g_assert_false (koma_model_control_can_measure_again (fixture->control));
  g_assert_cmpfloat (wait_for_plain_c_ms (fixture), <, SPOILT_MS);
  spoil_autotune (fixture);
  koma_model_control_reload (fixture->control);
  g_assert_cmpfloat (wait_for_plain_c_ms (fixture), ==, SPOILT_MS);

  koma_model_control_measure_again (fixture->control);
  g_assert_false (koma_model_control_can_measure_again (fixture->control));
  g_assert_cmpfloat (wait_for_plain_c_ms (fixture), <, SPOILT_MS);
  g_assert_true (koma_model_control_is_reload (fixture->control));

  /* Once, not for every load from then on. */
  spoil_autotune (fixture);
  koma_model_control_reload (fixture->control);
  g_assert_cmpfloat (wait_for_plain_c_ms (fixture), ==, SPOILT_MS);
}

static void
assert_name (Fixture    *fixture,
             const char *path,
             const char *wanted)
{
  g_autofree char *name = koma_model_control_dup_name (fixture->control, path);

  g_assert_cmpstr (name, ==, wanted);
}

/* As they are called once they are read. */
static void
test_names (Fixture *fixture, gconstpointer user_data)
{
  assert_name (fixture, "/models/flowers", "flowers");
  assert_name (fixture, "/models/flowers-1.0", "flowers-1.0");
  assert_name (fixture, "/models/flowers/model.json", "flowers");
  assert_name (fixture, "/models/flowers.json", "flowers");
  assert_name (fixture, "/models/onnx/mnist.onnx", "mnist");
  assert_name (fixture, "/models/flowers.tar.gz", "flowers");
  assert_name (fixture, "/models/old/tensorflowjs_model.pb", "old");
}

KOMA_TEST_MAIN (argc, argv)
{
  g_autofree char *state = g_dir_make_tmp ("koma-XXXXXX", NULL);
  int              status = 0;

  g_setenv ("XDG_STATE_HOME", state, TRUE);
  g_setenv ("XDG_DATA_HOME", state, TRUE);
  g_setenv ("XDG_CACHE_HOME", state, TRUE);
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/ui/model-control/loads", Fixture, NULL, set_up, test_loads, tear_down);
  g_test_add ("/ui/model-control/fails", Fixture, NULL, set_up, test_fails, tear_down);
  g_test_add ("/ui/model-control/superseded", Fixture, NULL, set_up, test_superseded, tear_down);
  g_test_add ("/ui/model-control/measure-again", Fixture, NULL, set_up, test_measure_again,
              tear_down);
  g_test_add ("/ui/model-control/names", Fixture, NULL, set_up, test_names, tear_down);
  status = g_test_run ();
  remove_tree (state);
  return status;
}
