/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/graph/builder.h"
#include "engine/koma/tensor/program-cache.h"
#include "tests/engine/koma/memory-fixture.h"
#include "tests/test-main.h"

static void
test_settings (void)
{
  KomaEnvironment *environment = koma_environment_get ();
  g_autoptr (GError) error = NULL;

  g_assert_cmpstr (koma_environment_get_backend (environment), ==, "cpu");
  g_assert_false (koma_environment_set_backend (environment, "abacus", &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_BACKEND);
  g_assert_cmpstr (koma_environment_get_backend (environment), ==, "cpu");
  koma_environment_set_n_threads (environment, 3);
  g_assert_cmpuint (koma_environment_get_n_threads (environment), ==, 3);
  koma_environment_set_n_threads (environment, 0);
  g_assert_cmpuint (koma_environment_get_n_threads (environment), >=, 1);
}

/* All backends that there are give the same sums. */
static void
test_backends (void)
{
  const char *const names[] = { "cpu", "xnnpack", "gles" };
  KomaEnvironment  *environment = koma_environment_get ();
  g_autoptr (KomaTensor) x =
    g_object_ref_sink (koma_tensor_new_1d ((float[]){ 1, 2, 3 }, 3, NULL));

  for (guint i = 0; i < G_N_ELEMENTS (names); i++) {
    g_autoptr (KomaTensor) y = NULL;

    if (!koma_environment_set_backend (environment, names[i], NULL))
      continue;
    y = g_object_ref_sink (koma_tensor_add (x, x, NULL));
    assert_floats (y, 2, 4, 6);
    g_assert_cmpuint (koma_environment_get_n_programs (environment), ==, 1);
    g_assert_cmpstr (koma_environment_get_backend (environment), ==, names[i]);
  }
}

/* Programs share the threads of the environment, and go before they do. */
static void
test_threads (void)
{
  KomaEnvironment            *environment = koma_environment_get ();
  const gsize                 n = 1 << 20;
  gsize                       n_read = 0;
  g_autoptr (KomaScope) scope G_GNUC_UNUSED = koma_scope_begin ();
  g_autofree float           *values = NULL;
  KomaTensor                 *x = koma_tensor_new_fill (KOMA_DTYPE_FLOAT32, KOMA_DIMS (n), 3, NULL);
  KomaTensor                 *y = NULL;

  g_assert_true (koma_environment_set_backend (environment, "cpu", NULL));
  koma_environment_set_n_threads (environment, 3);
  y = koma_tensor_add (koma_tensor_square (x, NULL), x, NULL);
  koma_environment_set_n_threads (environment, 1);
  y = koma_tensor_add (y, x, NULL);
  values = koma_tensor_read_floats (y, &n_read, NULL);
  for (gsize i = 0; i < n; i++)
    g_assert_cmpfloat (values[i], ==, 15);
}

static gpointer
compute_elsewhere (gpointer data)
{
  test_backends ();
  return NULL;
}

/* The programs of a thread end with it, whatever they were compiled for. */
static void
test_thread_ends (void)
{
  g_thread_join (g_thread_new ("other", compute_elsewhere, NULL));
  assert_memory (0, 0, 0);
}

static gpointer
get_elsewhere (gpointer data)
{
  return koma_environment_get ();
}

static void
test_of_thread (void)
{
  g_assert_true (koma_environment_get () == koma_environment_get ());
  g_assert_true (g_thread_join (g_thread_new ("other", get_elsewhere, NULL)) !=
                 koma_environment_get ());
}

static KomaGraph *
make_graph (KomaOp    op,
            gsize     n,
            KomaDType dtype)
{
  KomaGraph      *graph = koma_graph_new ();
  const KomaShape shape = KOMA_SHAPE (n);
  KomaValueId     x = koma_graph_add_input (graph, "x", dtype, &shape);
  KomaBuilder     builder;

  koma_builder_init (&builder, graph, "test");
  koma_graph_add_output (graph, "y", koma_builder_unary (&builder, op, x));
  g_assert_true (koma_builder_finish (&builder, NULL));
  return graph;
}

static KomaSession *
get_session (KomaProgramCache *cache,
             KomaOp            op,
             gsize             n)
{
  g_autoptr (KomaGraph) graph = make_graph (op, n, KOMA_DTYPE_FLOAT32);
  KomaSession *session = koma_program_cache_get (
    cache, graph, &(KomaSessionOptions){ .backend = "cpu", .n_threads = 1 }, NULL);

  g_assert_nonnull (session);
  return session;
}

/* The one that was not used for longest goes. */
static void
test_cache (void)
{
  g_autoptr (KomaProgramCache) cache = koma_program_cache_new (2, G_MAXSIZE);
  const KomaSession *square = get_session (cache, KOMA_OP_SQUARE, 4);

  g_assert_true (get_session (cache, KOMA_OP_SQUARE, 4) == square);
  g_assert_true (get_session (cache, KOMA_OP_NEG, 4) != square);
  g_assert_true (get_session (cache, KOMA_OP_SQUARE, 4) == square);
  get_session (cache, KOMA_OP_SQUARE, 5);
  g_assert_cmpuint (koma_program_cache_get_n (cache), ==, 2);
  g_assert_true (get_session (cache, KOMA_OP_SQUARE, 4) == square);
}

static void
test_cache_bytes (void)
{
  g_autoptr (KomaProgramCache) cache = koma_program_cache_new (10, 3000);

  get_session (cache, KOMA_OP_SQUARE, 100);
  get_session (cache, KOMA_OP_NEG, 100);
  g_assert_cmpuint (koma_program_cache_get_n (cache), ==, 2);
  get_session (cache, KOMA_OP_NEG, 1000);
  g_assert_cmpuint (koma_program_cache_get_n (cache), ==, 1);
}

/* Attributes and constants are part of a key, names are not. */
static void
test_key (void)
{
  g_autoptr (KomaGraph) graph = make_graph (KOMA_OP_NEG, 3, KOMA_DTYPE_FLOAT32);
  g_autoptr (KomaGraph) same = koma_graph_copy (graph);
  g_autoptr (KomaGraph) other = koma_graph_copy (graph);
  g_autoptr (GBytes) key = koma_graph_make_key (graph);
  g_autoptr (GBytes) same_key = NULL;
  g_autoptr (GBytes) attr_key = NULL;
  g_autoptr (GBytes) constant_key = NULL;

  g_free (koma_graph_get_node (same, 0)->name);
  koma_graph_get_node (same, 0)->name = g_strdup ("other name");
  same_key = koma_graph_make_key (same);
  g_assert_true (g_bytes_equal (key, same_key));
  koma_attrs_set_float (koma_graph_get_node (other, 0)->attrs, "alpha", 0.5);
  attr_key = koma_graph_make_key (other);
  g_assert_false (g_bytes_equal (key, attr_key));
  koma_attrs_set_float (koma_graph_get_node (other, 0)->attrs, "alpha", 0.25);
  constant_key = koma_graph_make_key (other);
  g_assert_false (g_bytes_equal (attr_key, constant_key));
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/environment/settings", test_settings);
  g_test_add_func ("/environment/backends", test_backends);
  g_test_add_func ("/environment/threads", test_threads);
  g_test_add_func ("/environment/thread-ends", test_thread_ends);
  g_test_add_func ("/environment/of-thread", test_of_thread);
  g_test_add_func ("/environment/cache", test_cache);
  g_test_add_func ("/environment/cache-bytes", test_cache_bytes);
  g_test_add_func ("/environment/key", test_key);
  return g_test_run ();
}
