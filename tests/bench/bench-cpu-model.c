/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A whole model on the backends cpu (at each level of this CPU) and xnnpack,
 * turn by turn in one run, so that what else the machine does hits all alike.
 *
 *   bench-cpu-model [--batch 8] [--threads 2] [--side 96] [--profile] [MODEL]
 *
 * Without MODEL: MobileNetV2 1.0 with noise for weights. With --level, XNNPACK computes at that
 * level too, otherwise at the best that it knows. Shares are of what this machine can do at most,
 * measured in the same turns: of its multiply-adds at a level, and of what it reads from memory. An
 * op's operands may lie in a cache, so that the latter can be above 100 %.
 */
#include "engine/backends/cpu/kernels/kernels.h"
#include "engine/model/model.h"
#include "engine/runtime/quantile.h"
#include "engine/runtime/session.h"
#include "machine-limits.h"
#include "mobilenet-v2.h"
#include "xnnpack-level.h"

typedef struct
{
  const char  *backend;
  const char  *level; /* NULL: of XNNPACK, the best */
  KomaSession *session;
  GArray      *elapsed_us; /* double */
  BenchLimits  limits;
} Contender;

static gint     option_batch = 1;
static gint     option_threads = 1;
static gint     option_side = 0;
static gint     option_rounds = 40;
static char    *option_level = NULL;
static gboolean option_profile = FALSE;

static const GOptionEntry options[] = {
  { "side", 0, 0, G_OPTION_ARG_INT, &option_side, "Picture side", "N" },
  { "batch", 0, 0, G_OPTION_ARG_INT, &option_batch, "Pictures at a time", "N" },
  { "threads", 0, 0, G_OPTION_ARG_INT, &option_threads, "Threads", "N" },
  { "level", 0, 0, G_OPTION_ARG_STRING, &option_level, "Only this level of cpu", "NAME" },
  { "profile", 0, 0, G_OPTION_ARG_NONE, &option_profile, "Steps of cpu, as comma-separated lines",
    NULL },
  { "rounds", 0, 0, G_OPTION_ARG_INT, &option_rounds, "Turns of each", "N" },
  { NULL },
};

static gboolean
contender_init (Contender       *contender,
                const KomaGraph *graph,
                KomaThreads     *threads,
                GError         **error)
{
  const KomaShape          shape = KOMA_SHAPE (option_batch, option_side, option_side, 3);
  const KomaSessionOptions session_options = {
    .backend = contender->backend,
    .batch = option_batch,
    .n_threads = option_threads,
    .cpu_level = contender->level,
    .input_shapes = option_side > 0 ? &shape : NULL,
    .n_input_shapes = option_side > 0 ? 1 : 0,
  };

  if (!koma_cpu_kernels_choose (contender->level, error))
    return FALSE;
  bench_limits_init (&contender->limits,
                     contender->level != NULL ? contender->level : koma_cpu_kernels_get_level (),
                     threads, option_threads);
  contender->session = koma_session_new (graph, &session_options, error);
  contender->elapsed_us = g_array_new (FALSE, FALSE, sizeof (double));
  return contender->session != NULL;
}

static void
contender_clear (Contender *contender)
{
  g_clear_pointer (&contender->session, koma_session_free);
  g_clear_pointer (&contender->elapsed_us, g_array_unref);
  bench_limits_clear (&contender->limits);
}

static void
fill_input (KomaSession *session)
{
  const KomaValue *value = koma_session_get_input (session, 0);
  float           *data = koma_session_get_input_data (session, 0);

  if (value->dtype == KOMA_DTYPE_FLOAT32)
    for (gsize i = 0; i < koma_shape_count (&value->shape); i++)
      data[i] = g_random_double_range (-1, 1);
}

/* Runs for some 20 ms; each counts by itself, as on a busy machine only the
 * fastest says what the code can do. */
static gboolean
take_turn (Contender *contender,
           GError   **error)
{
  gint64 end = 0;

  bench_limits_measure (&contender->limits);
  end = g_get_monotonic_time () + 20000;
  do {
    const gint64 begin = g_get_monotonic_time ();
    double       elapsed_us = 0;

    if (!koma_session_run (contender->session, error))
      return FALSE;
    elapsed_us = g_get_monotonic_time () - begin;
    g_array_append_val (contender->elapsed_us, elapsed_us);
  } while (g_get_monotonic_time () < end);
  return TRUE;
}

static double
find_quantile (Contender *contender,
               double     quantile)
{
  return koma_quantile ((double *) contender->elapsed_us->data, contender->elapsed_us->len,
                        quantile);
}

static gboolean
run_all (Contender *contenders,
         guint      n_contenders,
         GError   **error)
{
  for (gint round = 0; round < option_rounds; round++)
    for (guint i = 0; i < n_contenders; i++)
      if (contenders[i].session != NULL && !take_turn (&contenders[i], error))
        return FALSE;
  return TRUE;
}

/* Of the matrix products and convolutions of a run; a multiply-add is two. */
static double
count_flops (const KomaGraph *graph)
{
  double flops = 0;

  for (guint i = 0; i < koma_graph_get_n_nodes (graph); i++) {
    const KomaNode  *node = koma_graph_get_node (graph, i);
    const KomaShape *out = &koma_node_output (graph, node, 0)->shape;
    const KomaShape *weights = node->n_inputs > 1 ? &koma_node_input (graph, node, 1)->shape : NULL;

    if (node->op == KOMA_OP_CONV_2D || node->op == KOMA_OP_MAT_MUL)
      flops += 2.0 * koma_shape_count (out) * koma_shape_count (weights) / out->dims[out->rank - 1];
    else if (node->op == KOMA_OP_DEPTHWISE_CONV_2D)
      flops += 2.0 * koma_shape_count (out) * weights->dims[0] * weights->dims[1];
  }
  return flops;
}

