/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Element-wise nodes that are computed strip by strip, against the same ones computed one by one:
 * to the last bit. */
#include <string.h>

#include "engine/backends/cpu/kernels/kernels.h"
#include "engine/graph/builder.h"
#include "engine/runtime/flags.h"
#include "engine/runtime/memory.h"
#include "engine/runtime/session.h"
#include "tests/engine/graph-fixture.h"
#include "tests/test-main.h"

/* More than there must be for a chain, and no multiple of anything. */
#define N_ELEMS 20011

static void
fill (const KomaValue *value,
      gpointer         data,
      GRand           *rand)
{
  static const float odd[] = { NAN, INFINITY, -INFINITY, 0.0f, -0.0f, 1e-41f, 3e38f, -3e38f };

  for (gsize i = 0; i < koma_shape_count (&value->shape); i++)
    if (value->dtype == KOMA_DTYPE_FLOAT32)
      ((float *) data)[i] = g_rand_int_range (rand, 0, 16) == 0
                              ? odd[g_rand_int_range (rand, 0, G_N_ELEMENTS (odd))]
                              : (float) g_rand_double_range (rand, -3, 3);
    else if (value->dtype == KOMA_DTYPE_INT32)
      ((gint32 *) data)[i] = g_rand_int_range (rand, -9, 10);
    else
      ((guint8 *) data)[i] = g_rand_boolean (rand);
}

static KomaSession *
open_session (const KomaGraph          *graph,
              const KomaSessionOptions *options,
              gboolean                  is_joined)
{
  g_autoptr (GError) error = NULL;
  KomaSessionOptions given = *options;
  KomaSession       *session = NULL;

  given.backend = "cpu";
  g_assert_true (koma_flags_set (KOMA_FLAG_CHAINS, is_joined, NULL));
  session = koma_session_new (graph, &given, &error);
  koma_flags_reset (KOMA_FLAG_CHAINS);
  g_assert_no_error (error);
  return session;
}

static void
run (KomaSession *session)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);

  for (guint i = 0; i < koma_session_get_n_inputs (session); i++)
    fill (koma_session_get_input (session, i), koma_session_get_input_data (session, i), rand);
  for (guint i = 0; i < 2; i++)
    g_assert_true (koma_session_run (session, NULL));
}

static void
compare_outputs (KomaSession *joined,
                 KomaSession *apart)
{
  for (guint i = 0; i < koma_session_get_n_outputs (apart); i++)
    g_assert_cmpmem (koma_session_get_output_data (joined, i),
                     koma_value_get_bytes (koma_session_get_output (joined, i)),
                     koma_session_get_output_data (apart, i),
                     koma_value_get_bytes (koma_session_get_output (apart, i)));
}

/* Bytes of values between the nodes that need no memory where nodes are joined. */
static gsize
compare (const KomaGraph *graph,
         const char      *level, /* (nullable) */
         guint            n_threads)
{
  const KomaSessionOptions options = { .n_threads = n_threads, .cpu_level = level };
  g_autoptr (KomaSession) joined = open_session (graph, &options, TRUE);
  g_autoptr (KomaSession) apart = open_session (graph, &options, FALSE);

  run (joined);
  run (apart);
  compare_outputs (joined, apart);
  g_assert_cmpuint (koma_session_get_arena_bytes (joined), <=,
                    koma_session_get_arena_bytes (apart));
  return koma_session_get_arena_bytes (apart) - koma_session_get_arena_bytes (joined);
}

/* Another number of each element, of the same type. */
static KomaValueId
add_plain (KomaBuilder *builder,
           KomaValueId  x)
{
  const gboolean is_bool = koma_builder_get_dtype (builder, x) == KOMA_DTYPE_BOOL;

  return koma_builder_unary (builder, is_bool ? KOMA_OP_LOGICAL_NOT : KOMA_OP_NEG, x);
}

static KomaAttrs *
make_attrs (KomaOp op)
{
  KomaAttrs *attrs = koma_attrs_new ();

  if (op == KOMA_OP_FAKE_QUANTIZE) {
    koma_attrs_set_float (attrs, "scale", 0.03);
    koma_attrs_set_int (attrs, "low", -40);
    koma_attrs_set_int (attrs, "high", 80);
  } else if (op == KOMA_OP_CAST) {
    koma_attrs_set_string (attrs, "DstT", "int32");
  } else if (op == KOMA_OP_GELU) {
    koma_attrs_set_int (attrs, "approximate", TRUE);
  }
  return attrs;
}

