/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What a session costs beside XNNPACK itself: MobileNetV2 1.0, once through
 * Koma's backend and once built by hand on XNNPACK's subgraph API, turn by
 * turn in one run, at batch 1 and 8, with 1 and 2 threads.
 *
 *   bench-overhead [SIDE]     224 if not given
 */
#include <math.h>
#include <stdlib.h>
#include <xnnpack.h>

#include "engine/runtime/quantile.h"
#include "engine/runtime/session.h"
#include "mobilenet-v2-stages.h"
#include "mobilenet-v2.h"

#define N_CLASSES 1000
#define N_TURNS   10
#define TURN_US   100000

typedef struct
{
  xnn_subgraph_t subgraph;
  xnn_runtime_t  runtime;
  pthreadpool_t  threads;
  GPtrArray     *weights; /* float * */
  float         *in;      /* [batch, side, side, 3] */
  float         *out;     /* [batch, N_CLASSES] */
  size_t         batch;
  size_t         side; /* of the value below */
  size_t         c;
  uint32_t       value;
} Direct;

static void
check (enum xnn_status status)
{
  if (status != xnn_status_success)
    g_error ("XNNPACK: status %d", (int) status);
}

static float *
make_noise (Direct *direct,
            gsize   count,
            gsize   fan_in)
{
  float *data = g_malloc ((count * sizeof (float)) + XNN_EXTRA_BYTES);

  for (gsize i = 0; i < count; i++)
    data[i] = sqrtf (6.0f / fan_in) * g_random_double_range (-1, 1);
  g_ptr_array_add (direct->weights, data);
  return data;
}

static uint32_t
define (Direct       *direct,
        size_t        rank,
        const size_t *dims,
        const float  *data,
        uint32_t      external_id,
        uint32_t      flags)
{
  uint32_t id = XNN_INVALID_VALUE_ID;

  check (xnn_define_tensor_value (direct->subgraph, xnn_datatype_fp32, rank, dims, data,
                                  external_id, flags, &id));
  return id;
}

static uint32_t
define_picture (Direct *direct)
{
  return define (direct, 4, (size_t[]){ direct->batch, direct->side, direct->side, direct->c },
                 NULL, XNN_INVALID_VALUE_ID, 0);
}

static uint32_t
define_bias (Direct *direct,
             size_t  c)
{
  return define (direct, 1, &c, make_noise (direct, c, 100), XNN_INVALID_VALUE_ID, 0);
}

static void
conv (Direct  *direct,
      size_t   kernel,
      size_t   stride,
      size_t   out_c,
      gboolean has_relu6)
{
  size_t   in_c = direct->c;
  uint32_t input = direct->value;
  gsize    fan_in = kernel * kernel * in_c;
  uint32_t filter = define (direct, 4, (size_t[]){ out_c, kernel, kernel, in_c },
                            make_noise (direct, fan_in * out_c, fan_in), XNN_INVALID_VALUE_ID, 0);
  uint32_t bias = define_bias (direct, out_c);
  /* SAME at an even size and stride 2 pads below and on the right. */
  uint32_t before = kernel == 3 && stride == 1;
  uint32_t after = kernel == 3;

  direct->side = (direct->side + stride - 1) / stride;
  direct->c = out_c;
  direct->value = define_picture (direct);
  check (xnn_define_convolution_2d (direct->subgraph, before, after, after, before, kernel, kernel,
                                    stride, stride, 1, 1, 1, in_c, out_c,
                                    has_relu6 ? 0 : -INFINITY, has_relu6 ? 6 : INFINITY,
                                    input, filter, bias, direct->value, 0));
}