/* Of the operands of all ops of a run. */
static double
count_bytes (const KomaGraph *graph)
{
  double bytes = 0;

  for (guint i = 0; i < koma_graph_get_n_nodes (graph); i++) {
    const KomaNode *node = koma_graph_get_node (graph, i);

    for (guint j = 0; j < node->n_inputs; j++)
      bytes += koma_value_get_bytes (koma_node_input (graph, node, j));
    for (guint j = 0; j < node->n_outputs; j++)
      bytes += koma_value_get_bytes (koma_node_output (graph, node, j));
  }
  return bytes;
}

static void
print_result (Contender *contender,
              double     reference_us)
{
  const KomaGraph   *graph = koma_session_get_graph (contender->session);
  const BenchLimits *limits = &contender->limits;
  const double       us = find_quantile (contender, 0);

  g_print ("%-8s %-9s %9.0f %9.0f %9.2f %8.1f %7.0f %7.1f %7.0f\n", contender->backend,
           contender->level != NULL ? contender->level : "", us, find_quantile (contender, 0.5),
           reference_us > 0 ? us / reference_us : 0, limits->gflops,
           100 * 1e-3 * count_flops (graph) / us / limits->gflops, limits->gbytes,
           100 * 1e-3 * count_bytes (graph) / us / limits->gbytes);
}

static void
print_results (Contender *contenders,
               guint      n_contenders)
{
  Contender   *reference = &contenders[n_contenders - 1];
  const double best = reference->session != NULL ? find_quantile (reference, 0) : 0;

  g_print ("%-8s %-9s %9s %9s %9s %8s %7s %7s %7s\n", "backend", "level", "min µs", "median",
           "× xnnpack", "GFLOP/s", "% of it", "GB/s", "% of it");
  for (guint i = 0; i < n_contenders; i++)
    if (contenders[i].session != NULL)
      print_result (&contenders[i], best);
}

/* The median of each step. */
static gboolean
profile (Contender *contender,
         GError   **error)
{
  guint n_timed = 0;

  koma_session_set_profiling (contender->session, TRUE);
  for (gint i = 0; i < option_rounds; i++)
    if (!koma_session_run (contender->session, error))
      return FALSE;
  for (guint i = 0; i < koma_session_get_n_steps (contender->session); i++) {
    const KomaNode  *node = koma_session_get_step (contender->session, i).node;
    const KomaShape *shape =
      &koma_node_output (koma_session_get_graph (contender->session), node, 0)->shape;
    g_autofree char *text = koma_shape_to_string (shape);

    g_print ("%s,%s,\"%s\",%.1f\n", contender->level, koma_op_get_name (node->op), text,
             1e3 * koma_session_get_time (contender->session, i, &n_timed).median_ms);
  }
  return TRUE;
}

static KomaGraph *
load_graph (const char *path, /* (nullable) */
            GError    **error)
{
  g_autoptr (KomaModel) model = NULL;

  if (path == NULL)
    return make_mobilenet_v2 (option_side > 0 ? option_side : 224, 1000, error);
  model = koma_model_load (path, NULL, NULL, NULL, error);
  return model != NULL ? koma_graph_copy (koma_model_get_graph (model)) : NULL;
}

int
main (int    argc,
      char **argv)
{
  g_autoptr (GOptionContext) context = g_option_context_new ("MODEL");
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaGraph) graph = NULL;
  g_autoptr (KomaThreads) threads = NULL;
  Contender contenders[] = {
    { "cpu", "avx512" },
    { "cpu", "avx2" },
    { "cpu", "baseline" },
    { "xnnpack", NULL },
  };

  g_option_context_add_main_entries (context, options, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error)) {
    g_printerr ("%s\n", error->message);
    return 2;
  }
  graph = load_graph (argc > 1 ? argv[1] : NULL, &error);
  if (graph == NULL) {
    g_printerr ("%s\n", error->message);
    return 2;
  }
  threads = koma_threads_new (option_threads);
  if (option_level != NULL) {
    bench_limit_xnnpack (option_level);
    contenders[G_N_ELEMENTS (contenders) - 1].level = option_level;
  }
  for (guint i = 0; i < G_N_ELEMENTS (contenders); i++) {
    g_autoptr (GError) reason = NULL;

    if (option_level != NULL && !g_str_equal (option_level, contenders[i].level))
      continue;
    if (contender_init (&contenders[i], graph, threads, &reason))
      fill_input (contenders[i].session);
    else
      g_printerr ("%s: %s\n", contenders[i].backend, reason->message);
  }
  if (!run_all (contenders, G_N_ELEMENTS (contenders), &error))
    g_printerr ("%s\n", error->message);
  for (guint i = 0; option_profile && i + 1 < G_N_ELEMENTS (contenders); i++)
    if (contenders[i].session != NULL && !profile (&contenders[i], &error))
      g_printerr ("%s\n", error->message);
  g_print ("batch %d, %d thread(s)\n", option_batch, option_threads);
  print_results (contenders, G_N_ELEMENTS (contenders));
  for (guint i = 0; i < G_N_ELEMENTS (contenders); i++)
    contender_clear (&contenders[i]);
  return error != NULL ? 1 : 0;
}
