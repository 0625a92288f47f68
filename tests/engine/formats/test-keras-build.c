/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Keras models built for training: weights are inputs of the graph, shapes are known, layers that
 * do something else while training do that. */
#include <math.h>

#include "engine/formats/json.h"
#include "engine/formats/keras/weight.h"
#include "engine/formats/keras/model.h"
#include "engine/runtime/session.h"
#include "tests/test-main.h"

typedef struct
{
  JsonNode        *topology;
  KomaKerasBuilder builder;
} Built;

static void
built_clear (Built *self)
{
  koma_keras_builder_clear (&self->builder);
  g_clear_pointer (&self->topology, json_node_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Built, built_clear)

/* @layers: with single quotes, behind an input layer of @input. */
static gboolean
build (Built      *self,
       const char *input,
       const char *layers,
       gboolean    is_training,
       GError    **error)
{
  g_autofree char *text = g_strdup_printf (
    "{'class_name': 'Sequential', 'config': {'name': 'm', 'layers': [{'class_name': 'InputLayer', "
    "'config': {'name': 'in', 'batch_input_shape': %s}}, %s]}}",
    input, layers);

  self->topology = koma_json_parse (g_strdelimit (text, "'", '"'), strlen (text), "test", error);
  g_assert_nonnull (self->topology);
  koma_keras_builder_init_building (&self->builder, NULL, 2, is_training);
  return koma_keras_build (&self->builder, koma_json_node_object (self->topology), error);
}

static void
assert_weight (const Built *self,
               guint        index,
               const char  *name,
               const char  *shape,
               const char  *fallback,
               gboolean     is_trainable)
{
  const KomaKerasMadeWeight *weight =
    &g_array_index (self->builder.weights_made, KomaKerasMadeWeight, index);
  const KomaValue *value = koma_graph_get_value (self->builder.nodes.graph, weight->value);
  g_autofree char *found = koma_shape_to_string (&weight->shape);

  g_assert_cmpuint (index, <, self->builder.weights_made->len);
  g_assert_cmpstr (weight->name, ==, name);
  g_assert_cmpstr (found, ==, shape);
  g_assert_cmpstr (weight->fallback, ==, fallback);
  g_assert_cmpint (weight->is_trainable, ==, is_trainable);
  g_assert_cmpuint (koma_graph_get_input (self->builder.nodes.graph, index + 1), ==, weight->value);
  g_assert_true (koma_shape_equal (&value->shape, &weight->shape));
}

static void
assert_output (const Built *self,
               const char  *shape)
{
  const KomaGraph *graph = self->builder.nodes.graph;
  const KomaValue *value = koma_graph_get_value (graph, koma_graph_get_output (graph, 0));
  g_autofree char *found = koma_shape_to_string (&value->shape);

  g_assert_cmpstr (found, ==, shape);
}

static void
test_weights (void)
{
  g_auto (Built) self = { 0 };
  g_autoptr (GError) error = NULL;

  build (&self, "[null, 8, 8, 2]",
         "{'class_name': 'Conv2D', 'config': {'name': 'c', 'filters': 4, 'kernel_size': [3, 2], "
         "'trainable': false}},"
         "{'class_name': 'DepthwiseConv2D', 'config': {'name': 'd', 'kernel_size': 3, "
         "'depth_multiplier': 2, 'padding': 'same'}},"
         "{'class_name': 'SeparableConv2D', 'config': {'name': 's', 'kernel_size': [1, 1], "
         "'filters': 5, 'use_bias': false}},"
         "{'class_name': 'Conv2DTranspose', 'config': {'name': 't', 'kernel_size': [2, 2], "
         "'filters': 3, 'strides': [2, 2]}},"
         "{'class_name': 'PReLU', 'config': {'name': 'p', 'shared_axes': [1, 2]}},"
         "{'class_name': 'Flatten', 'config': {'name': 'f'}},"
         "{'class_name': 'Dense', 'config': {'name': 'o', 'units': 7, 'kernel_initializer': "
         "{'class_name': 'HeNormal', 'config': {}}, 'kernel_regularizer': {'class_name': 'L1L2', "
         "'config': {'l1': 0.5}}}}",
         FALSE, &error);
  g_assert_no_error (error);
  assert_weight (&self, 0, "c/kernel", "[3,2,2,4]", "glorotUniform", FALSE);
  assert_weight (&self, 1, "c/bias", "[4]", "zeros", FALSE);
  assert_weight (&self, 2, "d/depthwise_kernel", "[3,3,4,2]", "glorotUniform", TRUE);
  assert_weight (&self, 3, "d/bias", "[8]", "zeros", TRUE);
  assert_weight (&self, 4, "s/depthwise_kernel", "[1,1,8,1]", "glorotUniform", TRUE);
  assert_weight (&self, 5, "s/pointwise_kernel", "[1,1,8,5]", "glorotUniform", TRUE);
  assert_weight (&self, 6, "t/kernel", "[2,2,3,5]", "glorotUniform", TRUE);
  assert_weight (&self, 7, "t/bias", "[3]", "zeros", TRUE);
  assert_weight (&self, 8, "p/alpha", "[1,1,3]", "zeros", TRUE);
  assert_weight (&self, 9, "o/kernel", "[504,7]", "glorotUniform", TRUE);
  assert_weight (&self, 10, "o/bias", "[7]", "zeros", TRUE);
  g_assert_cmpuint (self.builder.weights_made->len, ==, 11);
  assert_output (&self, "[2,7]");
  {
    const KomaKerasMadeWeight *kernel =
      &g_array_index (self.builder.weights_made, KomaKerasMadeWeight, 9);

    g_assert_cmpstr (
      koma_json_get_string (koma_json_node_object (kernel->initializer), "class_name"), ==,
      "HeNormal");
    g_assert_cmpstr (
      koma_json_get_string (koma_json_node_object (kernel->regularizer), "class_name"), ==, "L1L2");
  }
}

/* One layer, one model that is used twice: weights are there once. */
static void
test_shared (void)
{
  static const char text[] =
    "{'class_name': 'Model', 'config': {'name': 'm', 'layers': ["
    "{'class_name': 'InputLayer', 'name': 'a', 'config': {'name': 'a', 'batch_input_shape': "
    "[null, 3]}, 'inbound_nodes': []},"
    "{'class_name': 'InputLayer', 'name': 'b', 'config': {'name': 'b', 'batch_input_shape': "
    "[null, 3]}, 'inbound_nodes': []},"
    "{'class_name': 'Sequential', 'name': 's', 'config': {'name': 's', 'trainable': false, "
    "'layers': [{'class_name': 'Dense', 'config': {'name': 'd', 'units': 2}}]}, "
    "'inbound_nodes': [[['a', 0, 0, {}]], [['b', 0, 0, {}]]]},"
    "{'class_name': 'Add', 'name': 'p', 'config': {'name': 'p'}, 'inbound_nodes': "
    "[[['s', 0, 0, {}], ['s', 1, 0, {}]]]}],"
    "'input_layers': [['a', 0, 0], ['b', 0, 0]], 'output_layers': [['p', 0, 0]]}}";
  g_auto (Built) self = { 0 };
  g_autofree char *json = g_strdelimit (g_strdup (text), "'", '"');
  g_autoptr (GError) error = NULL;

  self.topology = koma_json_parse (json, strlen (json), "test", &error);
  g_assert_no_error (error);
  koma_keras_builder_init_building (&self.builder, NULL, 4, FALSE);
  koma_keras_build (&self.builder, koma_json_node_object (self.topology), &error);
  g_assert_no_error (error);
  g_assert_cmpuint (self.builder.weights_made->len, ==, 2);
  g_assert_false (g_array_index (self.builder.weights_made, KomaKerasMadeWeight, 0).is_trainable);
  assert_output (&self, "[4,2]");
}

static void
set_input (KomaSession *session,
           guint        index,
           const float *values)
{
  const KomaValue *value = koma_session_get_input (session, index);

  memcpy (koma_session_get_input_data (session, index), values,
          koma_shape_count (&value->shape) * sizeof *values);
}

static void
assert_gives (KomaSession *session,
              guint        index,
              const float *expected)
{
  const KomaValue *value = koma_session_get_output (session, index);
  const float     *found = koma_session_get_output_data (session, index);

  for (gsize i = 0; i < koma_shape_count (&value->shape); i++)
    g_assert_cmpfloat_with_epsilon (found[i], expected[i], 1e-5);
}

#define BATCH_NORMALIZATION(settings) \
  "{'class_name': 'BatchNormalization', 'config': {'name': 'b', 'epsilon': 0, " settings "}}"

static const float gamma_[] = { 2, 1 };
static const float beta_[] = { 1, 0 };
static const float mean_[] = { 3, 5 };
static const float variance_[] = { 4, 1 };

static KomaSession *
open_batch_normalization (Built      *self,
                          const char *layer,
                          gboolean    is_training)
{
  static const float x[] = { 1, 2, 3, 6 };
  const float       *inputs[] = { x, gamma_, beta_, mean_, variance_ };
  g_autoptr (GError) error = NULL;
  KomaSession *session = NULL;

  build (self, "[null, 2]", layer, is_training, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < self->builder.updates->len; i++)
    koma_graph_add_output (self->builder.nodes.graph, "update",
                           g_array_index (self->builder.updates, KomaKerasUpdate, i).update);
  session = koma_session_new (self->builder.nodes.graph, NULL, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < G_N_ELEMENTS (inputs); i++)
    set_input (session, i, inputs[i]);
  g_assert_true (koma_session_run (session, &error));
  return session;
}

static void
test_batch_normalization (void)
{
  g_auto (Built) self = { 0 };
  g_autoptr (KomaSession) session =
    open_batch_normalization (&self, BATCH_NORMALIZATION ("'momentum': 0.9"), FALSE);

  assert_weight (&self, 0, "b/gamma", "[2]", "ones", TRUE);
  assert_weight (&self, 1, "b/beta", "[2]", "zeros", TRUE);
  assert_weight (&self, 2, "b/moving_mean", "[2]", "zeros", FALSE);
  assert_weight (&self, 3, "b/moving_variance", "[2]", "ones", FALSE);
  g_assert_cmpuint (self.builder.updates->len, ==, 0);
  assert_gives (session, 0, (const float[]){ -1, -3, 1, 1 });
}

/* Batch: means 2 and 4, variances 1 and 4. */
static void
test_batch_normalization_training (void)
{
  g_auto (Built) self = { 0 };
  g_autoptr (KomaSession) session =
    open_batch_normalization (&self, BATCH_NORMALIZATION ("'momentum': 0.9"), TRUE);
  const KomaKerasUpdate *updates = (const KomaKerasUpdate *) self.builder.updates->data;

  assert_gives (session, 0, (const float[]){ -1, -1, 3, 1 });
  g_assert_cmpuint (self.builder.updates->len, ==, 2);
  g_assert_cmpuint (updates[0].value, ==, koma_graph_get_input (self.builder.nodes.graph, 3));
  g_assert_cmpuint (updates[1].value, ==, koma_graph_get_input (self.builder.nodes.graph, 4));
  assert_gives (session, 1, (const float[]){ 2.9f, 4.9f });
  assert_gives (session, 2, (const float[]){ 3.7f, 1.3f });
}

static void
test_batch_normalization_frozen (void)
{
  g_auto (Built) self = { 0 };
  g_autoptr (KomaSession) session =
    open_batch_normalization (&self, BATCH_NORMALIZATION ("'trainable': false"), TRUE);

  g_assert_cmpuint (self.builder.updates->len, ==, 0);
  assert_gives (session, 0, (const float[]){ -1, -3, 1, 1 });
}

/* Runs a layer on ones, as it trains, with a key. (transfer full) [n] */
static float *
run_noise (const char *layer,
           guint       n,
           gint32      seed)
{
  g_auto (Built) self = { 0 };
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaSession) session = NULL;
  g_autofree char *input = g_strdup_printf ("[1, 2, %u]", n / 2);

  build (&self, input, layer, TRUE, &error);
  g_assert_no_error (error);
  session = koma_session_new (self.builder.nodes.graph, NULL, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < n; i++)
    ((float *) koma_session_get_input_data (session, 0))[i] = 1;
  for (guint i = 0; i < self.builder.keys->len; i++)
    memcpy (koma_session_get_input_data (session, i + 1),
            (const gint32[]){ seed, (gint32) i }, 2 * sizeof (gint32));
  g_assert_true (koma_session_run (session, &error));
  return g_memdup2 (koma_session_get_output_data (session, 0), n * sizeof (float));
}