static gboolean
is_elementwise (KomaOp op)
{
  const KomaOpClass *definition = koma_op_get_class (op);

  return definition == &koma_op_binary || definition == &koma_op_cast ||
         definition == &koma_op_classify || definition == &koma_op_clip ||
         definition == &koma_op_compare || definition == &koma_op_fake_quantize ||
         definition == &koma_op_gelu || definition == &koma_op_logical ||
         definition == &koma_op_logical_not || definition == &koma_op_prelu ||
         definition == &koma_op_select || definition == &koma_op_unary;
}

/* @op of what a node makes, and a node behind it. NULL if it does not take this type. */
static KomaGraph *
build_op (KomaOp    op,
          KomaDType dtype,
          gsize     n_elems)
{
  static const char *const names[] = { "a", "b", "c" };
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  const KomaShape shape = KOMA_SHAPE (n_elems);
  KomaValueId     in[3] = { KOMA_VALUE_NONE };
  guint           n_in = koma_op_get_class (op)->max_inputs;
  KomaBuilder     builder;

  koma_builder_init (&builder, graph, koma_op_get_name (op));
  for (guint i = 0; i < n_in; i++)
    in[i] = koma_graph_add_input (graph, names[i],
                                  op == KOMA_OP_SELECT && i == 0 ? KOMA_DTYPE_BOOL : dtype, &shape);
  in[0] = add_plain (&builder, in[0]);
  if (op == KOMA_OP_CLIP) {
    in[1] = koma_builder_float (&builder, -0.5);
    in[2] = koma_builder_float (&builder, 0.75);
  }
  in[0] = koma_builder_node (&builder, op, in, n_in, make_attrs (op));
  koma_graph_add_output (graph, "y",
                         in[0] == KOMA_VALUE_NONE ? in[1] : add_plain (&builder, in[0]));
  return koma_builder_finish (&builder, NULL) ? g_steal_pointer (&graph) : NULL;
}

static void
test_op (gconstpointer data)
{
  static const KomaDType dtypes[] = { KOMA_DTYPE_FLOAT32, KOMA_DTYPE_INT32, KOMA_DTYPE_BOOL };
  const KomaOp           op = (KomaOp) GPOINTER_TO_UINT (data);
  guint                  n_dtypes = 0;

  for (guint i = 0; i < G_N_ELEMENTS (dtypes); i++)
    for (guint n_threads = 1; n_threads <= 3; n_threads += 2) {
      g_autoptr (KomaGraph) graph = build_op (op, dtypes[i], N_ELEMS);

      if (graph == NULL)
        continue;
      n_dtypes++;
      g_assert_cmpuint (compare (graph, NULL, n_threads), >=, N_ELEMS);
    }
  g_assert_cmpuint (n_dtypes, >, 0);
}

/* Of one strip and less, of strips that have an end, and of fewer elements than a chain has. */
static void
test_sizes (void)
{
  static const gsize sizes[] = { 1, 2047, 8191, 8192, 8193, 10239, 10240, 10241 };

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++) {
    g_autoptr (KomaGraph) graph = build_op (KOMA_OP_SIGMOID, KOMA_DTYPE_FLOAT32, sizes[i]);
    const gsize saved = compare (graph, NULL, 2);

    if (sizes[i] < 8192)
      g_assert_cmpuint (saved, ==, 0);
    else
      g_assert_cmpuint (saved, >=, sizes[i] * sizeof (float));
  }
}

static void
test_levels (void)
{
  static const char *const levels[] = { "baseline", "avx2", "avx512" };
  static const KomaOp      ops[] = { KOMA_OP_ERF, KOMA_OP_EXP, KOMA_OP_GELU, KOMA_OP_SIGMOID,
                                     KOMA_OP_TANH, KOMA_OP_PRELU };

  for (guint i = 0; i < G_N_ELEMENTS (levels); i++)
    for (guint k = 0; k < G_N_ELEMENTS (ops); k++) {
      g_autoptr (KomaGraph) graph = build_op (ops[k], KOMA_DTYPE_FLOAT32, N_ELEMS);

      if (koma_cpu_kernels_choose (levels[i], NULL) != NULL)
        compare (graph, levels[i], 1);
    }
}

