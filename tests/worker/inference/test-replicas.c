/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "worker/inference/koma-replicas.h"

#include "engine/graph/graph.h"
#include "engine/koma/koma-error.h"
#include "tests/test-main.h"

#define N_VALUES   12
#define N_PICTURES 100

static KomaValueId
add_ints (KomaGraph    *graph,
          const gint32 *values,
          gint64        n)
{
  const KomaShape shape = KOMA_SHAPE (n);
  g_autoptr (KomaArray) tensor =
    koma_array_new_from_data (KOMA_DTYPE_INT32, &shape, values, NULL);

  return koma_graph_add_constant (graph, "ints", tensor);
}

static KomaValueId
add_node (KomaGraph  *graph,
          KomaOp      op,
          KomaValueId a,
          KomaValueId b)
{
  const KomaValueId inputs[] = { a, b };
  g_autoptr (GError) error = NULL;
  const guint     n_inputs = b == KOMA_VALUE_NONE ? 1 : 2;
  const KomaNode *node =
    koma_graph_add_node (graph, op, "node", inputs, n_inputs, koma_attrs_new (), &error);

  g_assert_no_error (error);
  return node->outputs[0];
}

/* [?,2,2,3] → [@n_rows,12], softmax. */
static KomaGraph *
make_graph (gint32 n_rows)
{
  const KomaShape shape = KOMA_SHAPE (KOMA_DIM_UNKNOWN, 2, 2, 3);
  const gint32    flat_shape[] = { n_rows, N_VALUES };
  KomaGraph      *graph = koma_graph_new ();
  KomaValueId     input = koma_graph_add_input (graph, "input", KOMA_DTYPE_FLOAT32, &shape);
  KomaValueId     flat = add_node (graph, KOMA_OP_RESHAPE, input, add_ints (graph, flat_shape, 2));

  koma_graph_add_output (graph, "scores", add_node (graph, KOMA_OP_SOFTMAX, flat, KOMA_VALUE_NONE));
  return graph;
}

typedef struct
{
  guint n_taken[N_PICTURES];
  float scores[N_PICTURES][N_VALUES];
} Pictures;

static void
fill_input (guint    index,
            float   *ret_input,
            gpointer user_data)
{
  for (guint i = 0; i < N_VALUES; i++)
    ret_input[i] = (float) ((index * 7 + i * 5) % 11);
}

static void
take_scores (guint        index,
             const float *scores,
             gpointer     user_data)
{
  Pictures *pictures = user_data;

  pictures->n_taken[index]++;
  memcpy (pictures->scores[index], scores, sizeof pictures->scores[index]);
}

static KomaReplicas *
make_replicas (const KomaGraph *graph,
               guint            n,
               guint            batch)
{
  const KomaSessionOptions options = { .backend = "cpu", .n_threads = n, .batch = batch };
  g_autoptr (GError) error = NULL;
  KomaReplicas *replicas = koma_replicas_new (graph, 0, &options, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (koma_replicas_get_n (replicas), ==, n);
  return replicas;
}

/* Every picture once, with the scores that one runner has for it. */
static void
check_run (KomaReplicas    *replicas,
           const KomaGraph *graph,
           guint            n_pictures)
{
  const KomaSessionOptions options = { .backend = "cpu", .n_threads = 1 };
  g_autofree Pictures     *pictures = g_new0 (Pictures, 1);
  const KomaReplicaWork    work = { fill_input, take_scores, pictures };
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaRunner) alone = koma_runner_new (graph, 0, &options, &error);

  g_assert_no_error (error);
  g_assert_true (koma_replicas_run (replicas, n_pictures, &work, &error));
  g_assert_no_error (error);
  for (guint i = 0; i < N_PICTURES; i++)
    g_assert_cmpuint (pictures->n_taken[i], ==, i < n_pictures ? 1 : 0);
  for (guint i = 0; i < n_pictures; i++) {
    fill_input (i, koma_runner_get_input (alone, 0), NULL);
    g_assert_true (koma_runner_run (alone, NULL));
    g_assert_cmpmem (pictures->scores[i], sizeof pictures->scores[i],
                     koma_runner_get_scores (alone, 0), sizeof pictures->scores[i]);
  }
}

static void
test_run (gconstpointer data)
{
  const guint n_replicas = GPOINTER_TO_UINT (data);
  g_autoptr (KomaGraph) graph = make_graph (-1);
  g_autoptr (KomaReplicas) replicas = make_replicas (graph, n_replicas, 1);

  check_run (replicas, graph, N_PICTURES);
  check_run (replicas, graph, 1);
  check_run (replicas, graph, 0);
  check_run (replicas, graph, 2);
  for (guint i = 0; i < 50; i++)
    check_run (replicas, graph, 3 + i % 5);
}

