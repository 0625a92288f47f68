/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The convolutions of MobileNetV2 one by one, at a level of this CPU, beside
 * XNNPACK's at the same level in the same run.
 *
 *   bench-cpu-kernels [--side 224] [--batch 1] [--threads 1] [--level avx2]
 *
 * Shares are of what this machine can do at most, measured in between: of its multiply-adds at
 * that level, and of what it reads from memory. Operands that lie in a cache are faster.
 */
#include <math.h>

#include <pthreadpool.h>
#ifdef KOMA_HAVE_XNNPACK
#include <xnnpack.h>
#endif

#include "engine/backends/cpu/kernels/kernels.h"
#include "engine/backends/cpu/step.h"
#include "engine/runtime/memory.h"
#include "machine-limits.h"
#include "xnnpack-level.h"

typedef struct
{
  guint side; /* of the input, at 224 × 224 */
  guint in_c;
  guint out_c;
  guint kernel; /* depthwise where it is 3 and the stem is not meant */
  guint stride;
  guint n_times; /* in the network */
} Layer;

static const Layer layers[] = {
  { 224, 3, 32, 3, 2, 1 },
  { 112, 32, 32, 3, 1, 1 },
  { 112, 32, 16, 1, 1, 1 },
  { 112, 16, 96, 1, 1, 1 },
  { 112, 96, 96, 3, 2, 1 },
  { 56, 96, 24, 1, 1, 1 },
  { 56, 24, 144, 1, 1, 2 },
  { 56, 144, 144, 3, 1, 1 },
  { 56, 144, 24, 1, 1, 1 },
  { 56, 144, 144, 3, 2, 1 },
  { 28, 144, 32, 1, 1, 1 },
  { 28, 32, 192, 1, 1, 3 },
  { 28, 192, 192, 3, 1, 2 },
  { 28, 192, 32, 1, 1, 2 },
  { 28, 192, 192, 3, 2, 1 },
  { 14, 192, 64, 1, 1, 1 },
  { 14, 64, 384, 1, 1, 4 },
  { 14, 384, 384, 3, 1, 4 },
  { 14, 384, 64, 1, 1, 3 },
  { 14, 384, 96, 1, 1, 1 },
  { 14, 96, 576, 1, 1, 3 },
  { 14, 576, 576, 3, 1, 2 },
  { 14, 576, 96, 1, 1, 2 },
  { 14, 576, 576, 3, 2, 1 },
  { 7, 576, 160, 1, 1, 1 },
  { 7, 160, 960, 1, 1, 3 },
  { 7, 960, 960, 3, 1, 3 },
  { 7, 960, 160, 1, 1, 2 },
  { 7, 960, 320, 1, 1, 1 },
  { 7, 320, 1280, 1, 1, 1 },
  { 1, 1280, 1001, 1, 1, 1 },
};

typedef struct
{
  guint        batch;
  guint        side; /* of this layer's input */
  guint        out_side;
  const Layer *layer;
  const char  *level;
  guint        n_threads;
  KomaThreads *threads;
  gboolean     is_depthwise;
  float       *in;
  float       *out;
  float       *filter;
  float       *bias;
} Job;

static gint  option_side = 224;
static gint  option_batch = 1;
static gint  option_threads = 1;
static char *option_level = NULL;

static const GOptionEntry options[] = {
  { "side", 0, 0, G_OPTION_ARG_INT, &option_side, "Picture side in pixels", "N" },
  { "batch", 0, 0, G_OPTION_ARG_INT, &option_batch, "Pictures at a time", "N" },
  { "threads", 0, 0, G_OPTION_ARG_INT, &option_threads, "Threads", "N" },
  { "level", 0, 0, G_OPTION_ARG_STRING, &option_level, "baseline, avx2 or avx512", "NAME" },
  { NULL },
};

static float *
make_data (gsize count)
{
  float *data = koma_memory_alloc (count * sizeof (float), NULL);

  g_assert (data != NULL);
  for (gsize i = 0; i < count; i++)
    data[i] = g_random_double_range (-1, 1);
  return data;
}