static void
get_moments (const float *values,
             guint        n,
             double      *ret_mean,
             double      *ret_deviation)
{
  double sum = 0;
  double squares = 0;

  for (guint i = 0; i < n; i++) {
    sum += values[i];
    squares += values[i] * values[i];
  }
  *ret_mean = sum / n;
  *ret_deviation = sqrt (squares / n - *ret_mean * *ret_mean);
}

#define N_NOISE 20000

/* A quarter is dropped, the rest is scaled up by 4/3; another key drops others. */
static void
test_dropout (void)
{
  const char       *layer = "{'class_name': 'Dropout', 'config': {'name': 'd', 'rate': 0.25}}";
  g_autofree float *values = run_noise (layer, N_NOISE, 1);
  g_autofree float *same = run_noise (layer, N_NOISE, 1);
  g_autofree float *others = run_noise (layer, N_NOISE, 2);
  double            mean = 0;
  double            deviation = 0;

  for (guint i = 0; i < N_NOISE; i++)
    g_assert_true (values[i] == 0 || fabs (values[i] - 4.0 / 3) < 1e-6);
  get_moments (values, N_NOISE, &mean, &deviation);
  g_assert_cmpfloat_with_epsilon (mean, 1, 0.03);
  g_assert_cmpmem (values, N_NOISE * sizeof (float), same, N_NOISE * sizeof (float));
  g_assert_cmpint (memcmp (values, others, N_NOISE * sizeof (float)), !=, 0);
}

