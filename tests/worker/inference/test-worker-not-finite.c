/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A model whose scores are not finite: each request ends with an error that
 * names the model and the op, on every backend. */
#include <math.h>

#include "engine/backends/backends.h"
#include "engine/koma/koma-error.h"
#include "tests/test-main.h"
#include "tests/worker/worker-fixture.h"

/* Of the colours' weights.bin: where the last of three biases lies. */
#define LAST_BIAS_OFFSET 388

/* Copies a file of the model of colours into the test's folder. */
static void
copy_file (const Fixture *fixture,
           const char    *name,
           gsize          patch_offset) /* 0: none, else a NaN goes there */
{
  const float      nan_value = NAN;
  g_autofree char *from = g_build_filename (fixture->model, name, NULL);
  g_autofree char *to = g_build_filename (fixture->folder, name, NULL);
  g_autofree char *data = NULL;
  gsize            length = 0;

  g_assert_true (g_file_get_contents (from, &data, &length, NULL));
  if (patch_offset > 0)
    memcpy (data + patch_offset, &nan_value, sizeof nan_value);
  g_assert_true (g_file_set_contents (to, data, length, NULL));
}

static void
test_nan (Fixture      *fixture,
          gconstpointer data)
{
  copy_file (fixture, "model.json", 0);
  copy_file (fixture, "weights.bin", LAST_BIAS_OFFSET);
  for (guint i = 0; i < koma_backends_get_n (); i++) {
    KomaWorkerModel model = { .path = fixture->folder, .n_threads = 1 };
    g_autoptr (KomaModelInfo) info = NULL;
    g_autoptr (Tally) tally = tally_new ();
    const Answer *ending = NULL;

    model.backend = koma_backends_get (i)->name;
    if (koma_backends_find_available (model.backend, NULL) == NULL)
      continue;
    info = fixture_load (fixture, &model, NULL);
    g_assert_nonnull (info);
    ending = fixture_send_picture (fixture, tally, 1, KOMA_PRIORITY_INTERACTIVE, 0xff0000);
    tally_wait (tally);
    g_assert_error (ending->error, KOMA_ERROR, KOMA_ERROR_MODEL);
    g_test_message ("%s: %s", model.backend, ending->error->message);
    g_assert_nonnull (strstr (ending->error->message, info->name));
    g_assert_nonnull (strstr (ending->error->message, "made NaN at element 2 of [1,3]"));
  }
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/worker-not-finite/nan", Fixture, NULL, fixture_set_up, test_nan, fixture_tear_down);
  return g_test_run ();
}
