/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/diagnostics/koma-measurement-words.h"

#include <gio/gio.h>

#include "engine/koma/koma-error.h"
#include "tests/assert-take-str.h"
#include "ui/koma-error-words.h"
#include "tests/test-main.h"

/* Three digits, whatever the size. */
static void
test_ms (void)
{
  assert_take_str (koma_measurement_words_for_ms (0.004), "0.004 ms");
  assert_take_str (koma_measurement_words_for_ms (1.236), "1.24 ms");
  assert_take_str (koma_measurement_words_for_ms (35.14), "35.1 ms");
  assert_take_str (koma_measurement_words_for_ms (412.4), "412 ms");
  assert_take_str (koma_measurement_words_for_ms (5807.0), "5.81 s");
}

static void
test_spread (void)
{
  const KomaComparedBatch batch = { .low_ms = 9.5, .high_ms = 10.53 };
  const KomaComparedBatch slow = { .low_ms = 812, .high_ms = 1400 };

  assert_take_str (koma_measurement_words_for_spread (&batch), "9.5 – 10.5 ms");
  assert_take_str (koma_measurement_words_for_spread (&slow), "812 ms – 1.40 s");
}

static void
test_agreement (void)
{
  KomaComparedBackend backend = { .name = "xnnpack", .difference = 3e-6 };

  assert_take_str (koma_measurement_words_for_agreement (&backend), "–");
  backend.is_compared = backend.is_agreeing = TRUE;
  assert_take_str (koma_measurement_words_for_agreement (&backend), "Agrees");
  backend.difference = 2.5e-5;
  assert_take_str (koma_measurement_words_for_agreement (&backend), "Agrees, ±0.003%");

  backend.is_agreeing = FALSE;
  backend.difference = 0.12;
  assert_take_str (koma_measurement_words_for_agreement (&backend), "Differs by 12%");
  backend.op = (char *) "Conv2D";
  backend.node = (char *) "stem/conv";
  assert_take_str (koma_measurement_words_for_agreement (&backend),
                   "Differs in Conv2D “stem/conv”");

  backend.name = "cpu";
  assert_take_str (koma_measurement_words_for_agreement (&backend), "Reference");
}

static void
test_answer (void)
{
  KomaComparedBackend backend = { .name = "cpu" };

  assert_take_str (koma_measurement_words_for_answer (&backend), "–");
  backend.answer = (char *) "Egyptian cat";
  backend.score = 0.8;
  assert_take_str (koma_measurement_words_for_answer (&backend), "Egyptian cat 80%");
}

static void
test_gaps (void)
{
  KomaComparedBatch batches[] = {
    { .batch = 1, .state = KOMA_COMPARED_MEASURED },
    { .batch = 2, .state = KOMA_COMPARED_WAITING },
    { .batch = 4, .state = KOMA_COMPARED_LEFT_OUT, .reason = (char *) "it takes too long" },
  };
  KomaComparedBackend backend = { .batches = batches, .n_batches = 2 };

  g_assert_null (koma_measurement_words_for_gaps (&backend));
  backend.n_batches = 3;
  assert_take_str (koma_measurement_words_for_gaps (&backend), "4 at once: it takes too long");
}

static void
check_error (GQuark      domain,
             int         code,
             const char *measuring,
             const char *saving)
{
  g_autoptr (GError) error = g_error_new_literal (domain, code, "detail");

  g_assert_cmpstr (koma_words_for_measurement_error (error), ==, measuring);
  g_assert_cmpstr (koma_words_for_save_error (error), ==, saving);
}

static void
test_errors (void)
{
  check_error (KOMA_ERROR, KOMA_ERROR_DECODE, "Not a picture, or a damaged one",
               "The file could not be saved");
  check_error (KOMA_ERROR, KOMA_ERROR_BACKEND, "This backend does not work here",
               "The file could not be saved");
  check_error (KOMA_ERROR, KOMA_ERROR_MEMORY, "Not enough memory for this model",
               "The file could not be saved");
  check_error (KOMA_ERROR, KOMA_ERROR_NO_MODEL, "No model is open",
               "The file could not be saved");
  check_error (G_IO_ERROR, G_IO_ERROR_FAILED, "It could not be measured",
               "The file could not be saved");
  check_error (G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "The file is not there any more",
               "The folder is not there any more");
  check_error (G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED, "You are not allowed to read this file",
               "You are not allowed to write there");
  check_error (G_IO_ERROR, G_IO_ERROR_NO_SPACE, "It could not be measured",
               "There is no space left to save it");
  check_error (G_IO_ERROR, G_IO_ERROR_IS_DIRECTORY, "This is a folder, not a file",
               "This is a folder, not a file");
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ui/measurement-words/ms", test_ms);
  g_test_add_func ("/ui/measurement-words/spread", test_spread);
  g_test_add_func ("/ui/measurement-words/agreement", test_agreement);
  g_test_add_func ("/ui/measurement-words/answer", test_answer);
  g_test_add_func ("/ui/measurement-words/gaps", test_gaps);
  g_test_add_func ("/ui/measurement-words/errors", test_errors);
  return g_test_run ();
}
