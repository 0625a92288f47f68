/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Element-wise nodes behind each other, strip by strip and one after the other, as with
 * KOMA_FLAGS=CHAINS:0, turn by turn in one run. Times are of the processor, of all threads.
 *
 *   bench-chains [ELEMENTS …]     10,000 to 10,000,000 if none are given
 */
#include <stdlib.h>
#include <time.h>

#include "engine/graph/builder.h"
#include "engine/runtime/flags.h"
#include "engine/runtime/quantile.h"
#include "engine/runtime/session.h"

#define N_TURNS 15
#define TURN_US 20000

typedef KomaValueId (*Build) (KomaBuilder *builder,
                              KomaValueId  a,
                              KomaValueId  b,
                              KomaValueId  c);

static KomaValueId
build_two (KomaBuilder *builder,
           KomaValueId  a,
           KomaValueId  b,
           KomaValueId  c)
{
  const KomaValueId product = koma_builder_binary (builder, KOMA_OP_MUL, a, b);

  return koma_builder_binary (builder, KOMA_OP_ADD, product, a);
}

static KomaValueId
build_three (KomaBuilder *builder,
             KomaValueId  a,
             KomaValueId  b,
             KomaValueId  c)
{
  return koma_builder_binary (builder, KOMA_OP_SUB, build_two (builder, a, b, c), c);
}

static KomaValueId
build_six (KomaBuilder *builder,
           KomaValueId  a,
           KomaValueId  b,
           KomaValueId  c)
{
  KomaValueId x = build_three (builder, a, b, c);

  x = koma_builder_with_number (builder, KOMA_OP_MUL, x, 0.5);
  x = koma_builder_unary (builder, KOMA_OP_SQUARE, x);
  return koma_builder_binary (builder, KOMA_OP_ADD, x, b);
}

/* x · sigmoid (x), and a product with it. */
static KomaValueId
build_swish (KomaBuilder *builder,
             KomaValueId  a,
             KomaValueId  b,
             KomaValueId  c)
{
  const KomaValueId sigmoid = koma_builder_unary (builder, KOMA_OP_SIGMOID, a);

  return koma_builder_binary (builder, KOMA_OP_MUL,
                              koma_builder_binary (builder, KOMA_OP_MUL, a, sigmoid), b);
}

/* Three tensors to one: means of gradients and of their squares, and from weights a step. */
static KomaValueId
build_adam (KomaBuilder *builder,
            KomaValueId  a,
            KomaValueId  b,
            KomaValueId  c)
{
  const KomaValueId mean = koma_builder_binary (
    builder, KOMA_OP_ADD, koma_builder_with_number (builder, KOMA_OP_MUL, a, 0.9),
    koma_builder_with_number (builder, KOMA_OP_MUL, b, 0.1));
  const KomaValueId square = koma_builder_binary (
    builder, KOMA_OP_ADD, koma_builder_with_number (builder, KOMA_OP_MUL, c, 0.999),
    koma_builder_with_number (builder, KOMA_OP_MUL,
                              koma_builder_unary (builder, KOMA_OP_SQUARE, b), 0.001));
  const KomaValueId root = koma_builder_with_number (
    builder, KOMA_OP_ADD, koma_builder_unary (builder, KOMA_OP_SQRT, square), 1e-7);

  return koma_builder_binary (
    builder, KOMA_OP_SUB, a,
    koma_builder_with_number (builder, KOMA_OP_MUL,
                              koma_builder_binary (builder, KOMA_OP_DIV, mean, root), 0.01));
}

static const struct
{
  const char *name;
  Build       build;
} chains[] = {
  { "2: a·b+a", build_two },
  { "3: a·b+a−c", build_three },
  { "6: (½(a·b+a−c))²+b", build_six },
  { "3: a·sigmoid(a)·b", build_swish },
  { "12: as Adam", build_adam },
};

static KomaSession *
make_session (Build    build,
              gsize    n_elems,
              guint    n_threads,
              gboolean is_joined)
{
  static const char *const names[] = { "a", "b", "c" };
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  g_autoptr (GError) error = NULL;
  const KomaShape shape = KOMA_SHAPE (n_elems);
  KomaValueId     in[3] = { KOMA_VALUE_NONE };
  KomaSession    *session = NULL;
  KomaBuilder     builder;

  koma_builder_init (&builder, graph, "chain");
  for (guint i = 0; i < 3; i++)
    in[i] = koma_graph_add_input (graph, names[i], KOMA_DTYPE_FLOAT32, &shape);
  koma_graph_add_output (graph, "y", build (&builder, in[0], in[1], in[2]));
  if (!koma_builder_finish (&builder, &error) ||
      !koma_flags_set (KOMA_FLAG_CHAINS, is_joined, &error))
    g_error ("%s", error->message);
  session = koma_session_new (
    graph, &(KomaSessionOptions){ .backend = "cpu", .n_threads = n_threads }, &error);
  if (session == NULL)
    g_error ("%s", error->message);
  for (guint i = 0; i < 3; i++) {
    float *data = koma_session_get_input_data (session, i);

    for (gsize k = 0; k < n_elems; k++)
      data[k] = 0.01f + (float) ((k * 7919 + i * 31) % 1000) / 1000;
  }
  return session;
}

static double
get_us (void)
{
  struct timespec now = { 0 };

  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &now);
  return now.tv_sec * 1e6 + now.tv_nsec / 1e3;
}

/* Of one run. */
static double
take_turn (KomaSession *session)
{
  const double begin_us = get_us ();
  guint        n_runs = 0;

  do {
    if (!koma_session_run (session, NULL))
      g_error ("a run failed");
    n_runs++;
  } while (get_us () - begin_us < TURN_US);
  return (get_us () - begin_us) / n_runs;
}

static void
compare (guint index,
         gsize n_elems,
         guint n_threads)
{
  g_autoptr (KomaSession) apart = make_session (chains[index].build, n_elems, n_threads, FALSE);
  g_autoptr (KomaSession) joined = make_session (chains[index].build, n_elems, n_threads, TRUE);
  double apart_us[N_TURNS];
  double joined_us[N_TURNS];
  double ratios[N_TURNS];

  take_turn (apart);
  take_turn (joined);
  for (guint turn = 0; turn < N_TURNS; turn++) {
    apart_us[turn] = take_turn (apart);
    joined_us[turn] = take_turn (joined);
    ratios[turn] = apart_us[turn] / joined_us[turn];
  }
  g_print ("%-24s %10" G_GSIZE_FORMAT " %8u %10.1f %10.1f %8.2f\n", chains[index].name, n_elems,
           n_threads, koma_quantile (apart_us, N_TURNS, 0.5),
           koma_quantile (joined_us, N_TURNS, 0.5), koma_quantile (ratios, N_TURNS, 0.5));
}

int
main (int    argc,
      char **argv)
{
  static const gsize usual[] = { 10000, 100000, 1000000, 10000000 };
  const guint        n_sizes = argc > 1 ? (guint) argc - 1 : G_N_ELEMENTS (usual);

  g_print ("%-24s %10s %8s %10s %10s %8s\n", "steps", "elements", "threads", "apart µs",
           "joined µs", "ratio");
  for (guint i = 0; i < G_N_ELEMENTS (chains); i++)
    for (guint k = 0; k < n_sizes; k++)
      for (guint n_threads = 1; n_threads <= 2; n_threads++)
        compare (i, argc > 1 ? g_ascii_strtoull (argv[k + 1], NULL, 10) : usual[k], n_threads);
  return 0;
}
