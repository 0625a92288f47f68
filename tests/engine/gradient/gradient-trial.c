/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "gradient-trial.h"

#include <string.h>

#include "engine/gradient/gradient.h"
#include "engine/runtime/session.h"
#include "tests/engine/ops/oracle/oracle.h"

#define MAX_VALUES OP_CASE_MAX_OPERANDS
/* Of a number that is about as large as the largest. */
#define TOLERANCE 5e-5
/* Steps of the differences: sums in double lose 1e-16 / STEP, mixed ones 1e-16 / STEP². */
#define STEP       1e-6
#define MIXED_STEP 2e-5

/* A float input of the graph, or a parameter of the op. */
typedef struct
{
  KomaValueId  value;
  OracleTensor tensor;
} Variable;

typedef struct
{
  const OpCase *op_case;
  GRand        *rand;
  KomaGraph    *graph;
  Variable      in[MAX_VALUES];
  Variable      dx[MAX_VALUES]; /* what the graph computes, and the factors of it */
  gboolean      is_x[MAX_VALUES];
  Variable      dy[MAX_VALUES]; /* no tensor: no float */
  KomaValueId   y[MAX_VALUES];
  guint         n_out;
  char         *failure; /* (nullable) */
} Trial;

static double
get_number (const KomaArray *array,
            gsize            i)
{
  return array->dtype == KOMA_DTYPE_FLOAT32 ? ((const float *) array->data)[i]
                                            : koma_array_get_int (array, i);
}

static OracleTensor
copy_tensor (const KomaArray *array)
{
  OracleTensor tensor = { array->dtype, array->shape, g_new0 (double, array->count + 1) };

  for (gsize i = 0; i < array->count; i++)
    tensor.data[i] = array->dtype == KOMA_DTYPE_BOOL ? ((const guint8 *) array->data)[i]
                                                     : get_number (array, i);
  return tensor;
}

/* Numbers that float32 has. */
static OracleTensor
make_factors (Trial           *trial,
              const KomaShape *shape)
{
  gsize        count = koma_shape_count (shape);
  OracleTensor tensor = { KOMA_DTYPE_FLOAT32, *shape, g_new0 (double, count + 1) };

  for (gsize i = 0; i < count; i++)
    tensor.data[i] = (float) g_rand_double_range (trial->rand, -1, 1);
  return tensor;
}

static void
add_operands (Trial *trial)
{
  for (guint i = 0; i < trial->op_case->n_operands; i++) {
    const OpCaseOperand *operand = &trial->op_case->operands[i];
    g_autoptr (KomaArray) array = op_case_make_tensor (operand, 1, trial->rand);

    trial->is_x[i] = !operand->is_constant && operand->dtype == KOMA_DTYPE_FLOAT32;
    trial->in[i].tensor = copy_tensor (array);
    trial->in[i].value =
      operand->is_constant
        ? koma_graph_add_constant (trial->graph, "constant", array)
        : koma_graph_add_input (trial->graph, "in", operand->dtype, &array->shape);
  }
}

static void
add_node (Trial *trial)
{
  KomaBuilder     builder;
  KomaValueId     inputs[MAX_VALUES];
  const KomaNode *node = NULL;

  for (guint i = 0; i < trial->op_case->n_operands; i++)
    inputs[i] = trial->in[i].value;
  koma_builder_init (&builder, trial->graph, "node");
  node = koma_builder_nodes (&builder, trial->op_case->op, inputs, trial->op_case->n_operands,
                             koma_attrs_copy (trial->op_case->attrs));
  g_assert_no_error (builder.error);
  g_assert_cmpuint (node->n_outputs, <=, MAX_VALUES);
  trial->n_out = node->n_outputs;
  for (guint i = 0; i < trial->n_out; i++) {
    KomaValue *output = koma_node_output (trial->graph, node, i);

    trial->y[i] = node->outputs[i];
    trial->dy[i].value = KOMA_VALUE_NONE;
    if (output->dtype != KOMA_DTYPE_FLOAT32)
      continue;
    trial->dy[i].tensor = make_factors (trial, &output->shape);
    trial->dy[i].value =
      koma_graph_add_input (trial->graph, "dy", KOMA_DTYPE_FLOAT32, &output->shape);
  }
}

