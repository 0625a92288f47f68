/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/preferences/koma-backend-control.h"

#include "engine/koma/koma-error.h"
#include "tests/test-main.h"
#include "tests/unref-and-wait.h"

typedef struct
{
  KomaWorker         *worker;
  KomaModelChoices   *choices;
  KomaPreferences    *preferences;
  KomaModelControl   *model_control;
  KomaBackendControl *control;
  guint               n_failed;
} Fixture;

static void
failed_cb (Fixture *fixture)
{
  fixture->n_failed++;
}

static void
set_up (Fixture      *fixture,
        gconstpointer environment)
{
  if (environment != NULL)
    g_setenv ("KOMA_BACKEND", environment, TRUE);
  else
    g_unsetenv ("KOMA_BACKEND");
  fixture->worker = koma_worker_new ();
  fixture->choices = koma_model_choices_new ();
  fixture->preferences = g_object_new (KOMA_TYPE_PREFERENCES, NULL);
  fixture->model_control = koma_model_control_new (fixture->worker, fixture->choices);
  fixture->control = koma_backend_control_new (fixture->model_control, fixture->preferences);
  g_signal_connect_swapped (fixture->model_control, "failed", G_CALLBACK (failed_cb), fixture);
}

static void
tear_down (Fixture      *fixture,
           gconstpointer environment)
{
  koma_model_control_cancel (fixture->model_control);
  koma_worker_stop (fixture->worker);
  unref_and_wait (fixture->control);
  unref_and_wait (fixture->model_control);
  unref_and_wait (fixture->preferences);
  unref_and_wait (fixture->choices);
  unref_and_wait (fixture->worker);
}

static void
assert_choice (Fixture    *fixture,
               const char *backend,
               KomaChooser chooser)
{
  const KomaBackendChoice *choice = koma_model_control_get_choice (fixture->model_control);

  g_assert_cmpstr (choice->backend, ==, backend);
  g_assert_cmpint (choice->chooser, ==, chooser);
}

/* What was said last counts, and what is chosen in the window is kept. */
static void
test_who (Fixture      *fixture,
          gconstpointer environment)
{
  assert_choice (fixture, "cpu", KOMA_CHOSEN_BY_ENVIRONMENT);
  koma_backend_control_set_option (fixture->control, "xnnpack");
  assert_choice (fixture, "xnnpack", KOMA_CHOSEN_BY_OPTION);
  g_assert_null (koma_preferences_get_backend (fixture->preferences));

  /* It is the preference already; it counts all the same. */
  koma_backend_control_choose (fixture->control, NULL);
  assert_choice (fixture, NULL, KOMA_CHOSEN_AUTOMATICALLY);
  koma_backend_control_choose (fixture->control, "gles");
  assert_choice (fixture, "gles", KOMA_CHOSEN_BY_PREFERENCE);
  g_assert_cmpstr (koma_preferences_get_backend (fixture->preferences), ==, "gles");
}

static void
wait_for_end (Fixture *fixture)
{
  while (koma_model_control_is_loading (fixture->model_control))
    g_main_context_iteration (NULL, TRUE);
}

static const char *
get_backend (Fixture *fixture)
{
  return koma_model_control_get_info (fixture->model_control)->backend;
}

static void
load_colours (Fixture *fixture)
{
  g_autofree char *path = g_build_filename (g_getenv ("KOMA_SOURCE"), "tests", "data", "colours",
                                            NULL);

  koma_model_control_load (fixture->model_control, path);
  wait_for_end (fixture);
}

static void
test_at_once (Fixture      *fixture,
              gconstpointer environment)
{
  load_colours (fixture);
  g_assert_false (koma_model_control_is_reload (fixture->model_control));

  koma_backend_control_choose (fixture->control, "cpu");
  g_assert_true (koma_model_control_is_loading (fixture->model_control));
  wait_for_end (fixture);
  g_assert_cmpstr (get_backend (fixture), ==, "cpu");
  g_assert_true (koma_model_control_is_reload (fixture->model_control));
  g_assert_cmpint (koma_model_control_get_chooser (fixture->model_control), ==,
                   KOMA_CHOSEN_BY_PREFERENCE);

  g_object_set (fixture->preferences, "threads", 2, NULL);
  while (!koma_model_control_is_loading (fixture->model_control))
    g_main_context_iteration (NULL, TRUE);
  wait_for_end (fixture);
  g_assert_cmpuint (
    koma_model_control_get_info (fixture->model_control)->n_threads, ==, 2);
}

