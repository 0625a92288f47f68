/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What sessions take is told: packed weights, and what lies on a device. */
#include <unistd.h>

#include "engine/runtime/memory.h"
#include "tests/engine/graph-fixture.h"
#include "tests/test-main.h"

#define IN_C          96
#define OUT_C         160
#define WEIGHTS_BYTES (IN_C * OUT_C * sizeof (float))
/* Larger than a huge page. */
#define LARGE_OUT_C 9000
#define LARGE_BYTES (IN_C * LARGE_OUT_C * sizeof (float))

typedef struct
{
  KomaBackendMemory backend;
  gsize             total_bytes;
} Memory;

static Memory
look (const KomaBackendClass *backend)
{
  Memory memory = { 0 };

  koma_backends_get_memory (backend, &memory.backend);
  memory.total_bytes = koma_backends_get_memory_bytes ();
  return memory;
}

static void
assert_equal (const Memory *found,
              const Memory *expected)
{
  g_assert_cmpuint (found->backend.n_objects, ==, expected->backend.n_objects);
  g_assert_cmpuint (found->backend.size_bytes, ==, expected->backend.size_bytes);
  g_assert_cmpuint (found->total_bytes, ==, expected->total_bytes);
}

static KomaGraph *
make_graph (gsize out_c)
{
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  KomaValueId x = graph_fixture_input (graph, "x", KOMA_SHAPE (-1, 3, 2, IN_C));
  KomaShape   filter = KOMA_SHAPE (1, 1, IN_C, (gint64) out_c);

  koma_graph_add_output (graph, "y", graph_fixture_conv (graph, "y", x, filter, "VALID"));
  return g_steal_pointer (&graph);
}

static void
test_session (gconstpointer data)
{
  const KomaBackendClass  *backend = data;
  g_autofree char         *device = NULL;
  const KomaSessionOptions options = { .backend = backend->name, .n_threads = 1 };
  g_autoptr (KomaGraph) graph = make_graph (OUT_C);
  g_autoptr (GError) reason = NULL;
  Memory before = { 0 };

  if (!backend->probe (&device, &reason)) {
    g_test_skip (reason->message);
    return;
  }
  before = look (backend);
  g_assert_cmpuint (before.total_bytes, >=, before.backend.size_bytes + WEIGHTS_BYTES);
  for (guint i = 0; i < 3; i++) {
    g_autoptr (KomaSession) session = koma_session_new (graph, &options, NULL);
    const Memory opened = look (backend);
    Memory       now = { 0 };

    graph_fixture_fill_input (session);
    g_assert_cmpuint (opened.total_bytes, >=, before.total_bytes + WEIGHTS_BYTES);
    if (backend->get_memory != NULL) {
      g_assert_cmpuint (opened.backend.n_objects, >, before.backend.n_objects);
      g_assert_cmpuint (opened.backend.size_bytes, >=, before.backend.size_bytes + WEIGHTS_BYTES);
    }
    for (guint k = 0; k < 2; k++) {
      g_assert_true (koma_session_run (session, NULL));
      now = look (backend);
      assert_equal (&now, &opened);
    }
    g_clear_pointer (&session, koma_session_free);
    now = look (backend);
    assert_equal (&now, &before);
  }
}

/* XNNPACK packs the weights of a convolution of pixels from where they lie: there is no third copy.
 * It is the first test, since no peak may have been higher. */
static void
test_once (void)
{
  const KomaSessionOptions options = { .backend = "xnnpack", .n_threads = 1 };
  g_autoptr (KomaGraph) graph = make_graph (OUT_C);
  g_autoptr (KomaSession) session = NULL;
  KomaMemoryInfo before = { 0 };
  KomaMemoryInfo after = { 0 };

  koma_memory_get_info (&before);
  session = koma_session_new (graph, &options, NULL);
  g_assert_nonnull (session);
  koma_memory_get_info (&after);
  g_assert_cmpuint (after.peak_bytes, <, before.size_bytes + WEIGHTS_BYTES);
}

static gsize
get_mapped_bytes (void)
{
  g_autofree char *statm = NULL;

  g_assert_true (g_file_get_contents ("/proc/self/statm", &statm, NULL, NULL));
  return (gsize) (g_ascii_strtoull (statm, NULL, 10) * (guint64) sysconf (_SC_PAGESIZE));
}

/* What weights are packed into is mapped, and unmapped. */
static void
test_large (gconstpointer data)
{
  const KomaBackendClass  *backend = data;
  const KomaSessionOptions options = { .backend = backend->name, .n_threads = 1 };
  g_autofree char         *device = NULL;
  g_autoptr (KomaGraph) graph = make_graph (LARGE_OUT_C);
  g_autoptr (GError) reason = NULL;
  gsize first_bytes = 0;

  if (!backend->probe (&device, &reason)) {
    g_test_skip (reason->message);
    return;
  }
  for (guint i = 0; i < 5; i++) {
    g_autoptr (KomaSession) session = koma_session_new (graph, &options, NULL);

    g_assert_nonnull (session);
    if (i == 0)
      first_bytes = get_mapped_bytes ();
  }
  g_assert_cmpuint (get_mapped_bytes (), <, first_bytes + LARGE_BYTES);
}

/* Plain C has all in the buffers of tensors. */
static void
test_none (void)
{
  KomaBackendMemory memory = { 1, 1, 1 };

  koma_backends_get_memory (koma_backends_find ("cpu", NULL), &memory);
  g_assert_cmpuint (memory.n_objects, ==, 0);
  g_assert_cmpuint (memory.n_kept, ==, 0);
  g_assert_cmpuint (memory.size_bytes, ==, 0);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);

  if (koma_backends_find ("xnnpack", NULL) != NULL)
    graph_fixture_add_test ("/backend-memory/once", test_once);
  for (guint i = 0; i < koma_backends_get_n (); i++) {
    const KomaBackendClass *backend = koma_backends_get (i);
    g_autofree char        *path = g_strconcat ("/backend-memory/", backend->name, NULL);

    g_test_add_data_func (path, backend, test_session);
    if (backend->is_host && !KOMA_MEMORY_IS_CHECKED) {
      g_autofree char *large = g_strconcat (path, "/large", NULL);

      g_test_add_data_func (large, backend, test_large);
    }
  }
  graph_fixture_add_test ("/backend-memory/none", test_none);
  return g_test_run ();
}