static void
depthwise (Direct *direct,
           size_t  stride)
{
  uint32_t input = direct->value;
  uint32_t filter = define (direct, 4, (size_t[]){ 1, 3, 3, direct->c },
                            make_noise (direct, 9 * direct->c, 9), XNN_INVALID_VALUE_ID, 0);
  uint32_t bias = define_bias (direct, direct->c);
  uint32_t before = stride == 1 || direct->side % 2 == 1;

  direct->side = (direct->side + stride - 1) / stride;
  direct->value = define_picture (direct);
  check (xnn_define_depthwise_convolution_2d (direct->subgraph, before, 1, 1, before, 3, 3,
                                              stride, stride, 1, 1, 1, direct->c, 0, 6,
                                              input, filter, bias, direct->value, 0));
}

static void
block (Direct *direct,
       size_t  expansion,
       size_t  stride,
       size_t  out_c)
{
  uint32_t input = direct->value;
  size_t   in_c = direct->c;

  if (expansion > 1)
    conv (direct, 1, 1, in_c * expansion, TRUE);
  depthwise (direct, stride);
  conv (direct, 1, 1, out_c, FALSE);
  if (stride == 1 && in_c == out_c) {
    uint32_t sum = define_picture (direct);
    check (xnn_define_add2 (direct->subgraph, -INFINITY, INFINITY, input, direct->value, sum, 0));
    direct->value = sum;
  }
}

static void
head (Direct *direct)
{
  uint32_t pooled = define (direct, 4, (size_t[]){ direct->batch, 1, 1, direct->c }, NULL,
                            XNN_INVALID_VALUE_ID, 0);
  uint32_t flat = define (direct, 2, (size_t[]){ direct->batch, direct->c }, NULL,
                          XNN_INVALID_VALUE_ID, 0);
  uint32_t filter = define (direct, 2, (size_t[]){ N_CLASSES, direct->c },
                            make_noise (direct, N_CLASSES * direct->c, direct->c),
                            XNN_INVALID_VALUE_ID, 0);
  uint32_t bias = define_bias (direct, N_CLASSES);
  uint32_t logits = define (direct, 2, (size_t[]){ direct->batch, N_CLASSES }, NULL,
                            XNN_INVALID_VALUE_ID, 0);
  uint32_t scores = define (direct, 2, (size_t[]){ direct->batch, N_CLASSES }, NULL, 1,
                            XNN_VALUE_FLAG_EXTERNAL_OUTPUT);

  check (xnn_define_global_average_pooling_2d (direct->subgraph, -INFINITY, INFINITY,
                                               direct->value, pooled, 0));
  check (xnn_define_static_reshape (direct->subgraph, 2, (size_t[]){ direct->batch, direct->c },
                                    pooled, flat, 0));
  check (xnn_define_fully_connected (direct->subgraph, -INFINITY, INFINITY, flat, filter, bias,
                                     logits, 0));
  check (xnn_define_softmax (direct->subgraph, logits, scores, 0));
}

static void
direct_init (Direct *direct,
             size_t  side,
             size_t  batch,
             size_t  n_threads)
{
  gsize n_in = batch * side * side * 3;

  *direct = (Direct){ .batch = batch, .side = side, .c = 3 };
  direct->weights = g_ptr_array_new_with_free_func (g_free);
  direct->in = make_noise (direct, n_in, 6);
  direct->out = make_noise (direct, batch * N_CLASSES, 6);
  direct->threads = n_threads > 1 ? pthreadpool_create (n_threads) : NULL;
  check (xnn_initialize (NULL));
  check (xnn_create_subgraph (2, 0, &direct->subgraph));
  direct->value = define (direct, 4, (size_t[]){ batch, side, side, 3 }, NULL, 0,
                          XNN_VALUE_FLAG_EXTERNAL_INPUT);
  conv (direct, 3, 2, 32, TRUE);
  for (guint i = 0; i < G_N_ELEMENTS (mobilenet_v2_stages); i++)
    for (size_t repeat = 0; repeat < mobilenet_v2_stages[i].n_repeats; repeat++)
      block (direct, mobilenet_v2_stages[i].expansion,
             repeat == 0 ? mobilenet_v2_stages[i].stride : 1, mobilenet_v2_stages[i].out_c);
  conv (direct, 1, 1, 1280, TRUE);
  head (direct);
  check (xnn_create_runtime_v2 (direct->subgraph, direct->threads, 0, &direct->runtime));
  check (xnn_setup_runtime (
    direct->runtime, 2, (struct xnn_external_value[]){ { 0, direct->in }, { 1, direct->out } }));
}

