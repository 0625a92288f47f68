/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "diagnostics-fixture.h"

#include "ui/diagnostics/koma-diagnostics-report.h"
#include "tests/test-main.h"

static void
wait_for_end (Fixture *fixture)
{
  while (koma_diagnostics_get_running (fixture->diagnostics) != KOMA_DIAGNOSIS_NONE)
    g_main_context_iteration (NULL, TRUE);
}

static const KomaComparedBackend *
find_backend (KomaComparison *comparison,
              const char     *name)
{
  for (guint i = 0; i < comparison->n_backends; i++)
    if (g_str_equal (comparison->backends[i].name, name))
      return &comparison->backends[i];
  g_assert_not_reached ();
}

static void
assert_note (Fixture      *fixture,
             KomaDiagnosis diagnosis,
             const char   *note)
{
  g_assert_cmpstr (koma_diagnostics_get_note (fixture->diagnostics, diagnosis), ==, note);
}

static void
assert_picture (Fixture    *fixture,
                const char *wanted)
{
  g_autofree char *picture = koma_diagnostics_dup_picture (fixture->diagnostics);

  g_assert_cmpstr (picture, ==, wanted);
}

/* The list is followed unless something else was chosen. */
static void
test_subject (Fixture      *fixture,
              gconstpointer data)
{
  g_autoptr (GFile) one = g_file_new_for_path ("/pictures/one.png");
  g_autoptr (GFile) two = g_file_new_for_path ("/pictures/two.png");
  g_autoptr (KomaResultItem) item = koma_result_item_new_for_file (one);

  assert_picture (fixture, NULL);
  koma_diagnostics_set_item (fixture->diagnostics, item);
  assert_picture (fixture, "one.png");
  koma_diagnostics_set_file (fixture->diagnostics, two);
  assert_picture (fixture, "two.png");
  koma_diagnostics_set_subject (fixture->diagnostics, KOMA_SUBJECT_NONE);
  assert_picture (fixture, NULL);
  koma_diagnostics_set_subject (fixture->diagnostics, KOMA_SUBJECT_LIST);
  assert_picture (fixture, "one.png");
  koma_diagnostics_set_item (fixture->diagnostics, NULL);
  assert_picture (fixture, NULL);
}

static void
count_cb (guint *count)
{
  (*count)++;
}

static void
test_compare (Fixture      *fixture,
              gconstpointer data)
{
  const KomaComparedBackend *cpu = NULL;
  KomaComparison            *comparison = NULL;
  guint                      n_changes = 0;

  fixture_load (fixture, "colours");
  g_signal_connect_swapped (fixture->diagnostics, "changed", G_CALLBACK (count_cb), &n_changes);
  koma_diagnostics_compare (fixture->diagnostics);
  g_assert_cmpint (koma_diagnostics_get_running (fixture->diagnostics), ==,
                   KOMA_DIAGNOSIS_COMPARISON);
  wait_for_end (fixture);
  assert_note (fixture, KOMA_DIAGNOSIS_COMPARISON, NULL);

  comparison = koma_diagnostics_get_comparison (fixture->diagnostics);
  g_assert_nonnull (comparison);
  g_assert_cmpuint (n_changes, >, comparison->n_backends);
  cpu = find_backend (comparison, "cpu");
  g_assert_true (cpu->is_compared && cpu->is_agreeing);
  g_assert_cmpint (cpu->batches[0].state, ==, KOMA_COMPARED_MEASURED);
  g_assert_cmpfloat (koma_comparison_get_fraction (comparison), ==, 1);
}

/* A picture that is none: in words, and nothing runs any more. */
static void
test_bad_picture (Fixture      *fixture,
                  gconstpointer data)
{
  g_autofree char *path = fixture_get_path ("colours/model.json");
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GFile) missing = g_file_new_for_path ("/nonexistent/cat.png");

  fixture_load (fixture, "colours");
  koma_diagnostics_set_file (fixture->diagnostics, file);
  koma_diagnostics_compare (fixture->diagnostics);
  wait_for_end (fixture);
  assert_note (fixture, KOMA_DIAGNOSIS_COMPARISON, "Not a picture, or a damaged one");
  g_assert_nonnull (koma_diagnostics_get_detail (fixture->diagnostics, KOMA_DIAGNOSIS_COMPARISON));

  koma_diagnostics_set_file (fixture->diagnostics, missing);
  koma_diagnostics_compare (fixture->diagnostics);
  assert_note (fixture, KOMA_DIAGNOSIS_COMPARISON, NULL);
  wait_for_end (fixture);
  assert_note (fixture, KOMA_DIAGNOSIS_COMPARISON, "The file is not there any more");
}

static void
test_no_model (Fixture      *fixture,
               gconstpointer data)
{
  koma_diagnostics_compare (fixture->diagnostics);
  wait_for_end (fixture);
  assert_note (fixture, KOMA_DIAGNOSIS_COMPARISON, "No model is open");
  koma_diagnostics_profile (fixture->diagnostics, NULL);
  wait_for_end (fixture);
  assert_note (fixture, KOMA_DIAGNOSIS_PROFILE, "No model is open");
}