/* Whole channels are dropped: both steps alike. */
static void
test_spatial_dropout (void)
{
  g_autofree float *values = run_noise (
    "{'class_name': 'SpatialDropout1D', 'config': {'name': 'd', 'rate': 0.5}}", N_NOISE, 1);
  guint n_dropped = 0;

  for (guint i = 0; i < N_NOISE / 2; i++) {
    g_assert_cmpfloat (values[i], ==, values[i + N_NOISE / 2]);
    n_dropped += values[i] == 0;
  }
  g_assert_cmpfloat_with_epsilon (n_dropped / (N_NOISE / 2.0), 0.5, 0.03);
}

static const struct
{
  const char *layer;
  double      mean;
  double      deviation;
} noises[] = {
  { "{'class_name': 'GaussianNoise', 'config': {'name': 'n', 'stddev': 0.5}}", 1, 0.5 },
  { "{'class_name': 'GaussianDropout', 'config': {'name': 'n', 'rate': 0.2}}", 1, 0.5 },
  /* a = 1 / sqrt (0.8 (1 + 0.2 α²)), α = -1.758: 0.8 a + b and what is dropped, α a + b */
  { "{'class_name': 'AlphaDropout', 'config': {'name': 'n', 'rate': 0.2}}", 0.7033, 0.9697 },
};

