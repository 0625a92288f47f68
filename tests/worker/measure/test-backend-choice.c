/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "worker/measure/koma-backend-choice.h"
#include "tests/test-main.h"

static void
check (const char *option,
       const char *environment,
       const char *preference,
       const char *backend,
       KomaChooser chooser)
{
  KomaBackendChoice choice = koma_backend_choice_make (option, environment, preference);

  g_assert_cmpstr (choice.backend, ==, backend);
  g_assert_cmpint (choice.chooser, ==, chooser);
}

static void
test_order (void)
{
  check (NULL, NULL, NULL, NULL, KOMA_CHOSEN_AUTOMATICALLY);
  check (NULL, NULL, "cpu", "cpu", KOMA_CHOSEN_BY_PREFERENCE);
  check (NULL, "gles", "cpu", "gles", KOMA_CHOSEN_BY_ENVIRONMENT);
  check ("xnnpack", "gles", "cpu", "xnnpack", KOMA_CHOSEN_BY_OPTION);
  check ("xnnpack", NULL, "cpu", "xnnpack", KOMA_CHOSEN_BY_OPTION);
}

static void
test_auto (void)
{
  check ("auto", "gles", "cpu", NULL, KOMA_CHOSEN_BY_OPTION);
  check (NULL, "auto", "cpu", NULL, KOMA_CHOSEN_BY_ENVIRONMENT);
  check (NULL, NULL, "auto", NULL, KOMA_CHOSEN_AUTOMATICALLY);
}

static void
test_empty (void)
{
  check ("", "", "cpu", "cpu", KOMA_CHOSEN_BY_PREFERENCE);
  check (NULL, "", NULL, NULL, KOMA_CHOSEN_AUTOMATICALLY);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/worker/backend-choice/order", test_order);
  g_test_add_func ("/worker/backend-choice/auto", test_auto);
  g_test_add_func ("/worker/backend-choice/empty", test_empty);
  return g_test_run ();
}
