/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* Programs that read texels compute what those do that read storage: the same
 * numbers in the same order, so the same to the last bit. */
#include <string.h>

#include "engine/backends/gles/counts.h"
#include "engine/backends/gles/device.h"
#include "engine/runtime/flags.h"
#include "engine/runtime/session.h"
#include "tests/engine/graph-fixture.h"
#include "tests/test-main.h"

/* In ones and in fours, pointwise and with windows, with and without a rest. */
static KomaGraph *
make_graph (void)
{
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  KomaValueId x = graph_fixture_input (graph, "picture", KOMA_SHAPE (-1, 13, 9, 3));

  x = graph_fixture_conv (graph, "stem", x, KOMA_SHAPE (3, 3, 3, 8), "SAME");
  x = graph_fixture_depthwise (graph, "across", x, 1, KOMA_SHAPE (3, 3, 8, 1));
  x = graph_fixture_depthwise (graph, "down", x, 2, KOMA_SHAPE (3, 3, 8, 1));
  x = graph_fixture_conv (graph, "up", x, KOMA_SHAPE (1, 1, 8, 33), "VALID");
  x = graph_fixture_depthwise (graph, "wide", x, 1, KOMA_SHAPE (5, 3, 33, 1));
  x = graph_fixture_conv (graph, "head", x, KOMA_SHAPE (3, 3, 33, 5), "VALID");
  koma_graph_add_output (graph, "scores", x);
  return g_steal_pointer (&graph);
}

static KomaSession *
run_session (const KomaGraph *graph,
             const char      *backend,
             int              flag)
{
  const KomaSessionOptions options = { .backend = backend, .batch = 2, .n_threads = 1 };
  KomaSession             *session = NULL;

  if (flag != KOMA_FLAG_AUTO)
    g_assert_true (koma_flags_set (KOMA_FLAG_GLES_TEXELS, flag, NULL));
  session = koma_session_new (graph, &options, NULL);
  koma_flags_reset (KOMA_FLAG_GLES_TEXELS);
  g_assert_nonnull (session);
  graph_fixture_fill_input (session);
  g_assert_true (koma_session_run (session, NULL));
  return session;
}

static guint
count_texels (void)
{
  KomaGlesCounts counts;

  koma_gles_get_counts (&counts);
  return counts.n_texels;
}

static void
test_same (void)
{
  g_autoptr (KomaGlesDevice) device = koma_gles_device_get (NULL);
  const char *extension = koma_gles_device_get_info (device)->texels.extension;
  g_autoptr (KomaGraph) graph = make_graph ();
  g_autoptr (KomaSession) reference = run_session (graph, "cpu", 0);
  g_autoptr (KomaSession) storage = run_session (graph, "gles", 0);
  g_autoptr (KomaSession) texels = NULL;
  const gsize  n = koma_shape_count (&koma_session_get_output (storage, 0)->shape);
  const float *expected = koma_session_get_output_data (reference, 0);
  const float *found = koma_session_get_output_data (storage, 0);

  g_assert_cmpuint (count_texels (), ==, 0);
  texels = run_session (graph, "gles", 1);
  g_assert_true ((count_texels () > 0) == (extension != NULL));
  for (gsize i = 0; i < n; i++)
    g_assert_cmpfloat_with_epsilon (found[i], expected[i], 1e-3);
  g_assert_cmpmem (koma_session_get_output_data (texels, 0), n * sizeof (float), found,
                   n * sizeof (float));
  g_clear_pointer (&texels, koma_session_free);
  g_assert_cmpuint (count_texels (), ==, 0);
}

/* Without the flag a rasteriser reads texels, a graphics card storage. */
static void
test_choice (void)
{
  g_autoptr (KomaGlesDevice) device = koma_gles_device_get (NULL);
  const KomaGlesInfo *info = koma_gles_device_get_info (device);
  g_autoptr (KomaGraph) graph = make_graph ();
  g_autoptr (KomaSession) session G_GNUC_UNUSED = run_session (graph, "gles", KOMA_FLAG_AUTO);

  g_assert_true ((count_texels () > 0) == (info->is_software && info->texels.extension != NULL));
}

KOMA_TEST_MAIN (argc, argv)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaGlesDevice) device = NULL;

  g_test_init (&argc, &argv, NULL);
  device = koma_gles_device_get (&error);
  if (device == NULL) {
    g_print ("1..0 # SKIP %s\n", error->message);
    return 0;
  }
  g_test_add_func ("/gles-texels/same", test_same);
  g_test_add_func ("/gles-texels/choice", test_choice);
  return g_test_run ();
}
