/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/koma/koma-error.h"
#include "engine/runtime/flags.h"
#include "tests/test-main.h"

static void
test_default (void)
{
  g_assert_cmpint (koma_flags_get (KOMA_FLAG_DEBUG), ==, 0);
  g_assert_cmpint (koma_flags_get (KOMA_FLAG_GLES_TIER), ==, KOMA_FLAG_AUTO);
  for (KomaFlag flag = 0; flag < KOMA_N_FLAGS; flag++) {
    g_assert_cmpint (koma_flags_get_source (flag), ==, KOMA_FLAG_FROM_DEFAULT);
    g_assert_cmpstr (koma_flags_get_name (flag), !=, "");
    g_assert_cmpstr (koma_flags_get_meaning (flag), !=, "");
  }
}

/* The first call reads them; what is right before the mistake stays. */
static void
test_load_default (void)
{
  g_autoptr (GError) error = NULL;

  g_setenv ("KOMA_FLAGS", "CHAINS:0,NONE:1", TRUE);
  g_assert_false (koma_flags_load_default (&error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_UNSUPPORTED);
  g_assert_cmpint (koma_flags_get (KOMA_FLAG_CHAINS), ==, 0);
  koma_flags_reset (KOMA_FLAG_CHAINS);
  g_assert_true (koma_flags_load_default (NULL));
  g_assert_cmpint (koma_flags_get (KOMA_FLAG_CHAINS), ==, 1);
  g_unsetenv ("KOMA_FLAGS");
}

static void
test_load (void)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (koma_flags_load (NULL, &error));
  g_assert_true (koma_flags_load ("", &error));
  g_assert_true (koma_flags_load ("DEBUG:1, GLES_TIER:2,GLES_RENDER_FLOAT32_ENABLED:false,",
                                  &error));
  g_assert_no_error (error);
  g_assert_cmpint (koma_flags_get (KOMA_FLAG_DEBUG), ==, 1);
  g_assert_true (koma_flags_are_debugging ());
  g_assert_true (koma_flags_set (KOMA_FLAG_PROD, 1, NULL));
  g_assert_false (koma_flags_are_debugging ());
  koma_flags_reset (KOMA_FLAG_PROD);
  g_assert_cmpint (koma_flags_get (KOMA_FLAG_GLES_TIER), ==, 2);
  g_assert_cmpint (koma_flags_get (KOMA_FLAG_GLES_RENDER_FLOAT32_ENABLED), ==, 0);
  g_assert_cmpint (koma_flags_get_source (KOMA_FLAG_GLES_RENDER_FLOAT32_ENABLED), ==,
                   KOMA_FLAG_FROM_ENVIRONMENT);
  g_assert_cmpint (koma_flags_get_source (KOMA_FLAG_PROD), ==, KOMA_FLAG_FROM_DEFAULT);
  for (KomaFlag flag = 0; flag < KOMA_N_FLAGS; flag++)
    koma_flags_reset (flag);
  g_assert_cmpint (koma_flags_get (KOMA_FLAG_DEBUG), ==, 0);
}

static void
test_set (void)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (koma_flags_set (KOMA_FLAG_GLES_TIER, 1, &error));
  g_assert_cmpint (koma_flags_get (KOMA_FLAG_GLES_TIER), ==, 1);
  g_assert_cmpint (koma_flags_get_source (KOMA_FLAG_GLES_TIER), ==, KOMA_FLAG_FROM_PROGRAM);
  g_assert_false (koma_flags_set (KOMA_FLAG_GLES_TIER, 3, &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_UNSUPPORTED);
  g_assert_cmpstr (error->message, ==, "The flag GLES_TIER takes 1 to 2, not 3");
  g_assert_cmpint (koma_flags_get (KOMA_FLAG_GLES_TIER), ==, 1);
  koma_flags_reset (KOMA_FLAG_GLES_TIER);
}

/* Each is told with what is wrong. */
static void
test_mistakes (void)
{
  static const char *const mistakes[][2] = {
    { "DEBUG", "is not of the form NAME:VALUE" },
    { "PROD:0,NONE:1", "There is no flag “NONE”" },
    { "DEBUG:", "takes a number, not “”" },
    { "DEBUG:yes", "takes a number, not “yes”" },
    { "DEBUG:-1", "takes 0 to 1, not -1" },
    { "GLES_TIER:99999999999", "takes a number" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (mistakes); i++) {
    g_autoptr (GError) error = NULL;

    g_assert_false (koma_flags_load (mistakes[i][0], &error));
    g_assert_error (error, KOMA_ERROR, KOMA_ERROR_UNSUPPORTED);
    g_assert_nonnull (strstr (error->message, mistakes[i][1]));
    g_assert_true (g_str_has_prefix (error->message, "KOMA_FLAGS: "));
  }
  for (KomaFlag flag = 0; flag < KOMA_N_FLAGS; flag++)
    koma_flags_reset (flag);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/flags/default", test_default);
  g_test_add_func ("/flags/load-default", test_load_default);
  g_test_add_func ("/flags/load", test_load);
  g_test_add_func ("/flags/set", test_set);
  g_test_add_func ("/flags/mistakes", test_mistakes);
  return g_test_run ();
}