static void
test_noise (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (noises); i++) {
    g_autofree float *values = run_noise (noises[i].layer, N_NOISE, 1);
    double            mean = 0;
    double            deviation = 0;

    get_moments (values, N_NOISE, &mean, &deviation);
    g_assert_cmpfloat_with_epsilon (mean, noises[i].mean, 0.03);
    g_assert_cmpfloat_with_epsilon (deviation, noises[i].deviation, 0.03);
  }
}

typedef struct
{
  const char *name;
  const char *input;
  const char *layers;
  KomaError   code;
  const char *message;
} Refusal;

static const Refusal refusals[] = {
  { "no-units", "[null, 3]", "{'class_name': 'Dense', 'config': {'name': 'd'}}", KOMA_ERROR_MODEL,
    "Dense “d”: weight “d/kernel” has the shape [3,?]: a setting that says its size is missing" },
  { "same-name", "[null, 3]",
    "{'class_name': 'Dense', 'config': {'name': 'd', 'units': 2}},"
    "{'class_name': 'Dense', 'config': {'name': 'd', 'units': 2}}",
    KOMA_ERROR_MODEL, "Dense “d”: two weights are called “d/kernel”" },
  { "class", "[null, 3]", "{'class_name': 'Lambda', 'config': {'name': 'l'}}",
    KOMA_ERROR_UNSUPPORTED, "Lambda “l”: layers of this class are not supported" },
  { "forget-bias", "[null, 2, 3]",
    "{'class_name': 'LSTM', 'config': {'name': 'l', 'units': 2, 'unit_forget_bias': true, "
    "'bias_initializer': {'class_name': 'Ones', 'config': {}}}}",
    KOMA_ERROR_UNSUPPORTED, "LSTM “l”: unit_forget_bias with the initializer “Ones”" },
};

