/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* What is particular to OpenGL ES: the device, what is kept in it, and a
 * context that is lost. What it computes, test-op-conformance.c looks at. */
#include <string.h>

#include "engine/backends/gles/counts.h"
#include "engine/backends/gles/device.h"
#include "engine/runtime/flags.h"
#include "engine/runtime/session.h"
#include "gles-fixture.h"
#include "tests/engine/graph-fixture.h"
#include "tests/test-main.h"

static KomaGraph *
make_graph (void)
{
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  KomaValueId x = graph_fixture_input (graph, "picture", KOMA_SHAPE (-1, 5, 7, 3));
  KomaValueId y = graph_fixture_conv (graph, "stem", x, KOMA_SHAPE (3, 3, 3, 6), "SAME");

  y = graph_fixture_conv (graph, "head", y, KOMA_SHAPE (1, 1, 6, 5), "VALID");
  koma_graph_add_output (graph, "scores",
                         graph_fixture_node (graph, KOMA_OP_SOFTMAX, "softmax", NULL, 1, y));
  return g_steal_pointer (&graph);
}

static KomaSession *
open_session (const KomaGraph *graph,
              const char      *backend,
              GError         **error)
{
  const KomaSessionOptions options = { .backend = backend, .batch = 2, .n_threads = 1 };

  return koma_session_new (graph, &options, error);
}

/* Runs @session and compares with plain C. */
static void
check_session (const KomaGraph *graph,
               KomaSession     *session)
{
  g_autoptr (KomaSession) reference = open_session (graph, "cpu", NULL);
  const float *found = NULL;
  const float *expected = NULL;

  graph_fixture_fill_input (reference);
  graph_fixture_fill_input (session);
  g_assert_true (koma_session_run (reference, NULL));
  g_assert_true (koma_session_run (session, NULL));
  found = koma_session_get_output_data (session, 0);
  expected = koma_session_get_output_data (reference, 0);
  for (gsize i = 0; i < koma_shape_count (&koma_session_get_output (session, 0)->shape); i++)
    g_assert_cmpfloat_with_epsilon (found[i], expected[i], 1e-5);
}

static void
expect_lost (gboolean is_done,
             GError  *error)
{
  g_assert_false (is_done);
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_BACKEND);
  g_assert_nonnull (strstr (error->message, "lost"));
}

/* Each thread has one, which goes with it. */
static gpointer
use_device (gpointer data)
{
  g_autoptr (KomaGlesDevice) device = koma_gles_device_get (NULL);
  g_autoptr (KomaGraph) graph = make_graph ();
  g_autoptr (KomaSession) session = open_session (graph, "gles", NULL);

  g_assert_nonnull (session);
  g_assert_true (device != data);
  check_session (graph, session);
  return NULL;
}

static void
test_device (void)
{
  g_autoptr (KomaGlesDevice) device = koma_gles_device_get (NULL);
  g_autoptr (KomaGlesDevice) again = koma_gles_device_get (NULL);
  const KomaGlesInfo *info = koma_gles_device_get_info (device);
  KomaGlesCounts      before;
  KomaGlesCounts      after;

  g_assert_true (device == again);
  g_assert_cmpstr (info->renderer, !=, "");
  g_assert_cmpstr (info->vendor, !=, "");
  g_assert_true (g_str_has_prefix (info->version, "OpenGL ES 3."));
  if (info->has_compute)
    g_assert_cmpint (info->max_block_bytes, >=, 1 << 27);
  koma_gles_get_counts (&before);
  g_thread_join (g_thread_new ("other", use_device, device));
  koma_gles_get_counts (&after);
  g_assert_cmpmem (&after, sizeof after, &before, sizeof before);
}

/* A second session builds no program again, and no run creates anything. */
static void
test_sharing (void)
{
  g_autoptr (KomaGraph) graph = make_graph ();
  g_autoptr (KomaSession) session = open_session (graph, "gles", NULL);
  KomaGlesCounts before;
  KomaGlesCounts after;

  koma_gles_get_counts (&before);
  for (guint i = 0; i < 3; i++)
    check_session (graph, session);
  koma_gles_get_counts (&after);
  g_assert_cmpmem (&after, sizeof after, &before, sizeof before);
  koma_session_free (open_session (graph, "gles", NULL));
  koma_gles_get_counts (&after);
  g_assert_cmpmem (&after, sizeof after, &before, sizeof before);
}

/* The pixels are not divisible by 4: the second tier fills them up in the
 * output, and not in the input, which is too large for it. */