static double
job_madds (const Job *job)
{
  const Layer *layer = job->layer;

  return (double) job->batch * job->out_side * job->out_side * layer->out_c *
         layer->kernel * layer->kernel * (job->is_depthwise ? 1 : layer->in_c);
}

/* Of its operands. */
static double
job_bytes (const Job *job)
{
  const Layer *layer = job->layer;
  const gsize  n_taps = layer->kernel * layer->kernel;
  const gsize  in = (gsize) job->batch * job->side * job->side * layer->in_c;
  const gsize  out = (gsize) job->batch * job->out_side * job->out_side * layer->out_c;

  return sizeof (float) *
         (in + out + n_taps * layer->out_c * (job->is_depthwise ? 1 : layer->in_c) + layer->out_c);
}

typedef void (*RunFunc) (gpointer data);

/* Microseconds of the fastest of many runs, in about 60 ms. */
static double
measure (RunFunc  run,
         gpointer data)
{
  const gint64 begin = g_get_monotonic_time ();
  double       best = G_MAXDOUBLE;

  run (data);
  while (g_get_monotonic_time () - begin < 60000) {
    const guint  n_runs = 4;
    const gint64 start = g_get_monotonic_time ();

    for (guint i = 0; i < n_runs; i++)
      run (data);
    best = MIN (best, (double) (g_get_monotonic_time () - start) / n_runs);
  }
  return best;
}

static void
run_step (gpointer data)
{
  (void) koma_cpu_step_run (data, NULL);
}

static KomaValueId
add_constant (KomaGraph       *graph,
              const KomaShape *shape,
              const float     *data)
{
  return koma_graph_add_constant (
    graph, "constant", koma_array_new_from_data (KOMA_DTYPE_FLOAT32, shape, data, NULL));
}

static KomaNode *
add_node (KomaGraph *graph,
          const Job *job)
{
  const Layer    *layer = job->layer;
  const gint64    size = layer->kernel;
  const KomaShape in_shape = KOMA_SHAPE (job->batch, job->side, job->side, layer->in_c);
  const KomaShape bias_shape = KOMA_SHAPE (layer->out_c);
  const KomaShape filter_shape =
    KOMA_SHAPE (size, size, layer->in_c, job->is_depthwise ? 1 : layer->out_c);
  const KomaValueId inputs[] = {
    koma_graph_add_input (graph, "in", KOMA_DTYPE_FLOAT32, &in_shape),
    add_constant (graph, &filter_shape, job->filter),
    add_constant (graph, &bias_shape, job->bias),
  };
  KomaNode *node = koma_graph_add_node (
    graph, job->is_depthwise ? KOMA_OP_DEPTHWISE_CONV_2D : KOMA_OP_CONV_2D, "node",
    inputs, G_N_ELEMENTS (inputs), NULL, NULL);
  KomaValue  *out = koma_node_output (graph, node, 0);
  const guint before = size == 3 && layer->stride == 1 ? 1 : 0;
  const guint after = size == 3 ? 1 : 0;

  out->dtype = KOMA_DTYPE_FLOAT32;
  out->shape = KOMA_SHAPE (job->batch, job->out_side, job->out_side, layer->out_c);
  node->clamp = (KomaClamp){ 0, 6 };
  node->params.window = (KomaWindow2D){
    .kernel_h = size,
    .kernel_w = size,
    .stride_h = layer->stride,
    .stride_w = layer->stride,
    .dilation_h = 1,
    .dilation_w = 1,
    .groups = 1,
    .padding = { before, before, after, after },
  };
  return node;
}

static double
measure_koma (const Job *job)
{
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  const KomaSegmentSpec spec = {
    .graph = graph,
    .threads = job->threads,
    .n_threads = job->n_threads,
    .cpu_level = job->level,
  };
  gconstpointer in[] = { job->in, job->filter, job->bias };
  gpointer      out[] = { job->out };
  g_autoptr (KomaArena) arena = koma_arena_new (0);
  KomaCpuStep step = {
    .spec = &spec, .node = add_node (graph, job), .in = in, .out = out, .arena = arena
  };
  double elapsed_us = 0;

  if (job->is_depthwise)
    g_assert_true (koma_cpu_depthwise_conv_2d_prepare (&step, NULL));
  else
    g_assert_true (koma_cpu_conv_2d_prepare (&step, NULL));
  elapsed_us = measure (run_step, &step);
  step.free_data (step.data);
  return elapsed_us;
}