static void
test_refusal (gconstpointer data)
{
  const Refusal *refusal = data;
  g_auto (Built) self = { 0 };
  g_autoptr (GError) error = NULL;

  g_assert_false (build (&self, refusal->input, refusal->layers, FALSE, &error));
  g_assert_error (error, KOMA_ERROR, (int) refusal->code);
  g_assert_cmpstr (error->message, ==, refusal->message);
}

static gboolean
has_op (const Built *self,
        KomaOp       op)
{
  for (guint i = 0; i < koma_graph_get_n_nodes (self->builder.nodes.graph); i++)
    if (koma_graph_get_node (self->builder.nodes.graph, i)->op == op)
      return TRUE;
  return FALSE;
}

/* Layers of steps: loops are unrolled, so that there is a gradient; a state is kept by updates. */
static void
test_sequences (void)
{
  g_auto (Built) self = { 0 };
  g_autoptr (GError) error = NULL;

  build (&self, "[null, 4]",
         "{'class_name': 'Embedding', 'config': {'name': 'e', 'input_dim': 9, 'output_dim': 3, "
         "'mask_zero': true}},"
         "{'class_name': 'LayerNormalization', 'config': {'name': 'n', 'axis': -1}},"
         "{'class_name': 'LSTM', 'config': {'name': 'l', 'units': 5, 'stateful': true, "
         "'unit_forget_bias': true, 'bias_initializer': {'class_name': 'Zeros', 'config': {}}, "
         "'return_sequences': true}},"
         "{'class_name': 'Bidirectional', 'config': {'name': 'b', 'merge_mode': 'concat', 'layer': "
         "{'class_name': 'GRU', 'config': {'name': 'g', 'units': 2, 'reset_after': true, "
         "'return_sequences': true}}}},"
         "{'class_name': 'Conv1D', 'config': {'name': 'c', 'filters': 6, 'kernel_size': [3], "
         "'padding': 'causal'}},"
         "{'class_name': 'TimeDistributed', 'config': {'name': 't', 'layer': {'class_name': "
         "'Dense', 'config': {'name': 'd', 'units': 7}}}}",
         FALSE, &error);
  g_assert_no_error (error);
  assert_weight (&self, 0, "e/embeddings", "[9,3]", "randomUniform", TRUE);
  assert_weight (&self, 1, "n/gamma", "[3]", "ones", TRUE);
  assert_weight (&self, 2, "n/beta", "[3]", "zeros", TRUE);
  assert_weight (&self, 3, "l/kernel", "[3,20]", "glorotUniform", TRUE);
  assert_weight (&self, 4, "l/recurrent_kernel", "[5,20]", "orthogonal", TRUE);
  assert_weight (&self, 5, "l/bias", "[20]", "unitForgetBias", TRUE);
  assert_weight (&self, 6, "l/state_0", "[2,5]", "zeros", FALSE);
  assert_weight (&self, 7, "l/state_1", "[2,5]", "zeros", FALSE);
  assert_weight (&self, 8, "b/forward_g/kernel", "[5,6]", "glorotUniform", TRUE);
  assert_weight (&self, 10, "b/forward_g/bias", "[2,6]", "zeros", TRUE);
  assert_weight (&self, 11, "b/backward_g/kernel", "[5,6]", "glorotUniform", TRUE);
  assert_weight (&self, 14, "c/kernel", "[3,4,6]", "glorotUniform", TRUE);
  assert_weight (&self, 16, "t/kernel", "[6,7]", "glorotUniform", TRUE);
  g_assert_cmpuint (self.builder.weights_made->len, ==, 18);
  g_assert_cmpuint (self.builder.updates->len, ==, 2);
  g_assert_false (has_op (&self, KOMA_OP_RECURRENT));
  assert_output (&self, "[2,4,7]");
}