static void
direct_clear (Direct *direct)
{
  xnn_delete_runtime (direct->runtime);
  xnn_delete_subgraph (direct->subgraph);
  g_clear_pointer (&direct->threads, pthreadpool_destroy);
  g_ptr_array_unref (direct->weights);
}

static KomaSession *
make_session (guint side,
              guint batch,
              guint n_threads)
{
  const KomaSessionOptions options = { .backend = "xnnpack",
                                       .batch = batch,
                                       .n_threads = n_threads };
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaGraph) graph = make_mobilenet_v2 (side, N_CLASSES, &error);
  KomaSession *session = graph != NULL ? koma_session_new (graph, &options, &error) : NULL;
  float       *in = NULL;

  if (session == NULL)
    g_error ("%s", error->message);
  in = koma_session_get_input_data (session, 0);
  for (gsize i = 0; i < (gsize) batch * side * side * 3; i++)
    in[i] = g_random_double_range (-1, 1);
  return session;
}

/* Some runs of one, then some of the other: pthreadpool's helpers go on
 * spinning for a while after a run, and would take a core from whoever came
 * next if the two changed at every run. */
static void
take_turns (KomaSession *session,
            Direct      *direct,
            GArray      *koma_us,
            GArray      *direct_us)
{
  for (guint turn = 0; turn < N_TURNS; turn++)
    for (guint who = 0; who < 2; who++) {
      const gint64 end = g_get_monotonic_time () + TURN_US;

      while (g_get_monotonic_time () < end) {
        const gint64 begin = g_get_monotonic_time ();
        double       elapsed_us = 0;

        if (who == 0)
          koma_session_run (session, NULL);
        else
          check (xnn_invoke_runtime (direct->runtime));
        elapsed_us = g_get_monotonic_time () - begin;
        g_array_append_val (who == 0 ? koma_us : direct_us, elapsed_us);
      }
    }
}

static double
find_quantile (GArray *elapsed_us,
               double  quantile)
{
  return koma_quantile ((double *) elapsed_us->data, elapsed_us->len, quantile);
}

static void
compare (guint side,
         guint batch,
         guint n_threads)
{
  g_autoptr (KomaSession) session = make_session (side, batch, n_threads);
  g_autoptr (GArray) koma_us = g_array_new (FALSE, FALSE, sizeof (double));
  g_autoptr (GArray) direct_us = g_array_new (FALSE, FALSE, sizeof (double));
  Direct direct = { 0 };

  direct_init (&direct, side, batch, n_threads);
  take_turns (session, &direct, koma_us, direct_us);
  direct_clear (&direct);
  g_print ("%5u %7u %12.0f %12.0f %8.3f %8.3f\n", batch, n_threads,
           find_quantile (koma_us, 0), find_quantile (direct_us, 0),
           find_quantile (koma_us, 0) / find_quantile (direct_us, 0),
           find_quantile (koma_us, 0.5) / find_quantile (direct_us, 0.5));
}

int
main (int    argc,
      char **argv)
{
  guint side = argc > 1 ? atoi (argv[1]) : 224;

  g_print ("MobileNetV2 1.0 %u\nbatch threads  Koma min µs  XNNPACK min    ratio   median's\n",
           side);
  for (guint batch = 1; batch <= 8; batch += 7)
    for (guint n_threads = 1; n_threads <= 2; n_threads++)
      compare (side, batch, n_threads);
  return 0;
}
