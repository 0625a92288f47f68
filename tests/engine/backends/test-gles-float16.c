/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* Sessions on OpenGL ES that store tensors as float16: that they do, what
 * flags say about it, and models that do not fit. */
#include <string.h>

#include "engine/backends/gles/counts.h"
#include "engine/backends/gles/device.h"
#include "engine/runtime/flags.h"
#include "engine/runtime/session.h"
#include "gles-fixture.h"
#include "tests/engine/graph-fixture.h"
#include "tests/test-main.h"

/* Names of buffers that one context of this test may have. */
#define N_NAMES 4096

/* Odd sizes all along: three channels, then seven, five classes. */
static KomaGraph *
make_graph (float factor)
{
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  KomaValueId x = graph_fixture_input (graph, "picture", KOMA_SHAPE (-1, 33, 65, 3));
  KomaValueId y = graph_fixture_scalar (graph, KOMA_DTYPE_FLOAT32, factor);

  x = graph_fixture_node (graph, KOMA_OP_MUL, "louder", NULL, 2, x, y);
  y = graph_fixture_conv (graph, "stem", x, KOMA_SHAPE (3, 3, 3, 64), "SAME");
  y = graph_fixture_conv (graph, "body", y, KOMA_SHAPE (3, 3, 64, 7), "SAME");
  y = graph_fixture_conv (graph, "head", y, KOMA_SHAPE (1, 1, 7, 5), "VALID");
  koma_graph_add_output (graph, "scores",
                         graph_fixture_node (graph, KOMA_OP_SOFTMAX, "softmax", NULL, 1, y));
  return g_steal_pointer (&graph);
}

static KomaSession *
open_session (const KomaGraph *graph,
              const char      *backend,
              KomaPrecision    precision,
              GError         **error)
{
  const KomaSessionOptions options = { .backend = backend,
                                       .batch = 2,
                                       .n_threads = 1,
                                       .precision = precision };

  return koma_session_new (graph, &options, error);
}

/* Within the tolerance, and not to the last digit: then nothing would have
 * been stored as float16. */
static void
check_session (const KomaGraph *graph,
               KomaSession     *session)
{
  g_autoptr (KomaSession) reference = open_session (graph, "cpu", KOMA_PRECISION_AS_FLAGS, NULL);
  const KomaValue *output = koma_session_get_output (session, 0);
  float            difference = 0;
  const float     *found = NULL;
  const float     *expected = NULL;

  graph_fixture_fill_input (reference);
  graph_fixture_fill_input (session);
  g_assert_true (koma_session_run (reference, NULL));
  g_assert_true (koma_session_run (session, NULL));
  found = koma_session_get_output_data (session, 0);
  expected = koma_session_get_output_data (reference, 0);
  for (gsize i = 0; i < koma_shape_count (&output->shape); i++) {
    g_assert_cmpfloat_with_epsilon (found[i], expected[i], KOMA_HALF_TOLERANCE);
    difference = MAX (difference, fabsf (found[i] - expected[i]));
  }
  g_assert_cmpfloat (difference, >, 1e-5);
}

static gsize
sum_buffers (void)
{
  g_autoptr (KomaGlesDevice) device G_GNUC_UNUSED = koma_gles_device_get (NULL);
  gsize                             size_bytes = 0;

  for (GLuint name = 1; name < N_NAMES; name++) {
    GLint64 its_bytes = 0;

    if (!glIsBuffer (name))
      continue;
    glBindBuffer (GL_COPY_READ_BUFFER, name);
    glGetBufferParameteri64v (GL_COPY_READ_BUFFER, GL_BUFFER_SIZE, &its_bytes);
    size_bytes += its_bytes;
  }
  glBindBuffer (GL_COPY_READ_BUFFER, 0);
  return size_bytes;
}

static gsize
measure (const KomaGraph *graph,
         KomaPrecision    precision)
{
  gsize before = sum_buffers ();
  g_autoptr (KomaSession) session = open_session (graph, "gles", precision, NULL);

  g_assert_nonnull (session);
  return sum_buffers () - before;
}

/* But for what does not depend on it: params of programs. */
static void
test_memory (void)
{
  g_autoptr (KomaGraph) graph = make_graph (1);
  gsize float32 = measure (graph, KOMA_PRECISION_FLOAT32);
  gsize float16 = measure (graph, KOMA_PRECISION_FLOAT16);

  g_test_message ("float32 %" G_GSIZE_FORMAT ", float16 %" G_GSIZE_FORMAT " bytes", float32,
                  float16);
  g_assert_cmpuint (float16, >=, float32 / 2);
  g_assert_cmpuint (float16, <, float32 * 0.51);
}

static void
test_run (void)
{
  g_autoptr (KomaGraph) graph = make_graph (1);
  KomaGlesCounts before;
  KomaGlesCounts after;

  koma_session_free (open_session (graph, "gles", KOMA_PRECISION_FLOAT16, NULL));
  koma_gles_get_counts (&before);
  for (guint i = 0; i < 2; i++) {
    g_autoptr (KomaSession) session =
      open_session (graph, "gles", KOMA_PRECISION_FLOAT16, NULL);
    KomaGlesCounts opened;

    koma_gles_get_counts (&opened);
    check_session (graph, session);
    check_session (graph, session);
    koma_gles_get_counts (&after);
    g_assert_cmpmem (&after, sizeof after, &opened, sizeof opened);
  }
  koma_gles_get_counts (&after);
  g_assert_cmpmem (&after, sizeof after, &before, sizeof before);
}