/* A model that takes one picture at a time only is one for replicas too. */
static void
test_one_at_a_time (void)
{
  g_autoptr (KomaGraph) graph = make_graph (1);
  g_autoptr (KomaReplicas) replicas = make_replicas (graph, 3, 1);

  check_run (replicas, graph, N_PICTURES);
}

/* The last batch of a run may have places that no picture takes. */
static void
test_batches (void)
{
  g_autoptr (KomaGraph) graph = make_graph (-1);
  g_autoptr (KomaReplicas) replicas = make_replicas (graph, 3, 4);

  for (guint n_pictures = 0; n_pictures < 30; n_pictures++)
    check_run (replicas, graph, n_pictures);
  check_run (replicas, graph, N_PICTURES);
}

/* The maker's replica may be a runner that there is already. */
static void
test_borrowed (void)
{
  const KomaSessionOptions one = { .backend = "cpu", .n_threads = 1 };
  const KomaSessionOptions two = { .backend = "cpu", .n_threads = 2 };
  g_autoptr (KomaGraph) graph = make_graph (-1);
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaRunner) first = koma_runner_new (graph, 0, &one, &error);
  KomaReplicas *replicas = NULL;

  g_assert_no_error (error);
  replicas = koma_replicas_new (graph, 0, &two, first, &error);
  g_assert_no_error (error);
  check_run (replicas, graph, N_PICTURES);
  koma_replicas_free (replicas);
  g_assert_true (koma_runner_run (first, NULL));
}

/* Plain C that compiles on other threads than the test's only once the gate is open. */
static struct
{
  KomaBackendClass backend;
  GThread         *owner;
  GMutex           lock;
  GCond            changed;
  gboolean         is_open;
  guint            n_waiting;
} gate;

static KomaSegment *
gated_compile (const KomaSegmentSpec *spec,
               const KomaProgress    *progress,
               GError               **error)
{
  g_mutex_lock (&gate.lock);
  gate.n_waiting += g_thread_self () != gate.owner;
  g_cond_broadcast (&gate.changed);
  while (g_thread_self () != gate.owner && !gate.is_open)
    g_cond_wait (&gate.changed, &gate.lock);
  g_mutex_unlock (&gate.lock);
  return koma_backends_find ("cpu", NULL)->compile (spec, progress, error);
}

static void
open_gate (guint n_waiting)
{
  g_mutex_lock (&gate.lock);
  while (gate.n_waiting < n_waiting)
    g_cond_wait (&gate.changed, &gate.lock);
  gate.is_open = TRUE;
  g_cond_broadcast (&gate.changed);
  g_mutex_unlock (&gate.lock);
}

/* Threads that are not ready leave all to the one that is, and join later. */
static void
test_not_ready (void)
{
  const KomaSessionOptions options = { .backend = "gated", .n_threads = 3 };
  g_autoptr (KomaGraph) graph = make_graph (-1);
  g_autoptr (KomaReplicas) replicas = NULL;
  g_autoptr (GError) error = NULL;

  gate.owner = g_thread_self ();
  gate.backend = *koma_backends_find ("cpu", NULL);
  gate.backend.name = "gated";
  gate.backend.compile = gated_compile;
  koma_backends_add (&gate.backend);

  replicas = koma_replicas_new (graph, 0, &options, NULL, &error);
  g_assert_no_error (error);
  check_run (replicas, graph, N_PICTURES);
  open_gate (2);
  for (guint i = 0; i < 50; i++)
    check_run (replicas, graph, N_PICTURES);
}

static void
test_refused (void)
{
  const KomaSessionOptions options = { .backend = "none", .n_threads = 4 };
  g_autoptr (KomaGraph) graph = make_graph (-1);
  g_autoptr (GError) error = NULL;

  g_assert_null (koma_replicas_new (graph, 0, &options, NULL, &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_BACKEND);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/replicas/run/1", GUINT_TO_POINTER (1), test_run);
  g_test_add_data_func ("/replicas/run/2", GUINT_TO_POINTER (2), test_run);
  g_test_add_data_func ("/replicas/run/5", GUINT_TO_POINTER (5), test_run);
  g_test_add_func ("/replicas/batches", test_batches);
  g_test_add_func ("/replicas/borrowed", test_borrowed);
  g_test_add_func ("/replicas/one-at-a-time", test_one_at_a_time);
  g_test_add_func ("/replicas/refused", test_refused);
  g_test_add_func ("/replicas/not-ready", test_not_ready);
  return g_test_run ();
}