/* Takes effect at once, too. */
static void
test_precision (Fixture      *fixture,
                gconstpointer environment)
{
  g_assert_cmpint (koma_preferences_get_precision (fixture->preferences), ==,
                   KOMA_PRECISION_AS_FLAGS);
  load_colours (fixture);
  g_object_set (fixture->preferences, "precision", "float16", NULL);
  g_assert_cmpint (koma_preferences_get_precision (fixture->preferences), ==,
                   KOMA_PRECISION_FLOAT16);
  g_assert_true (koma_model_control_is_loading (fixture->model_control));
  wait_for_end (fixture);
  g_assert_true (koma_model_control_is_reload (fixture->model_control));
  g_assert_cmpuint (fixture->n_failed, ==, 0);

  /* It is about those that have it, and keeps nobody from choosing others. */
  koma_backend_control_choose (fixture->control, "cpu");
  wait_for_end (fixture);
  g_assert_cmpuint (fixture->n_failed, ==, 0);
  g_assert_cmpstr (get_backend (fixture), ==, "cpu");
  g_assert_cmpint (koma_model_control_get_info (fixture->model_control)->precision,
                   ==, KOMA_PRECISION_FLOAT32);
}

/* The one before goes on, until another is chosen; then all is well. */
static void
test_failure (Fixture      *fixture,
              gconstpointer environment)
{
  koma_backend_control_choose (fixture->control, "cpu");
  load_colours (fixture);
  koma_backend_control_choose (fixture->control, "gles");
  wait_for_end (fixture);
  g_assert_error (koma_model_control_get_failure (fixture->model_control), KOMA_ERROR,
                  KOMA_ERROR_BACKEND);
  g_assert_cmpstr (get_backend (fixture), ==, "cpu");
  g_assert_cmpint (koma_model_control_get_chooser (fixture->model_control), ==,
                   KOMA_CHOSEN_BY_PREFERENCE);

  koma_backend_control_choose (fixture->control, NULL);
  wait_for_end (fixture);
  g_assert_no_error (koma_model_control_get_failure (fixture->model_control));
  g_assert_cmpint (koma_model_control_get_chooser (fixture->model_control), ==,
                   KOMA_CHOSEN_AUTOMATICALLY);
}

/* Where nothing serves yet, the model that was asked for is what the other backend gets. */
static void
test_first_failure (Fixture      *fixture,
                    gconstpointer environment)
{
  load_colours (fixture);
  g_assert_null (koma_model_control_get_info (fixture->model_control));
  g_assert_error (koma_model_control_get_failure (fixture->model_control), KOMA_ERROR,
                  KOMA_ERROR_BACKEND);

  koma_backend_control_choose (fixture->control, "cpu");
  wait_for_end (fixture);
  g_assert_cmpstr (get_backend (fixture), ==, "cpu");
  g_assert_false (koma_model_control_is_reload (fixture->model_control));
}

/* A model that is broken is no fault of the backend that was chosen. */
static void
test_broken_model (Fixture      *fixture,
                   gconstpointer environment)
{
  koma_backend_control_choose (fixture->control, "cpu");
  koma_model_control_load (fixture->model_control, "/nonexistent/model.json");
  wait_for_end (fixture);
  g_assert_no_error (koma_model_control_get_failure (fixture->model_control));
}

static void
test_list (Fixture      *fixture,
           gconstpointer environment)
{
  GPtrArray *entries = NULL;
  gboolean   has_cpu = FALSE, has_reason = TRUE;

  koma_backend_control_list (fixture->control);
  g_assert_null (koma_backend_control_get_entries (fixture->control));
  while ((entries = koma_backend_control_get_entries (fixture->control)) == NULL)
    g_main_context_iteration (NULL, TRUE);

  for (guint i = 0; i < entries->len; i++) {
    const KomaBackendEntry *entry = g_ptr_array_index (entries, i);

    has_cpu = has_cpu || (g_str_equal (entry->name, "cpu") && entry->reason == NULL);
    if (g_str_equal (entry->name, "gles"))
      has_reason = entry->reason != NULL && entry->device == NULL;
  }
  g_assert_true (has_cpu);
  g_assert_true (has_reason);
}

static void
add (const char *name,
     const char *environment,
     void (*test) (Fixture *, gconstpointer))
{
  g_autofree char *path = g_strdup_printf ("/ui/backend-control/%s", name);

  g_test_add (path, Fixture, environment, set_up, test, tear_down);
}

KOMA_TEST_MAIN (argc, argv)
{
  /* One backend that is never there, whatever the machine has. */
  g_setenv ("KOMA_GLES_DEVICE", "/nonexistent", TRUE);
  g_test_init (&argc, &argv, NULL);
  add ("who", "cpu", test_who);
  add ("at-once", NULL, test_at_once);
  add ("precision", NULL, test_precision);
  add ("failure", NULL, test_failure);
  add ("first-failure", "gles", test_first_failure);
  add ("broken-model", NULL, test_broken_model);
  add ("list", NULL, test_list);
  return g_test_run ();
}
