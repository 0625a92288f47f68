/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/koma-error-words.h"
#include "ui/koma-words.h"

#include <gio/gio.h>

#include "engine/koma/koma-error.h"
#include "engine/model/purpose.h"
#include "tests/assert-take-str.h"
#include "ui/koma-spoken.h"
#include "tests/test-main.h"

static void
test_score (void)
{
  assert_take_str (koma_words_for_score (0.0), "<1%");
  assert_take_str (koma_words_for_score (0.0049), "<1%");
  assert_take_str (koma_words_for_score (0.0051), "1%");
  assert_take_str (koma_words_for_score (0.804), "80%");
  assert_take_str (koma_words_for_score (1.0), "100%");
  assert_take_str (koma_words_for_score (1.5), "100%");
}

static void
test_spoken (void)
{
  assert_take_str (koma_spoken_name ("歩兵 · pawn, pointing up"), "歩兵, pawn, pointing up");
  assert_take_str (koma_spoken_class ("歩兵 · pawn", 0.987), "歩兵, pawn, 99 percent");
  assert_take_str (koma_spoken_class ("cat", 0.0049), "cat, less than 1 percent");
}

/* Nothing is called a graphics card that is none. */
static void
test_device (void)
{
  const char *llvmpipe = "llvmpipe (LLVM 15), Mesa, software, tier 2 (compute programs), "
                         "tensors up to 128 MiB";

  g_assert_cmpstr (koma_words_for_device ("gles", FALSE), ==, "Graphics Card");
  g_assert_cmpstr (koma_words_for_device ("gles", TRUE), ==, "Simulated Graphics Card");
  g_assert_cmpstr (koma_words_for_device ("xnnpack", FALSE), ==, "Processor, Another Way");
  g_assert_cmpstr (koma_words_for_device ("cpu", FALSE), ==, "Processor");
  g_assert_cmpstr (koma_words_for_device ("abacus", FALSE), ==, "abacus");
  g_assert_cmpstr (koma_words_for_backend (NULL), ==, "The Fastest One");
  g_assert_cmpstr (koma_words_for_technical_name ("gles", FALSE), ==, "GPU (gles)");
  g_assert_cmpstr (koma_words_for_technical_name ("gles", TRUE), ==, "OpenGL in software");
  g_assert_cmpstr (koma_words_for_technical_name ("xnnpack", FALSE), ==, "XNNPACK");
  g_assert_cmpstr (koma_words_for_technical_name ("cpu", FALSE), ==, "Plain C");
  g_assert_null (koma_words_for_device_name (NULL));
  assert_take_str (koma_words_for_device_name (llvmpipe), llvmpipe);
  assert_take_str (koma_words_for_device_name ("CPU"), "processor");
}

/* In the words of the preferences, which are translated. */
static void
test_failover (void)
{
  KomaModelInfo before = { .backend = "gles", .backend_title = "OpenGL ES", .is_software = TRUE };
  KomaModelInfo info = { .backend = "cpu", .backend_title = "C", .before = &before };

  assert_take_str (koma_words_for_failover (&info),
                   "“Simulated Graphics Card” stopped working. Koma goes on with “Processor”.");
  before.is_software = FALSE;
  assert_take_str (koma_words_for_failover (&info),
                   "The graphics card stopped answering. Koma goes on with “Processor”.");
  g_assert_cmpstr (koma_words_for_tried_backend ("cpu"), ==, "Processor");
}

static void
test_place (void)
{
  g_autoptr (GFile) home = g_file_new_for_path (g_get_home_dir ());
  g_autoptr (GFile) sorted = g_file_resolve_relative_path (home, "Pictures/Sorted");
  g_autoptr (GFile) beside = g_file_new_build_filename (g_get_home_dir (), "..", "else", NULL);
  g_autofree char *path = g_file_get_path (beside);

  assert_take_str (koma_words_for_place (sorted), "~/Pictures/Sorted");
  assert_take_str (koma_words_for_place (home), g_get_home_dir ());
  assert_take_str (koma_words_for_place (beside), path);
}

static void
test_rate (void)
{
  assert_take_str (koma_words_for_rate (0.25), "0.2 per second");
  assert_take_str (koma_words_for_rate (9.94), "9.9 per second");
  assert_take_str (koma_words_for_rate (56.4), "56 per second");
}

