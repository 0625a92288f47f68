/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What a training step on `cpu` is made of, one op at a time, as ratios within one run: the
 * backward products of a convolution and of a dense layer against the forward ones, weights
 * that are inputs against constants, and what only moves memory against Relu.
 *
 *   bench-train-kernels [THREADS]
 */
#include "engine/graph/builder.h"
#include "engine/runtime/session.h"

#define BATCH 64

/* Appends an op; inputs of the graph come from new_input (). */
typedef KomaValueId (*Build) (KomaBuilder *builder);

typedef struct
{
  const char *name;
  Build       build;
  guint       against; /* which piece it is divided by */
} Piece;

static KomaValueId
new_input (KomaBuilder *builder,
           KomaShape    shape)
{
  return koma_graph_add_input (builder->graph, "x", KOMA_DTYPE_FLOAT32, &shape);
}

static KomaValueId
new_constant (KomaBuilder *builder,
              KomaShape    shape)
{
  g_autoptr (KomaArray) array = koma_array_new (KOMA_DTYPE_FLOAT32, &shape, NULL);

  for (gsize i = 0; i < array->count; i++)
    ((float *) array->data)[i] = (float) g_random_double_range (-1, 1);
  return koma_builder_array (builder, array);
}

static KomaAttrs *
window_attrs (gboolean is_pool)
{
  static const gint64 ones[] = { 1, 1, 1, 1 };
  static const gint64 twos[] = { 1, 2, 2, 1 };
  KomaAttrs          *attrs = koma_attrs_new ();

  koma_attrs_set_ints (attrs, "strides", is_pool ? twos : ones, 4);
  if (is_pool)
    koma_attrs_set_ints (attrs, "ksize", twos, 4);
  koma_attrs_set_string (attrs, "padding", is_pool ? "VALID" : "SAME");
  return attrs;
}

static KomaValueId
conv_constant (KomaBuilder *builder)
{
  return KOMA_BUILDER_NODE (builder, KOMA_OP_CONV_2D, window_attrs (FALSE),
                            new_input (builder, KOMA_SHAPE (BATCH, 14, 14, 32)),
                            new_constant (builder, KOMA_SHAPE (3, 3, 32, 64)));
}

static KomaValueId
conv (KomaBuilder *builder)
{
  return KOMA_BUILDER_NODE (builder, KOMA_OP_CONV_2D, window_attrs (FALSE),
                            new_input (builder, KOMA_SHAPE (BATCH, 14, 14, 32)),
                            new_input (builder, KOMA_SHAPE (3, 3, 32, 64)));
}

static KomaValueId
conv_filter (KomaBuilder *builder)
{
  return KOMA_BUILDER_NODE (builder, KOMA_OP_CONV_2D_BACKPROP_FILTER, window_attrs (FALSE),
                            new_input (builder, KOMA_SHAPE (BATCH, 14, 14, 32)),
                            koma_builder_shape (builder, KOMA_SHAPE (3, 3, 32, 64)),
                            new_input (builder, KOMA_SHAPE (BATCH, 14, 14, 64)));
}

static KomaValueId
conv_input (KomaBuilder *builder)
{
  return KOMA_BUILDER_NODE (builder, KOMA_OP_CONV_2D_BACKPROP_INPUT, window_attrs (FALSE),
                            koma_builder_shape (builder, KOMA_SHAPE (BATCH, 14, 14, 32)),
                            new_input (builder, KOMA_SHAPE (3, 3, 32, 64)),
                            new_input (builder, KOMA_SHAPE (BATCH, 14, 14, 64)));
}

static KomaValueId
stem (KomaBuilder *builder)
{
  return KOMA_BUILDER_NODE (builder, KOMA_OP_CONV_2D, window_attrs (FALSE),
                            new_input (builder, KOMA_SHAPE (BATCH, 28, 28, 1)),
                            new_input (builder, KOMA_SHAPE (3, 3, 1, 32)));
}

static KomaValueId
stem_filter (KomaBuilder *builder)
{
  return KOMA_BUILDER_NODE (builder, KOMA_OP_CONV_2D_BACKPROP_FILTER, window_attrs (FALSE),
                            new_input (builder, KOMA_SHAPE (BATCH, 28, 28, 1)),
                            koma_builder_shape (builder, KOMA_SHAPE (3, 3, 1, 32)),
                            new_input (builder, KOMA_SHAPE (BATCH, 28, 28, 32)));
}

static KomaValueId
dense_constant (KomaBuilder *builder)
{
  return koma_builder_mat_mul (builder, new_input (builder, KOMA_SHAPE (BATCH, 3136)),
                               new_constant (builder, KOMA_SHAPE (3136, 128)), FALSE, FALSE);
}

static KomaValueId
dense (KomaBuilder *builder)
{
  return koma_builder_mat_mul (builder, new_input (builder, KOMA_SHAPE (BATCH, 3136)),
                               new_input (builder, KOMA_SHAPE (3136, 128)), FALSE, FALSE);
}

static KomaValueId
dense_weights (KomaBuilder *builder)
{
  return koma_builder_mat_mul (builder, new_input (builder, KOMA_SHAPE (BATCH, 3136)),
                               new_input (builder, KOMA_SHAPE (BATCH, 128)), TRUE, FALSE);
}

static KomaValueId
dense_input (KomaBuilder *builder)
{
  return koma_builder_mat_mul (builder, new_input (builder, KOMA_SHAPE (BATCH, 128)),
                               new_input (builder, KOMA_SHAPE (3136, 128)), FALSE, TRUE);
}