typedef struct
{
  const char *name;
  KomaShape   full;
  KomaShape   other;
} Broadcast;

static const Broadcast broadcasts[] = {
  { "scalar", { 3, { 7, 13, 101 } }, { 0, { 0 } } },
  { "one", { 3, { 7, 13, 101 } }, { 1, { 1 } } },
  { "same-with-ones-before", { 3, { 7, 13, 101 } }, { 4, { 1, 7, 13, 101 } } },
  { "channels", { 3, { 7, 13, 101 } }, { 1, { 101 } } },
  { "rows", { 3, { 7, 13, 101 } }, { 2, { 13, 1 } } },
  { "pictures", { 3, { 7, 13, 101 } }, { 3, { 7, 1, 1 } } },
  { "pictures-and-channels", { 3, { 7, 13, 101 } }, { 3, { 7, 1, 101 } } },
  { "one-picture", { 3, { 7, 13, 101 } }, { 2, { 13, 101 } } },
  { "row-of-many", { 2, { 3, 5003 } }, { 1, { 5003 } } },
  { "rows-of-many", { 2, { 3, 5003 } }, { 2, { 3, 1 } } },
  { "few-channels", { 2, { 5001, 3 } }, { 1, { 3 } } },
  { "many-dimensions", { 5, { 3, 5, 7, 9, 11 } }, { 5, { 3, 1, 7, 1, 11 } } },
};

/* Both ways round, of what a node makes, and as a choice. */
static KomaGraph *
build_broadcast (const Broadcast *test)
{
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  const KomaValueId x = koma_graph_add_input (graph, "x", KOMA_DTYPE_FLOAT32, &test->full);
  const KomaValueId z = koma_graph_add_input (graph, "z", KOMA_DTYPE_FLOAT32, &test->other);
  KomaBuilder       builder;
  KomaValueId       y = KOMA_VALUE_NONE;
  KomaValueId       is_less = KOMA_VALUE_NONE;

  koma_builder_init (&builder, graph, "broadcast");
  y = koma_builder_binary (&builder, KOMA_OP_MUL, koma_builder_unary (&builder, KOMA_OP_NEG, x), z);
  y = koma_builder_binary (&builder, KOMA_OP_SUB, z, y);
  is_less = koma_builder_binary (&builder, KOMA_OP_LESS, y, z);
  y = KOMA_BUILDER_NODE (&builder, KOMA_OP_SELECT, NULL, is_less, z, y);
  if (koma_shape_count (&test->full) != koma_shape_count (&test->other))
    y = KOMA_BUILDER_NODE (&builder, KOMA_OP_PRELU, NULL, y, z);
  koma_graph_add_output (graph, "y", y);
  g_assert_true (koma_builder_finish (&builder, NULL));
  return g_steal_pointer (&graph);
}

static void
test_broadcast (gconstpointer data)
{
  const Broadcast *test = data;
  g_autoptr (KomaGraph) graph = build_broadcast (test);

  for (guint n_threads = 1; n_threads <= 3; n_threads += 2)
    g_assert_cmpuint (compare (graph, NULL, n_threads), >=,
                      koma_shape_count (&test->full) * sizeof (float));
}

/* Two that are smaller than the result, one of which a node before makes. */
static void
test_outer (void)
{
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  const KomaValueId x = graph_fixture_input (graph, "x", KOMA_SHAPE (1, 101));
  const KomaValueId z = graph_fixture_input (graph, "z", KOMA_SHAPE (97, 1));
  KomaBuilder       builder;
  KomaValueId       y = KOMA_VALUE_NONE;

  koma_builder_init (&builder, graph, "outer");
  y = koma_builder_binary (&builder, KOMA_OP_ADD, koma_builder_unary (&builder, KOMA_OP_NEG, x), z);
  koma_graph_add_output (graph, "y", koma_builder_unary (&builder, KOMA_OP_SQUARE, y));
  g_assert_true (koma_builder_finish (&builder, NULL));
  g_assert_cmpuint (compare (graph, NULL, 3), >=, 97 * 101 * sizeof (float));
}