/* What is computed from where it is: Σ dy · y. */
static double
evaluate (const Trial  *trial,
          OracleTensor *ret_out) /* [n_out] data is filled */
{
  OracleTensor in[MAX_VALUES];
  OracleCall   call = {
      trial->op_case->op, trial->op_case->attrs, in, trial->op_case->n_operands, ret_out,
      trial->n_out
  };
  double sum = 0;

  for (guint i = 0; i < call.n_in; i++)
    in[i] = trial->in[i].tensor;
  for (guint i = 0; i < call.n_out; i++)
    memset (ret_out[i].data, 0, oracle_count (&ret_out[i]) * sizeof (double));
  oracle_compute (&call);
  for (guint i = 0; i < call.n_out; i++)
    for (gsize k = 0; trial->dy[i].tensor.data != NULL && k < oracle_count (&ret_out[i]); k++)
      sum += ret_out[i].data[k] * trial->dy[i].tensor.data[k];
  return sum;
}

static void
alloc_outputs (const Trial  *trial,
               OracleTensor *ret_out)
{
  for (guint i = 0; i < trial->n_out; i++) {
    const KomaValue *output = koma_graph_get_value (trial->graph, trial->y[i]);

    ret_out[i] = (OracleTensor){ output->dtype, output->shape,
                                 g_new0 (double, koma_shape_count (&output->shape) + 1) };
  }
}

static void
free_outputs (const Trial  *trial,
              OracleTensor *out)
{
  for (guint i = 0; i < trial->n_out; i++)
    g_free (out[i].data);
}

/* Moves all x along the factors of dx. */
static void
move (Trial *trial,
      double step)
{
  for (guint i = 0; i < trial->op_case->n_operands; i++)
    for (gsize k = 0; trial->is_x[i] && k < oracle_count (&trial->in[i].tensor); k++)
      trial->in[i].tensor.data[k] += step * trial->dx[i].tensor.data[k];
}

/* Σ dy · y by one element of an x. */
static double
differentiate (Trial  *trial,
               double *element)
{
  OracleTensor out[MAX_VALUES];
  double       middle = *element;
  double       difference = 0;

  alloc_outputs (trial, out);
  *element = middle + STEP;
  difference = evaluate (trial, out);
  *element = middle - STEP;
  difference -= evaluate (trial, out);
  *element = middle;
  free_outputs (trial, out);
  return difference / (2 * STEP);
}

static double
evaluate_moved (Trial        *trial,
                double        step,
                OracleTensor *out)
{
  double sum = 0;

  move (trial, step);
  sum = evaluate (trial, out);
  move (trial, -step);
  return sum;
}

/* Σ factor · dx by one element of an x: what lies crosswise. */
static double
differentiate_mixed (Trial  *trial,
                     double *element)
{
  OracleTensor out[MAX_VALUES];
  double       middle = *element;
  double       sums[2] = { 0, 0 };

  alloc_outputs (trial, out);
  for (guint i = 0; i < 2; i++) {
    *element = i == 0 ? middle + MIXED_STEP : middle - MIXED_STEP;
    sums[i] = evaluate_moved (trial, MIXED_STEP, out) - evaluate_moved (trial, -MIXED_STEP, out);
  }
  *element = middle;
  free_outputs (trial, out);
  return (sums[0] - sums[1]) / (4 * MIXED_STEP * MIXED_STEP);
}