static void
test_layouts (void)
{
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  g_autoptr (KomaSession) session = NULL;
  KomaValueId x = graph_fixture_input (graph, "picture", KOMA_SHAPE (-1, 201, 201, 52));

  koma_graph_add_output (graph, "scores",
                         graph_fixture_conv (graph, "layer", x, KOMA_SHAPE (1, 1, 52, 8), "VALID"));
  session = open_session (graph, "gles", NULL);
  check_session (graph, session);
}

/* At each look that compiling takes. */
static void
test_lost_at_compile (void)
{
  g_autoptr (KomaGraph) graph = make_graph ();
  guint n_lost = 0;

  for (;; n_lost++) {
    g_autoptr (GError) error = NULL;
    g_autoptr (KomaSession) session = NULL;
    KomaGlesCounts before;
    KomaGlesCounts after;

    koma_gles_get_counts (&before);
    koma_gles_lose_after (n_lost + 1, 1);
    session = open_session (graph, "gles", &error);
    koma_gles_lose_after (0, 0);
    if (session != NULL)
      break;
    expect_lost (FALSE, error);
    koma_gles_get_counts (&after);
    g_assert_cmpuint (after.n_buffers, ==, before.n_buffers);
    g_assert_cmpuint (after.n_textures, ==, before.n_textures);
    g_assert_cmpuint (after.n_framebuffers, ==, before.n_framebuffers);
    session = open_session (graph, "gles", NULL);
    g_assert_nonnull (session);
    check_session (graph, session);
  }
  g_assert_cmpuint (n_lost, >=, 2);
}

/* While it computes, and when results are read. Once, and the run builds
 * anew and is right; while it does that too, and the run fails, but not the
 * next. Sessions beside it go on. */
static void
lose_in_run (guint n_checks)
{
  g_autoptr (KomaGraph) graph = make_graph ();
  g_autoptr (KomaSession) session = open_session (graph, "gles", NULL);
  g_autoptr (KomaSession) other = open_session (graph, "gles", NULL);

  check_session (graph, session);
  for (guint n_times = 1; n_times <= 3; n_times++) {
    g_autoptr (GError) error = NULL;
    gboolean is_done = FALSE;

    koma_gles_lose_after (n_checks, n_times);
    if (n_times == 1) {
      check_session (graph, session);
    } else {
      is_done = koma_session_run (session, &error);
      koma_gles_lose_after (0, 0);
      expect_lost (is_done, error);
    }
    check_session (graph, other);
    check_session (graph, session);
  }
}

static void
test_lost_in_run (void)
{
  lose_in_run (1);
}

static void
test_lost_at_readback (void)
{
  lose_in_run (2);
}

/* Only those who name it get it. */
static void
test_choice (void)
{
  g_assert_true (koma_backends_find ("gles", NULL)->is_only_named);
  g_assert_cmpstr (koma_backends_find_available (NULL, NULL)->name, !=, "gles");
}

/* In a process where there is none. */
static void
test_unavailable_subprocess (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaGraph) graph = make_graph ();
  g_autofree char *device = NULL;
  g_autoptr (KomaSession) automatic = NULL;

  g_assert_false (koma_backends_find ("gles", NULL)->probe (&device, &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_BACKEND);
  g_assert_cmpuint (strlen (error->message), >, 10);
  g_clear_error (&error);
  g_assert_null (open_session (graph, "gles", &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_BACKEND);
  automatic = open_session (graph, NULL, NULL);
  g_assert_nonnull (automatic);
}

static void
test_unavailable (void)
{
  static const struct
  {
    const char *name;
    const char *value;
  } causes[] = {
    { "__EGL_VENDOR_LIBRARY_FILENAMES", "/nonexistent.json" },
    { "KOMA_GLES_DEVICE", "/dev/dri/nonexistent" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (causes); i++) {
    g_setenv (causes[i].name, causes[i].value, TRUE);
    g_test_trap_subprocess ("/gles/unavailable/subprocess", 0, 0);
    g_unsetenv (causes[i].name);
    g_test_trap_assert_passed ();
  }
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_assert_true (koma_flags_load (g_getenv ("KOMA_FLAGS"), NULL));
  /* First: it changes the environment, which threads of a driver may read. */
  g_test_add_func ("/gles/unavailable", test_unavailable);
  g_test_add_func ("/gles/unavailable/subprocess", test_unavailable_subprocess);
  gles_fixture_add ("/gles/device", test_device);
  gles_fixture_add ("/gles/sharing", test_sharing);
  gles_fixture_add ("/gles/layouts", test_layouts);
  gles_fixture_add ("/gles/lost-at-compile", test_lost_at_compile);
  gles_fixture_add ("/gles/lost-in-run", test_lost_in_run);
  gles_fixture_add ("/gles/lost-at-readback", test_lost_at_readback);
  gles_fixture_add ("/gles/choice", test_choice);
  return g_test_run ();
}
