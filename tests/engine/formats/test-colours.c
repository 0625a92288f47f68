/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The small model that other tests classify with says what it should, and is
 * what its script makes. */

#include <math.h>
#include <string.h>

#include "engine/runtime/session.h"
#include "fixture.h"
#include "tests/test-main.h"

#define SIDE 32

static void
fill (float *pixels,
      float  red,
      float  green,
      float  blue)
{
  for (guint i = 0; i < SIDE * SIDE; i++) {
    pixels[3 * i] = red;
    pixels[3 * i + 1] = green;
    pixels[3 * i + 2] = blue;
  }
}

/* Sum of the 3 × 3 blur's taps inside the picture, averaged over the places
 * of a picture of one colour: those at the bottom and right miss a quarter. */
static float
get_gain (void)
{
  const float inside = (15 + 0.75f) / 16;

  return inside * inside;
}

static void
check_backend (const KomaGraph *graph,
               const char      *backend)
{
  static const float colours[][3] = {
    { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 }, { 0.5f, 0.25f, 0.125f }
  };
  const KomaSessionOptions options = { .backend = backend, .batch = 2 };
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaSession) session = koma_session_new (graph, &options, &error);

  g_assert_no_error (error);
  for (guint i = 0; i < G_N_ELEMENTS (colours); i++) {
    float       *pixels = koma_session_get_input_data (session, 0);
    const float *logits = NULL;
    const float *c = colours[i];

    fill (pixels, 0.25f, 0.25f, 0.25f);
    fill (pixels + 3 * SIDE * SIDE, c[0], c[1], c[2]);
    koma_session_run (session, &error);
    g_assert_no_error (error);

    logits = koma_session_get_output_data (session, 0);
    for (guint k = 0; k < 3; k++) {
      const float expected = get_gain () * (12 * c[k] - 4 * (c[0] + c[1] + c[2]));

      g_assert_cmpfloat_with_epsilon (logits[k], 0, 1e-5);
      g_assert_cmpfloat_with_epsilon (logits[3 + k], expected, 1e-5);
    }
  }
}

static void
check_model (const char *name)
{
  g_autofree char *path = find_source (name);
  g_auto (KomaRawModel) raw = { 0 };
  g_autoptr (GError) error = NULL;

  read_raw_model (path, &raw, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (raw.labels->count, ==, strlen ("red,green,blue"));

  for (guint i = 0; i < koma_backends_get_n (); i++) {
    if (koma_backends_find_available (koma_backends_get (i)->name, NULL) != NULL)
      check_backend (raw.graph, koma_backends_get (i)->name);
  }
}

static void
test_today (void)
{
  check_model ("tests/data/colours/model.json");
}

static void
test_2018 (void)
{
  check_model ("tests/data/colours-2018/tensorflowjs_model.pb");
}

static void
test_frozen (void)
{
  check_model ("tests/data/colours-frozen/colours.pb");
}

static void
compare_with_committed (const Folder *folder,
                        const char   *name)
{
  g_autofree char *made_path = folder_get (folder, name);
  g_autofree char *relative = g_build_filename ("tests", "data", name, NULL);
  g_autofree char *committed_path = find_source (relative);
  g_autofree char *made = NULL;
  g_autofree char *committed = NULL;
  gsize            made_length = 0;
  gsize            committed_length = 0;

  g_assert_true (g_file_get_contents (made_path, &made, &made_length, NULL));
  g_assert_true (g_file_get_contents (committed_path, &committed, &committed_length, NULL));
  g_assert_cmpmem (made, made_length, committed, committed_length);
}

static void
test_script (void)
{
  static const char *const names[] = {
    "colours/model.json",
    "colours/weights.bin",
    "colours-2018/tensorflowjs_model.pb",
    "colours-2018/weights_manifest.json",
    "colours-2018/group1-shard1of1",
    "colours-frozen/colours.pb",
  };
  g_auto (Folder) folder = { 0 };
  g_autofree char *script = find_source ("tests/data/make-colours.py");
  g_autofree char *python = g_find_program_in_path ("python3");
  char            *argv[] = { python, script, NULL, NULL };
  g_autoptr (GError) error = NULL;
  int status = 0;

  if (python == NULL) {
    g_test_skip ("there is no python3");
    return;
  }

  folder_init (&folder);
  argv[2] = folder.path;
  g_spawn_sync (NULL, argv, NULL, G_SPAWN_DEFAULT, NULL, NULL, NULL, NULL, &status, &error);
  g_assert_no_error (error);
  g_assert_cmpint (status, ==, 0);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    compare_with_committed (&folder, names[i]);
}

KOMA_TEST_MAIN (argc, argv)
{
  int status = 0;

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/colours/today", test_today);
  g_test_add_func ("/colours/2018", test_2018);
  g_test_add_func ("/colours/frozen", test_frozen);
  g_test_add_func ("/colours/script", test_script);
  status = g_test_run ();
  assert_no_buffers ();
  return status;
}