/* A result by one element of the way of all x: what the gradient of Σ factor · dx by a dy is. */
static double *
differentiate_along (Trial *trial,
                     guint  output)
{
  OracleTensor out[2][MAX_VALUES];
  gsize        count = oracle_count (&trial->dy[output].tensor);
  double      *result = g_new (double, count + 1);

  for (guint i = 0; i < 2; i++) {
    alloc_outputs (trial, out[i]);
    evaluate_moved (trial, i == 0 ? STEP : -STEP, out[i]);
  }
  for (gsize k = 0; k < count; k++)
    result[k] = (out[0][output].data[k] - out[1][output].data[k]) / (2 * STEP);
  free_outputs (trial, out[0]);
  free_outputs (trial, out[1]);
  return result;
}

static void
fill_input (const Trial *trial,
            KomaValueId  value,
            gpointer     data) /* (nullable) */
{
  const Variable *lists[] = { trial->in, trial->dy, trial->dx };

  for (guint i = 0; i < G_N_ELEMENTS (lists) * MAX_VALUES && data != NULL; i++) {
    const Variable *variable = &lists[i / MAX_VALUES][i % MAX_VALUES];

    if (variable->tensor.data == NULL || variable->value != value)
      continue;
    for (gsize k = 0; k < oracle_count (&variable->tensor); k++)
      if (variable->tensor.dtype == KOMA_DTYPE_FLOAT32)
        ((float *) data)[k] = variable->tensor.data[k];
      else if (variable->tensor.dtype == KOMA_DTYPE_INT32)
        ((gint32 *) data)[k] = variable->tensor.data[k];
      else
        ((guint8 *) data)[k] = variable->tensor.data[k];
  }
}

static KomaSession *
run (const Trial *trial)
{
  g_autoptr (GError) error = NULL;
  KomaSession *session =
    koma_session_new (trial->graph, &(KomaSessionOptions){ .backend = "cpu" }, &error);

  g_assert_no_error (error);
  for (guint i = 0; i < koma_graph_get_n_inputs (trial->graph); i++)
    fill_input (trial, koma_graph_get_input (trial->graph, i),
                koma_session_get_input_data (session, i));
  g_assert_true (koma_session_run (session, &error));
  return session;
}

/* @found: (nullable): zeros */
static void
compare (Trial        *trial,
         const char   *what,
         guint         index,
         const double *expected,
         const float  *found,
         gsize         count)
{
  double greatest = 1;

  for (gsize i = 0; i < count; i++)
    greatest = fmax (greatest, fabs (expected[i]));
  for (gsize i = 0; i < count && trial->failure == NULL; i++) {
    double value = found != NULL ? found[i] : 0;

    if (!(fabs (expected[i] - value) <= TOLERANCE * greatest))
      trial->failure = g_strdup_printf ("%s %u: element %" G_GSIZE_FORMAT " is %g, expected %g",
                                        what, index, i, value, expected[i]);
  }
}

/* The gradients by the x and, of the second, by the dy. */
static void
compare_all (Trial             *trial,
             const KomaValueId *found, /* [MAX_VALUES] by x, [MAX_VALUES] by dy */
             gboolean           is_second)
{
  g_autoptr (KomaSession) session = NULL;
  guint output = 0;

  koma_graph_clear_outputs (trial->graph);
  for (guint i = 0; i < 2 * MAX_VALUES; i++)
    if (found[i] != KOMA_VALUE_NONE)
      koma_graph_add_output (trial->graph, "found", found[i]);
  session = koma_graph_get_n_outputs (trial->graph) > 0 ? run (trial) : NULL;
  for (guint i = 0; i < 2 * MAX_VALUES; i++) {
    Variable          *variable = i < MAX_VALUES ? &trial->in[i] : &trial->dy[i - MAX_VALUES];
    gsize              count = variable->tensor.data != NULL ? oracle_count (&variable->tensor) : 0;
    g_autofree double *expected = NULL;
    const float       *answer =
      found[i] != KOMA_VALUE_NONE ? koma_session_get_output_data (session, output++) : NULL;

    if (i < MAX_VALUES ? !trial->is_x[i] : !is_second || count == 0)
      continue;
    expected = i < MAX_VALUES ? g_new0 (double, count + 1)
                              : differentiate_along (trial, i - MAX_VALUES);
    for (gsize k = 0; i < MAX_VALUES && k < count; k++)
      expected[k] = is_second ? differentiate_mixed (trial, &variable->tensor.data[k])
                              : differentiate (trial, &variable->tensor.data[k]);
    compare (trial, is_second ? "second gradient" : "gradient", i, expected, answer, count);
  }
}