#define N_UNITS 200
#define N_STEPS 3

/* Runs h' = x + h, of ones and from zeros, with some of x or h dropped, as it trains.
 * (transfer full) [N_STEPS · N_UNITS] */
static float *
run_recurrent (const char *setting)
{
  g_auto (Built) self = { 0 };
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaSession) session = NULL;
  g_autofree char *input = g_strdup_printf ("[1, %d, %d]", N_STEPS, N_UNITS);
  g_autofree char *layer = g_strdup_printf (
    "{'class_name': 'SimpleRNN', 'config': {'name': 'r', 'units': %d, 'activation': 'linear', "
    "'use_bias': false, 'return_sequences': true, '%s': 0.5}}",
    N_UNITS, setting);

  build (&self, input, layer, TRUE, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (self.builder.keys->len, ==, 1);
  session = koma_session_new (self.builder.nodes.graph, NULL, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < koma_session_get_n_inputs (session); i++) {
    float           *data = koma_session_get_input_data (session, i);
    const KomaValue *value = koma_session_get_input (session, i);

    if (value->dtype == KOMA_DTYPE_INT32)
      memcpy (data, (const gint32[]){ 1, 2 }, 2 * sizeof (gint32));
    else
      for (gsize k = 0; k < koma_shape_count (&value->shape); k++)
        data[k] = value->shape.rank == 3 || k % (N_UNITS + 1) == 0;
  }
  g_assert_true (koma_session_run (session, &error));
  return g_memdup2 (koma_session_get_output_data (session, 0),
                    (gsize) N_STEPS * N_UNITS * sizeof (float));
}