/* Built again in the same precision. */
static void
test_lost (void)
{
  g_autoptr (KomaGraph) graph = make_graph (1);
  g_autoptr (KomaSession) session = open_session (graph, "gles", KOMA_PRECISION_FLOAT16, NULL);

  check_session (graph, session);
  koma_gles_lose_after (1, 1);
  check_session (graph, session);
}

static KomaPrecision
open_by_flags (const KomaGraph *graph,
               int              capable,
               int              enabled,
               KomaPrecision    asked,
               GError         **error)
{
  g_autoptr (KomaSession) session = NULL;

  if (capable != KOMA_FLAG_AUTO)
    g_assert_true (koma_flags_set (KOMA_FLAG_GLES_RENDER_FLOAT32_CAPABLE, capable, NULL));
  if (enabled != KOMA_FLAG_AUTO)
    g_assert_true (koma_flags_set (KOMA_FLAG_GLES_RENDER_FLOAT32_ENABLED, enabled, NULL));
  session = open_session (graph, "gles", asked, error);
  koma_flags_reset (KOMA_FLAG_GLES_RENDER_FLOAT32_CAPABLE);
  koma_flags_reset (KOMA_FLAG_GLES_RENDER_FLOAT32_ENABLED);
  return session != NULL ? koma_session_get_precision (session) : KOMA_PRECISION_AS_FLAGS;
}

static void
test_flags (void)
{
  static const struct
  {
    int           capable;
    int           enabled;
    KomaPrecision asked;
    KomaPrecision expected; /* as flags: refused */
  } cases[] = {
    { KOMA_FLAG_AUTO, KOMA_FLAG_AUTO, KOMA_PRECISION_AS_FLAGS, KOMA_PRECISION_FLOAT32 },
    { KOMA_FLAG_AUTO, KOMA_FLAG_AUTO, KOMA_PRECISION_FLOAT16, KOMA_PRECISION_FLOAT16 },
    { KOMA_FLAG_AUTO, 0, KOMA_PRECISION_AS_FLAGS, KOMA_PRECISION_FLOAT16 },
    { KOMA_FLAG_AUTO, 0, KOMA_PRECISION_FLOAT32, KOMA_PRECISION_FLOAT32 },
    { 0, KOMA_FLAG_AUTO, KOMA_PRECISION_AS_FLAGS, KOMA_PRECISION_FLOAT16 },
    { 0, KOMA_FLAG_AUTO, KOMA_PRECISION_FLOAT32, KOMA_PRECISION_AS_FLAGS },
    { 0, 1, KOMA_PRECISION_AS_FLAGS, KOMA_PRECISION_AS_FLAGS },
  };
  g_autoptr (KomaGraph) graph = make_graph (1);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (GError) error = NULL;
    KomaPrecision found =
      open_by_flags (graph, cases[i].capable, cases[i].enabled, cases[i].asked, &error);

    g_assert_cmpint (found, ==, cases[i].expected);
    if (found == KOMA_PRECISION_AS_FLAGS)
      g_assert_error (error, KOMA_ERROR, KOMA_ERROR_UNSUPPORTED);
    else
      g_assert_no_error (error);
  }
}

/* Named, and nothing is left behind; in float32 it runs. */
static void
test_refused (void)
{
  static const struct
  {
    float       factor;
    const char *what;
  } cases[] = { { 1e5, "weights" }, { 5e4, "values “louder”" }, { 1e-9, "too small" } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (KomaGraph) graph = make_graph (cases[i].factor);
    g_autoptr (GError) error = NULL;
    g_autoptr (KomaSession) session = NULL;
    KomaGlesCounts before;
    KomaGlesCounts after;

    koma_gles_get_counts (&before);
    g_assert_null (open_session (graph, "gles", KOMA_PRECISION_FLOAT16, &error));
    g_assert_error (error, KOMA_ERROR, KOMA_ERROR_UNSUPPORTED);
    g_test_message ("%s", error->message);
    g_assert_nonnull (strstr (error->message, "“louder”"));
    g_assert_nonnull (strstr (error->message, cases[i].what));
    koma_gles_get_counts (&after);
    g_assert_cmpmem (&after, sizeof after, &before, sizeof before);
    session = open_session (graph, "gles", KOMA_PRECISION_FLOAT32, NULL);
    g_assert_nonnull (session);
  }
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  gles_fixture_add ("/gles-float16/memory", test_memory);
  gles_fixture_add ("/gles-float16/run", test_run);
  gles_fixture_add ("/gles-float16/lost", test_lost);
  gles_fixture_add ("/gles-float16/flags", test_flags);
  gles_fixture_add ("/gles-float16/refused", test_refused);
  return g_test_run ();
}