static KomaValueId
relu (KomaBuilder *builder)
{
  return koma_builder_unary (builder, KOMA_OP_RELU,
                             new_input (builder, KOMA_SHAPE (BATCH, 28, 28, 32)));
}

static KomaValueId
product (KomaBuilder *builder)
{
  return koma_builder_binary (builder, KOMA_OP_MUL,
                              new_input (builder, KOMA_SHAPE (BATCH, 28, 28, 32)),
                              new_input (builder, KOMA_SHAPE (BATCH, 28, 28, 32)));
}

static KomaValueId
max_pool (KomaBuilder *builder)
{
  return KOMA_BUILDER_NODE (builder, KOMA_OP_MAX_POOL, window_attrs (TRUE),
                            new_input (builder, KOMA_SHAPE (BATCH, 28, 28, 32)));
}

static KomaValueId
max_pool_grad (KomaBuilder *builder)
{
  return KOMA_BUILDER_NODE (builder, KOMA_OP_MAX_POOL_GRAD, window_attrs (TRUE),
                            new_input (builder, KOMA_SHAPE (BATCH, 28, 28, 32)),
                            new_input (builder, KOMA_SHAPE (BATCH, 14, 14, 32)),
                            new_input (builder, KOMA_SHAPE (BATCH, 14, 14, 32)));
}

static KomaValueId
bias_gradient (KomaBuilder *builder)
{
  return koma_builder_reduce (builder, KOMA_OP_SUM,
                              new_input (builder, KOMA_SHAPE (BATCH, 28, 28, 32)), 7, FALSE);
}

static KomaValueId
dropout_numbers (KomaBuilder *builder)
{
  static const gint64 two = 2;
  const KomaShape     pair = koma_shape_make (1, &two);

  return KOMA_BUILDER_NODE (builder, KOMA_OP_RANDOM_UNIFORM, NULL,
                            koma_builder_shape (builder, KOMA_SHAPE (BATCH, 28, 28, 32)),
                            koma_graph_add_input (builder->graph, "seed", KOMA_DTYPE_INT32, &pair));
}

static const Piece pieces[] = {
  { "Conv2D 14×14×32 → 64, constant filter", conv_constant, 0 },
  { "Conv2D, filter is an input", conv, 0 },
  { "Conv2DBackpropFilter", conv_filter, 0 },
  { "Conv2DBackpropInput", conv_input, 0 },
  { "Conv2D 28×28×1 → 32", stem, 4 },
  { "Conv2DBackpropFilter", stem_filter, 4 },
  { "MatMul 64×3136 · 3136×128, constant", dense_constant, 6 },
  { "MatMul, weights are an input", dense, 6 },
  { "MatMul of the weights' gradient, aᵀ·b", dense_weights, 6 },
  { "MatMul of the input's gradient, a·bᵀ", dense_input, 6 },
  { "Relu 28×28×32", relu, 10 },
  { "Mul", product, 10 },
  { "MaxPool 2×2", max_pool, 10 },
  { "MaxPoolGrad", max_pool_grad, 10 },
  { "Sum over pixels and batch", bias_gradient, 10 },
  { "StatelessRandomUniform", dropout_numbers, 10 },
};

static void
fill_inputs (KomaSession *session)
{
  for (guint i = 0; i < koma_session_get_n_inputs (session); i++) {
    const KomaValue *value = koma_session_get_input (session, i);
    float           *data = koma_session_get_input_data (session, i);

    for (gsize k = 0; k < koma_shape_count (&value->shape); k++)
      if (value->dtype == KOMA_DTYPE_FLOAT32)
        data[k] = (float) g_random_double_range (-1, 1);
  }
}

static KomaSession *
make_session (const Piece *piece,
              guint        n_threads)
{
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  g_autoptr (GError) error = NULL;
  const KomaSessionOptions options = { .backend = "cpu", .n_threads = n_threads };
  KomaSession             *session = NULL;
  KomaBuilder              builder;

  koma_builder_init (&builder, graph, "piece");
  koma_graph_add_output (graph, "y", piece->build (&builder));
  if (!koma_builder_finish (&builder, &error) ||
      (session = koma_session_new (graph, &options, &error)) == NULL)
    g_error ("%s: %s", piece->name, error->message);
  fill_inputs (session);
  return session;
}

/* Milliseconds of the fastest run. Pieces take turns, so that the load of the computer meets
 * all of them alike. */
int
main (int    argc,
      char **argv)
{
  const guint  n_threads = argc > 1 ? (guint) g_ascii_strtoull (argv[1], NULL, 10) : 1;
  KomaSession *sessions[G_N_ELEMENTS (pieces)] = { NULL };
  double       best_ms[G_N_ELEMENTS (pieces)];

  for (guint i = 0; i < G_N_ELEMENTS (pieces); i++) {
    sessions[i] = make_session (&pieces[i], n_threads);
    best_ms[i] = G_MAXDOUBLE;
  }
  for (guint round = 0; round < 30; round++)
    for (guint i = 0; i < G_N_ELEMENTS (pieces); i++) {
      const gint64 begin = g_get_monotonic_time ();

      if (!koma_session_run (sessions[i], NULL))
        return 1;
      best_ms[i] = MIN (best_ms[i], (double) (g_get_monotonic_time () - begin) / 1e3);
    }
  g_print ("%u threads, batch of %d\n", n_threads, BATCH);
  for (guint i = 0; i < G_N_ELEMENTS (pieces); i++) {
    g_print ("%8.3f ms %6.2f  %s\n", best_ms[i], best_ms[i] / best_ms[pieces[i].against],
             pieces[i].name);
    koma_session_free (sessions[i]);
  }
  return 0;
}