/* Dropped, an element is missing in all steps; kept, it is doubled. */
static void
test_recurrent_dropout (void)
{
  static const struct
  {
    const char *setting;
    float       dropped[N_STEPS];
    float       kept[N_STEPS];
  } cases[] = {
    { "dropout", { 0, 0, 0 }, { 2, 4, 6 } },
    { "recurrent_dropout", { 1, 1, 1 }, { 1, 3, 7 } },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree float *values = run_recurrent (cases[i].setting);
    guint             n_dropped = 0;

    for (guint k = 0; k < N_UNITS; k++) {
      const float    last = values[(N_STEPS - 1) * N_UNITS + k];
      const gboolean is_dropped = last == cases[i].dropped[N_STEPS - 1];

      n_dropped += is_dropped;
      for (guint t = 0; t < N_STEPS; t++)
        g_assert_cmpfloat (values[t * N_UNITS + k], ==,
                           is_dropped ? cases[i].dropped[t] : cases[i].kept[t]);
    }
    g_assert_cmpuint (n_dropped, >, N_UNITS / 4);
    g_assert_cmpuint (n_dropped, <, N_UNITS * 3 / 4);
  }
}

/* Cells take it too; nothing is drawn where the model is not trained. */
static void
test_recurrent_dropout_cells (void)
{
  static const struct
  {
    const char *input;
    const char *layer;
  } cases[] = {
    { "[null, 2, 3]", "{'class_name': 'GRU', 'config': {'name': 'c', 'units': 2" },
    { "[null, 2, 3]", "{'class_name': 'GRU', 'config': {'name': 'c', 'units': 2, "
                      "'reset_after': true" },
    { "[null, 2, 3]", "{'class_name': 'LSTM', 'config': {'name': 'c', 'units': 2" },
    { "[null, 2, 5, 5, 1]", "{'class_name': 'ConvLSTM2D', 'config': {'name': 'c', 'filters': 2, "
                            "'kernel_size': 3" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *layer =
      g_strconcat (cases[i].layer, ", 'dropout': 0.5, 'recurrent_dropout': 0.2}}", NULL);
    g_auto (Built) predicting = { 0 };
    g_auto (Built) training = { 0 };
    g_autoptr (GError) error = NULL;

    g_assert_true (build (&predicting, cases[i].input, layer, FALSE, &error));
    g_assert_true (build (&training, cases[i].input, layer, TRUE, &error));
    g_assert_no_error (error);
    g_assert_cmpuint (predicting.builder.keys->len, ==, 0);
    g_assert_cmpuint (training.builder.keys->len, ==, 2);
  }
}

static void
test_recurrent_dropout_refused (void)
{
  g_auto (Built) self = { 0 };
  g_autoptr (GError) error = NULL;

  g_assert_false (build (
    &self, "[null, 2, 3]",
    "{'class_name': 'GRU', 'config': {'name': 'g', 'units': 2, 'dropout': 1}}", TRUE, &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_MODEL);
  g_assert_cmpstr (error->message, ==, "GRU “g”: dropout is 1, expected 0 or more, less than 1");
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/keras-build/weights", test_weights);
  g_test_add_func ("/keras-build/shared", test_shared);
  g_test_add_func ("/keras-build/batch-normalization", test_batch_normalization);
  g_test_add_func ("/keras-build/batch-normalization/training", test_batch_normalization_training);
  g_test_add_func ("/keras-build/batch-normalization/frozen", test_batch_normalization_frozen);
  g_test_add_func ("/keras-build/noise/dropout", test_dropout);
  g_test_add_func ("/keras-build/noise/spatial-dropout", test_spatial_dropout);
  g_test_add_func ("/keras-build/noise/gaussian", test_noise);
  for (guint i = 0; i < G_N_ELEMENTS (refusals); i++) {
    g_autofree char *path = g_strconcat ("/keras-build/refusal/", refusals[i].name, NULL);

    g_test_add_data_func (path, &refusals[i], test_refusal);
  }
  g_test_add_func ("/keras-build/sequences", test_sequences);
  g_test_add_func ("/keras-build/recurrent-dropout", test_recurrent_dropout);
  g_test_add_func ("/keras-build/recurrent-dropout/cells", test_recurrent_dropout_cells);
  g_test_add_func ("/keras-build/recurrent-dropout/refused", test_recurrent_dropout_refused);
  return g_test_run ();
}