static void
test_cancel (Fixture      *fixture,
             gconstpointer data)
{
  fixture_load (fixture, "colours");
  koma_diagnostics_compare (fixture->diagnostics);
  while (koma_diagnostics_get_comparison (fixture->diagnostics) == NULL)
    g_main_context_iteration (NULL, TRUE);
  koma_diagnostics_cancel (fixture->diagnostics);
  g_assert_cmpint (koma_diagnostics_get_running (fixture->diagnostics), ==, KOMA_DIAGNOSIS_NONE);
  assert_note (fixture, KOMA_DIAGNOSIS_COMPARISON, "Stopped");
  g_assert_nonnull (koma_diagnostics_get_comparison (fixture->diagnostics));

  /* Its end, which comes later, is not taken for that of the next. */
  koma_diagnostics_profile (fixture->diagnostics, "cpu");
  wait_for_end (fixture);
  assert_note (fixture, KOMA_DIAGNOSIS_PROFILE, NULL);
  assert_note (fixture, KOMA_DIAGNOSIS_COMPARISON, "Stopped");
  g_assert_nonnull (koma_diagnostics_get_report (fixture->diagnostics));
}

/* Another model ends it; the same on another backend does not. */
static void
test_replaced (Fixture      *fixture,
               gconstpointer data)
{
  g_autofree char *path = NULL;

  fixture_load (fixture, "colours");
  path = fixture_get_path ("colours-2018");
  koma_model_control_load (fixture->model_control, path);
  koma_diagnostics_compare (fixture->diagnostics);
  while (koma_model_control_is_loading (fixture->model_control))
    g_main_context_iteration (NULL, TRUE);
  assert_note (fixture, KOMA_DIAGNOSIS_COMPARISON, "Stopped: another model was opened");

  koma_diagnostics_compare (fixture->diagnostics);
  koma_backend_control_choose (fixture->control, "xnnpack");
  while (koma_model_control_is_loading (fixture->model_control))
    g_main_context_iteration (NULL, TRUE);
  assert_note (fixture, KOMA_DIAGNOSIS_COMPARISON, NULL);
  wait_for_end (fixture);
  assert_note (fixture, KOMA_DIAGNOSIS_COMPARISON, NULL);
}

static void
test_profile (Fixture      *fixture,
              gconstpointer data)
{
  KomaProfileReport *report = NULL;

  fixture_load (fixture, "colours");
  koma_diagnostics_profile (fixture->diagnostics, NULL);
  wait_for_end (fixture);
  report = koma_diagnostics_get_report (fixture->diagnostics);
  g_assert_nonnull (report);
  g_assert_cmpstr (report->backend, ==, "cpu");

  koma_diagnostics_profile (fixture->diagnostics, "gles");
  wait_for_end (fixture);
  assert_note (fixture, KOMA_DIAGNOSIS_PROFILE, "This backend does not work here");
  g_assert_cmpstr (koma_diagnostics_get_detail (fixture->diagnostics, KOMA_DIAGNOSIS_PROFILE), !=,
                   NULL);
  g_assert_true (koma_diagnostics_get_report (fixture->diagnostics) == report);
}

static void
test_report (Fixture      *fixture,
             gconstpointer data)
{
  static const char *const parts[] = { "Koma ", "Backends:", "\nComparison: ", "made numbers",
                                       "cpu (Plain C)", "batch 1: ", "pictures/s",
                                       "agrees with plain C", "\nProfile: ", " on cpu, " };
  g_autofree char         *text = NULL;

  text = koma_diagnostics_report_describe (fixture->control, NULL, NULL);
  g_assert_null (strstr (text, "Comparison"));
  g_assert_null (strstr (text, "Profile"));
  g_clear_pointer (&text, g_free);

  fixture_load (fixture, "colours");
  koma_diagnostics_compare (fixture->diagnostics);
  wait_for_end (fixture);
  koma_diagnostics_profile (fixture->diagnostics, "cpu");
  wait_for_end (fixture);
  text =
    koma_diagnostics_report_describe (fixture->control,
                                      koma_diagnostics_get_comparison (fixture->diagnostics),
                                      koma_diagnostics_get_report (fixture->diagnostics));
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    if (strstr (text, parts[i]) == NULL)
      g_error ("“%s” is not in the report:\n%s", parts[i], text);
}

KOMA_TEST_MAIN (argc, argv)
{
  /* Found or not depends on the computer. */
  g_setenv ("KOMA_GLES_DEVICE", "/nonexistent", TRUE);
  g_setenv ("KOMA_BACKEND", "cpu", TRUE);
  g_test_init (&argc, &argv, NULL);
#define ADD(name, function)                                                     \
  g_test_add ("/ui/diagnostics/" name, Fixture, NULL, fixture_set_up, function, \
              fixture_tear_down)
  ADD ("subject", test_subject);
  ADD ("compare", test_compare);
  ADD ("bad-picture", test_bad_picture);
  ADD ("no-model", test_no_model);
  ADD ("cancel", test_cancel);
  ADD ("replaced", test_replaced);
  ADD ("profile", test_profile);
  ADD ("report", test_report);
  return g_test_run ();
}