#ifdef KOMA_HAVE_XNNPACK
static uint32_t
define_value (xnn_subgraph_t subgraph,
              size_t         rank,
              const size_t  *dims,
              const void    *data,
              uint32_t       external_id)
{
  const uint32_t flags = external_id == 0   ? XNN_VALUE_FLAG_EXTERNAL_INPUT
                         : external_id == 1 ? XNN_VALUE_FLAG_EXTERNAL_OUTPUT
                                            : 0;
  uint32_t       id = XNN_INVALID_VALUE_ID;

  g_assert (xnn_define_tensor_value (subgraph, xnn_datatype_fp32, rank, dims, data,
                                     external_id, flags, &id) == xnn_status_success);
  return id;
}

static void
define_layer (xnn_subgraph_t subgraph,
              const Job     *job)
{
  const Layer   *layer = job->layer;
  const size_t   size = layer->kernel;
  const size_t   stride = layer->stride;
  const size_t   in_dims[] = { job->batch, job->side, job->side, layer->in_c };
  const size_t   out_dims[] = { job->batch, job->out_side, job->out_side, layer->out_c };
  const size_t   filter_dims[] = { job->is_depthwise ? 1 : layer->out_c, size, size, layer->in_c };
  const size_t   bias_dims[] = { layer->out_c };
  const uint32_t in = define_value (subgraph, 4, in_dims, NULL, 0);
  const uint32_t out = define_value (subgraph, 4, out_dims, NULL, 1);
  const uint32_t filter =
    define_value (subgraph, 4, filter_dims, job->filter, XNN_INVALID_VALUE_ID);
  const uint32_t bias = define_value (subgraph, 1, bias_dims, job->bias, XNN_INVALID_VALUE_ID);
  const uint32_t before = size == 3 && stride == 1 ? 1 : 0;
  const uint32_t after = size == 3 ? 1 : 0;

  if (job->is_depthwise)
    g_assert (xnn_define_depthwise_convolution_2d (subgraph, before, after, after, before, size,
                                                   size, stride, stride, 1, 1, 1, layer->in_c, 0, 6,
                                                   in, filter, bias, out, 0) == xnn_status_success);
  else
    g_assert (xnn_define_convolution_2d (subgraph, before, after, after, before, size, size,
                                         stride, stride, 1, 1, 1, layer->in_c, layer->out_c, 0, 6,
                                         in, filter, bias, out, 0) == xnn_status_success);
}

static void
run_xnnpack (gpointer data)
{
  xnn_invoke_runtime (data);
}

static double
measure_xnnpack (const Job *job)
{
  xnn_subgraph_t                  subgraph = NULL;
  xnn_runtime_t                   runtime = NULL;
  const struct xnn_external_value values[] = { { 0, job->in }, { 1, job->out } };
  double                          elapsed_us = 0;

  g_assert (xnn_initialize (NULL) == xnn_status_success);
  g_assert (xnn_create_subgraph (2, 0, &subgraph) == xnn_status_success);
  define_layer (subgraph, job);
  g_assert (xnn_create_runtime_v2 (subgraph, koma_threads_start_pool (job->threads), 0, &runtime) ==
            xnn_status_success);
  g_assert (xnn_setup_runtime (runtime, 2, values) == xnn_status_success);
  elapsed_us = measure (run_xnnpack, runtime);
  xnn_delete_runtime (runtime);
  xnn_delete_subgraph (subgraph);
  return elapsed_us;
}
#else
static double
measure_xnnpack (const Job *job)
{
  return NAN;
}
#endif

static void
job_init (Job         *job,
          const Layer *layer)
{
  const gsize n_taps = layer->kernel * layer->kernel;

  job->layer = layer;
  job->side = MAX (layer->side * option_side / 224, 1);
  job->out_side = (job->side + layer->stride - 1) / layer->stride;
  job->is_depthwise = layer->kernel == 3 && layer->in_c > 3;
  job->in = make_data ((gsize) job->batch * job->side * job->side * layer->in_c);
  job->out = make_data ((gsize) job->batch * job->out_side * job->out_side * layer->out_c);
  job->filter = make_data (n_taps * layer->out_c * (job->is_depthwise ? 1 : layer->in_c));
  job->bias = make_data (layer->out_c);
}