/* By all x, and by all dy if it is the second. */
static void
add_gradients (Trial             *trial,
               const KomaValueId *y,  /* [MAX_VALUES] KOMA_VALUE_NONE: none */
               const KomaValueId *dy, /* [MAX_VALUES] */
               gboolean           is_second,
               KomaValueId       *ret_found) /* [2 * MAX_VALUES] */
{
  g_autoptr (GError) error = NULL;
  KomaGradientRequest request = { 0 };
  KomaValueId         ys[MAX_VALUES], dys[MAX_VALUES], xs[2 * MAX_VALUES], found[2 * MAX_VALUES];
  guint               places[2 * MAX_VALUES];

  for (guint i = 0; i < MAX_VALUES; i++)
    if (y[i] != KOMA_VALUE_NONE) {
      ys[request.n_y] = y[i];
      dys[request.n_y++] = dy[i];
    }
  for (guint i = 0; i < 2 * MAX_VALUES; i++) {
    ret_found[i] = KOMA_VALUE_NONE;
    if (i < MAX_VALUES ? trial->is_x[i]
                       : is_second && trial->dy[i - MAX_VALUES].tensor.data != NULL) {
      places[request.n_x] = i;
      xs[request.n_x++] = i < MAX_VALUES ? trial->in[i].value : trial->dy[i - MAX_VALUES].value;
    }
  }
  request.y = ys;
  request.dy = dys;
  request.x = xs;
  if (!koma_gradient_add (trial->graph, &request, found, &error))
    trial->failure = g_strdup (error->message);
  for (guint i = 0; i < request.n_x && trial->failure == NULL; i++)
    ret_found[places[i]] = found[i];
}

static void
add_factors (Trial       *trial,
             KomaValueId *ret_factors) /* [MAX_VALUES] */
{
  for (guint i = 0; i < MAX_VALUES; i++) {
    ret_factors[i] = KOMA_VALUE_NONE;
    if (!trial->is_x[i])
      continue;
    trial->dx[i].tensor = make_factors (trial, &trial->in[i].tensor.shape);
    trial->dx[i].value = ret_factors[i] = koma_graph_add_input (
      trial->graph, "factor", KOMA_DTYPE_FLOAT32, &trial->in[i].tensor.shape);
  }
}

static void
try_orders (Trial *trial,
            guint  order)
{
  KomaValueId y[MAX_VALUES], dy[MAX_VALUES], found[2 * MAX_VALUES], second[2 * MAX_VALUES];

  for (guint i = 0; i < MAX_VALUES; i++) {
    dy[i] = i < trial->n_out ? trial->dy[i].value : KOMA_VALUE_NONE;
    y[i] = dy[i] != KOMA_VALUE_NONE ? trial->y[i] : KOMA_VALUE_NONE;
  }
  add_gradients (trial, y, dy, FALSE, found);
  if (trial->failure == NULL)
    compare_all (trial, found, FALSE);
  if (trial->failure != NULL || order == 1)
    return;
  add_factors (trial, dy);
  add_gradients (trial, found, dy, TRUE, second);
  if (trial->failure == NULL)
    compare_all (trial, second, TRUE);
}

char *
gradient_trial_run (const OpCase *op_case,
                    guint         order,
                    GRand        *rand)
{
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  Trial trial = { .op_case = op_case, .rand = rand, .graph = graph };

  add_operands (&trial);
  add_node (&trial);
  try_orders (&trial, order);
  for (guint i = 0; i < MAX_VALUES; i++) {
    g_free (trial.in[i].tensor.data);
    g_free (trial.dx[i].tensor.data);
    g_free (trial.dy[i].tensor.data);
  }
  return trial.failure;
}