static void
test_percent (void)
{
  assert_take_str (koma_words_for_percent (0.99684, 2), "99.68%");
  assert_take_str (koma_words_for_percent (0.0, 1), "0.0%");
  assert_take_str (koma_words_for_percent (16.0, 0), "1600%");
}

static void
test_time_left (void)
{
  assert_take_str (koma_words_for_time_left (0.0), "Almost done");
  assert_take_str (koma_words_for_time_left (1.5), "2 seconds left");
  assert_take_str (koma_words_for_time_left (12.2), "13 seconds left");
  /* In steps of five, so that the number is not another one each time. */
  assert_take_str (koma_words_for_time_left (41.0), "40 seconds left");
  assert_take_str (koma_words_for_time_left (43.0), "45 seconds left");
  assert_take_str (koma_words_for_time_left (150.0), "3 minutes left");
  assert_take_str (koma_words_for_time_left (7200.0), "2 hours left");
  assert_take_str (koma_words_for_time_left (1e300), "2778 hours left");
}

static void
test_errors (void)
{
  for (int code = KOMA_ERROR_MODEL; code <= KOMA_ERROR_SEVERAL_MODELS; code++) {
    g_autoptr (GError) error = g_error_new_literal (KOMA_ERROR, code, "detail");

    g_assert_cmpstr (koma_words_for_picture_error (error), !=, "");
    g_assert_cmpstr (koma_words_for_model_error (error), !=, "");
  }
}

/* What a model is for, in place of what Koma can not do. */
static void
test_purpose (void)
{
  g_autoptr (GError) detector =
    g_error_new_literal (KOMA_PURPOSE_ERROR, KOMA_PURPOSE_DETECTOR, "x");

  g_assert_cmpstr (koma_words_for_model_error (detector), ==,
                   "The model finds where things are, and is no classifier");
}

/* No time is told as none. */
static void
test_ms (void)
{
  assert_take_str (koma_words_for_ms (0), "<0.1 ms");
  assert_take_str (koma_words_for_ms (0.0499), "<0.1 ms");
  assert_take_str (koma_words_for_ms (0.05), "0.1 ms");
  assert_take_str (koma_words_for_ms (12.34), "12.3 ms");
}

static void
test_no_single_model (void)
{
  g_autoptr (GError) none = g_error_new_literal (KOMA_ERROR, KOMA_ERROR_NO_MODEL, "x");
  g_autoptr (GError) several = g_error_new_literal (KOMA_ERROR, KOMA_ERROR_SEVERAL_MODELS, "x");

  g_assert_cmpstr (koma_words_for_model_error (none), ==, "There is no model in it");
  g_assert_cmpstr (koma_words_for_model_error (several), ==,
                   "There are several models in it; open one of them");
}

static void
test_file_errors (void)
{
  g_autoptr (GError) gone = g_error_new_literal (G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "x");
  g_autoptr (GError) closed = g_error_new_literal (G_FILE_ERROR, G_FILE_ERROR_ACCES, "x");

  g_assert_cmpstr (koma_words_for_picture_error (gone), ==, "The file is not there any more");
  g_assert_cmpstr (koma_words_for_model_error (closed), ==,
                   "You are not allowed to read this file");
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ui/words/score", test_score);
  g_test_add_func ("/ui/words/spoken", test_spoken);
  g_test_add_func ("/ui/words/rate", test_rate);
  g_test_add_func ("/ui/words/percent", test_percent);
  g_test_add_func ("/ui/words/time-left", test_time_left);
  g_test_add_func ("/ui/words/errors", test_errors);
  g_test_add_func ("/ui/words/purpose", test_purpose);
  g_test_add_func ("/ui/words/ms", test_ms);
  g_test_add_func ("/ui/words/no-single-model", test_no_single_model);
  g_test_add_func ("/ui/words/file-errors", test_file_errors);
  g_test_add_func ("/ui/words/device", test_device);
  g_test_add_func ("/ui/words/failover", test_failover);
  g_test_add_func ("/ui/words/place", test_place);
  return g_test_run ();
}