/* u = a · b, v = u + a, w = u · v, y = w - u; with @is_kept, u and w are outputs too. */
static KomaGraph *
build_shared (gboolean is_kept)
{
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  const KomaValueId a = graph_fixture_input (graph, "a", KOMA_SHAPE (N_ELEMS));
  const KomaValueId b = graph_fixture_input (graph, "b", KOMA_SHAPE (N_ELEMS));
  KomaBuilder       builder;
  KomaValueId       u = KOMA_VALUE_NONE;
  KomaValueId       w = KOMA_VALUE_NONE;

  koma_builder_init (&builder, graph, "shared");
  u = koma_builder_binary (&builder, KOMA_OP_MUL, a, b);
  w = koma_builder_binary (&builder, KOMA_OP_MUL, u,
                           koma_builder_binary (&builder, KOMA_OP_ADD, u, a));
  koma_graph_add_output (graph, "y", koma_builder_binary (&builder, KOMA_OP_SUB, w, u));
  if (is_kept) {
    koma_graph_add_output (graph, "u", u);
    koma_graph_add_output (graph, "w", w);
  }
  g_assert_true (koma_builder_finish (&builder, NULL));
  return g_steal_pointer (&graph);
}

static void
test_shared (void)
{
  g_autoptr (KomaGraph) graph = build_shared (FALSE);
  g_autoptr (KomaGraph) kept = build_shared (TRUE);

  for (guint n_threads = 1; n_threads <= 3; n_threads += 2) {
    /* u, v, w */
    g_assert_cmpuint (compare (graph, NULL, n_threads), >=, 3 * N_ELEMS * sizeof (float));
    /* v */
    g_assert_cmpuint (compare (kept, NULL, n_threads), >=, N_ELEMS * sizeof (float));
  }
}

/* A node that reads nothing of the chain, and one that is none of an element, which reads a value
 * from within it. */
static void
test_ends (void)
{
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  const KomaValueId x = graph_fixture_input (graph, "x", KOMA_SHAPE (N_ELEMS));
  KomaBuilder       builder;
  KomaValueId       y = KOMA_VALUE_NONE;
  KomaValueId       z = KOMA_VALUE_NONE;

  koma_builder_init (&builder, graph, "ends");
  y = koma_builder_unary (&builder, KOMA_OP_NEG, x);
  z = koma_builder_unary (&builder, KOMA_OP_ABS, y);
  koma_graph_add_output (graph, "abs", koma_builder_unary (&builder, KOMA_OP_SQRT, z));
  koma_graph_add_output (graph, "square", koma_builder_unary (&builder, KOMA_OP_SQUARE, x));
  koma_graph_add_output (graph, "sum", koma_builder_reduce (&builder, KOMA_OP_SUM, y, 1, FALSE));
  g_assert_true (koma_builder_finish (&builder, NULL));
  g_assert_cmpuint (compare (graph, NULL, 1), >=, N_ELEMS * sizeof (float));
}

/* More steps than a chain has. */
static void
test_long (void)
{
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  const KomaValueId x = graph_fixture_input (graph, "x", KOMA_SHAPE (N_ELEMS));
  KomaBuilder       builder;
  KomaValueId       y = x;

  koma_builder_init (&builder, graph, "long");
  for (guint i = 0; i < 40; i++)
    y = koma_builder_binary (&builder, i % 2 == 0 ? KOMA_OP_SUB : KOMA_OP_MUL, y, x);
  koma_graph_add_output (graph, "y", y);
  g_assert_true (koma_builder_finish (&builder, NULL));
  g_assert_cmpuint (compare (graph, NULL, 2), >=, N_ELEMS * sizeof (float));
}

/* Other memory in each run. */
static void
test_bind (void)
{
  g_autoptr (KomaGraph) graph = build_shared (TRUE);
  const KomaSessionOptions own = { .n_threads = 3 };
  const KomaSessionOptions bound = { .n_threads = 3, .are_ends_bound = TRUE };
  g_autoptr (KomaSession) apart = open_session (graph, &own, FALSE);
  g_autoptr (KomaSession) joined = open_session (graph, &bound, TRUE);

  run (apart);
  for (guint turn = 0; turn < 2; turn++) {
    gpointer outputs[3] = { NULL };

    for (guint i = 0; i < 3; i++)
      outputs[i] = koma_memory_alloc (N_ELEMS * sizeof (float), NULL);
    koma_session_bind (joined,
                       (gconstpointer[]){ koma_session_get_input_data (apart, 0),
                                          koma_session_get_input_data (apart, 1) },
                       outputs);
    g_assert_true (koma_session_run (joined, NULL));
    compare_outputs (joined, apart);
    for (guint i = 0; i < 3; i++)
      koma_memory_free (outputs[i]);
  }
}