static void
job_clear (Job *job)
{
  koma_memory_free (job->in);
  koma_memory_free (job->out);
  koma_memory_free (job->filter);
  koma_memory_free (job->bias);
}

static void
print_row (const Job         *job,
           const double      *us, /* of Koma and XNNPACK */
           const BenchLimits *limits)
{
  const Layer *layer = job->layer;
  const double share = 100 * 2e-3 * job_madds (job) / limits->gflops;
  const double of_memory = 100 * 1e-3 * job_bytes (job) / limits->gbytes;

  g_print ("%5u %5u %5u %2u %2u %10.1f %8.1f %5.0f %5.0f %10.1f %8.1f %5.0f %6.2f\n", job->side,
           layer->in_c, layer->out_c, layer->kernel, layer->stride, us[0],
           2e-3 * job_madds (job) / us[0], share / us[0], of_memory / us[0], us[1],
           2e-3 * job_madds (job) / us[1], share / us[1], us[0] / us[1]);
}

static void
print_table (const Job *jobs,
             const double (*us)[2],
             const BenchLimits *limits)
{
  double totals[2] = { 0 };
  double flops = 0;

  g_print ("limits, measured in this run: %.1f GFLOP/s, %.1f GB/s from memory\n", limits->gflops,
           limits->gbytes);
  g_print ("%5s %5s %5s %2s %2s %10s %8s %5s %5s %10s %8s %5s %6s\n", "side", "in", "out", "k",
           "s", "koma µs", "GFLOP/s", "%", "% mem", "xnn µs", "GFLOP/s", "%", "ratio");
  for (guint i = 0; i < G_N_ELEMENTS (layers); i++) {
    print_row (&jobs[i], us[i], limits);
    totals[0] += us[i][0] * layers[i].n_times;
    totals[1] += us[i][1] * layers[i].n_times;
    flops += 2e-3 * job_madds (&jobs[i]) * layers[i].n_times;
  }
  g_print ("the network's convolutions: koma %.0f µs, %.0f %% of the limit; xnnpack %.0f µs, "
           "%.0f %%; ratio %.2f\n",
           totals[0], 100 * flops / totals[0] / limits->gflops, totals[1],
           100 * flops / totals[1] / limits->gflops, totals[0] / totals[1]);
}

int
main (int    argc,
      char **argv)
{
  g_autoptr (GOptionContext) context = g_option_context_new (NULL);
  g_autoptr (GError) error = NULL;
  const KomaCpuKernels *kernels = NULL;
  g_autoptr (KomaThreads) threads = NULL;
  BenchLimits limits = { 0 };
  Job         jobs[G_N_ELEMENTS (layers)] = { 0 };
  double      us[G_N_ELEMENTS (layers)][2] = { 0 };

  g_option_context_add_main_entries (context, options, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error) ||
      (kernels = koma_cpu_kernels_choose (option_level, &error)) == NULL) {
    g_printerr ("%s\n", error->message);
    return 2;
  }
  bench_limit_xnnpack (kernels->name);
  threads = koma_threads_new (option_threads);
  bench_limits_init (&limits, kernels->name, threads, option_threads);
  g_print ("level %s, %d thread(s), batch %d, %d×%d\n", kernels->name, option_threads,
           option_batch, option_side, option_side);
  for (guint i = 0; i < G_N_ELEMENTS (layers); i++) {
    jobs[i] = (Job){ .batch = option_batch,
                     .level = kernels->name,
                     .n_threads = option_threads,
                     .threads = threads };
    job_init (&jobs[i], &layers[i]);
    us[i][0] = measure_koma (&jobs[i]);
    us[i][1] = measure_xnnpack (&jobs[i]);
    bench_limits_measure (&limits);
    job_clear (&jobs[i]);
  }
  print_table (jobs, us, &limits);
  bench_limits_clear (&limits);
  return 0;
}