/* s · ½ + x is written over s, which the chain reads before, strip by strip. */
static KomaSession *
run_carried (gboolean is_joined)
{
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  const KomaValueId s = graph_fixture_input (graph, "s", KOMA_SHAPE (N_ELEMS));
  const KomaValueId x = graph_fixture_input (graph, "x", KOMA_SHAPE (N_ELEMS));
  const KomaCarry   carry = { 0, 0 };
  KomaSession      *session = NULL;
  KomaBuilder       builder;
  KomaValueId       y = KOMA_VALUE_NONE;

  koma_builder_init (&builder, graph, "carried");
  y = koma_builder_with_number (&builder, KOMA_OP_MUL, s, 0.5);
  koma_graph_add_output (graph, "s", koma_builder_binary (&builder, KOMA_OP_ADD, y, x));
  g_assert_true (koma_builder_finish (&builder, NULL));
  session = open_session (graph,
                          &(KomaSessionOptions){
                            .n_threads = 3, .carries = &carry, .n_carries = 1 },
                          is_joined);
  run (session);
  g_assert_true (koma_session_get_input_data (session, 0) ==
                 koma_session_get_output_data (session, 0));
  return session;
}

static void
test_carried (void)
{
  g_autoptr (KomaSession) joined = run_carried (TRUE);
  g_autoptr (KomaSession) apart = run_carried (FALSE);

  compare_outputs (joined, apart);
}

/* The time of a chain is that of its steps. */
static void
test_profile (void)
{
  g_autoptr (KomaGraph) graph = build_shared (FALSE);
  g_autoptr (KomaSession) session =
    open_session (graph, &(KomaSessionOptions){ .n_threads = 2 }, TRUE);
  guint n_steps = 0;

  koma_session_set_profiling (session, TRUE);
  run (session);
  g_assert_cmpuint (koma_session_get_n_steps (session), ==, 4);
  for (guint i = 0; i < 4; i++) {
    g_assert_cmpfloat (koma_session_get_time (session, i, &n_steps).total_ms, >, 0);
    g_assert_cmpuint (n_steps, ==, 1);
  }
}

/* Where every value is looked at, each has memory. */
static void
test_split (void)
{
  g_autoptr (KomaGraph) graph = build_shared (FALSE);
  g_autoptr (KomaSession) split =
    open_session (graph, &(KomaSessionOptions){ .n_threads = 1, .is_split = TRUE }, TRUE);
  g_autoptr (KomaSession) apart =
    open_session (graph, &(KomaSessionOptions){ .n_threads = 1 }, FALSE);

  run (split);
  run (apart);
  compare_outputs (split, apart);
  g_assert_cmpuint (koma_session_get_arena_bytes (split), ==,
                    koma_session_get_arena_bytes (apart));
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  for (KomaOp op = 0; op < KOMA_N_OPS; op++) {
    g_autofree char *path = g_strdup_printf ("/cpu-chain/op/%s", koma_op_get_name (op));

    if (is_elementwise (op))
      g_test_add_data_func (path, GUINT_TO_POINTER (op), test_op);
  }
  for (guint i = 0; i < G_N_ELEMENTS (broadcasts); i++) {
    g_autofree char *path = g_strdup_printf ("/cpu-chain/broadcast/%s", broadcasts[i].name);

    g_test_add_data_func (path, &broadcasts[i], test_broadcast);
  }
  graph_fixture_add_test ("/cpu-chain/sizes", test_sizes);
  graph_fixture_add_test ("/cpu-chain/levels", test_levels);
  graph_fixture_add_test ("/cpu-chain/outer", test_outer);
  graph_fixture_add_test ("/cpu-chain/shared", test_shared);
  graph_fixture_add_test ("/cpu-chain/ends", test_ends);
  graph_fixture_add_test ("/cpu-chain/long", test_long);
  graph_fixture_add_test ("/cpu-chain/bind", test_bind);
  graph_fixture_add_test ("/cpu-chain/carried", test_carried);
  graph_fixture_add_test ("/cpu-chain/profile", test_profile);
  graph_fixture_add_test ("/cpu-chain/split", test_split);
  return g_test_run ();
}
