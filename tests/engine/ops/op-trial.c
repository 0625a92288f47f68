/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "op-trial.h"

#include <string.h>

#include "engine/graph/half.h"
#include "engine/runtime/flags.h"
#include "engine/runtime/session.h"
#include "tests/engine/ops/oracle/oracle.h"
#include "tolerance.h"

#define MAX_OUTPUTS 64
/* Of what is rounded to an integer of 8 bits, and computed in float32. */
#define MAX_LEVEL_ERROR 1e-3
/* More than any integer of 8 bits. */
#define LEVEL_SCALE 256.0

typedef struct
{
  const OpTrialSubject *subject;
  const OpCase         *op_case;
  gint64                n;
  guint                 n_threads;
  KomaArray            *constants[OP_CASE_MAX_OPERANDS]; /* (nullable) each */
  GString              *failure;                         /* what is wrong first, empty if nothing */
} Trial;

/* Some input, and what a session makes of it, once or more. Naive definitions
 * come after the session has gone: its threads would spin meanwhile. */
typedef struct
{
  KomaArray *tensors[OP_CASE_MAX_OPERANDS];
  GPtrArray *answers[2]; /* (nullable) (element-type KomaArray) each */
} Round;

static const char *const round_names[][2] = { { "first run", "second run" }, { "other input" } };

static double
get_number (KomaDType     dtype,
            gconstpointer data,
            gsize         i)
{
  switch (dtype) {
  case KOMA_DTYPE_FLOAT32:
    return ((const float *) data)[i];
  case KOMA_DTYPE_INT32:
    return ((const gint32 *) data)[i];
  case KOMA_DTYPE_INT8:
    return ((const gint8 *) data)[i];
  default:
    return ((const guint8 *) data)[i];
  }
}

static OracleTensor
oracle_tensor_new (KomaDType        dtype,
                   const KomaShape *shape,
                   gconstpointer    data) /* (nullable): zeros */
{
  gsize        count = koma_shape_count (shape);
  OracleTensor tensor = { dtype, *shape, g_new0 (double, MAX (count, 1)) };

  for (gsize i = 0; i < count && data != NULL; i++)
    tensor.data[i] = get_number (dtype, data, i);
  return tensor;
}

/* What is stored as float16 is computed of numbers that are such: what then
 * differs is the op's doing. */
static KomaArray *
make_tensor (const Trial         *trial,
             const OpCaseOperand *operand,
             gint64               n,
             GRand               *rand)
{
  KomaArray *tensor = op_case_make_tensor (operand, n, rand);
  float     *data = tensor->data;

  if (trial->subject->precision != KOMA_PRECISION_FLOAT16 ||
      operand->dtype != KOMA_DTYPE_FLOAT32)
    return tensor;
  for (gsize i = 0; i < tensor->count; i++)
    data[i] = koma_half_to_float (koma_half_from_float (
      isfinite (data[i]) ? CLAMP (data[i], -KOMA_HALF_MAX, KOMA_HALF_MAX) : data[i]));
  return tensor;
}

/* float16 ends here, or, by what it rounds, a little before. */
static double
make_infinite (const Trial *trial,
               double       number)
{
  if (trial->subject->precision != KOMA_PRECISION_FLOAT16 ||
      !(fabs (number) >= 0.998 * KOMA_HALF_MAX))
    return number;
  return copysign (INFINITY, number);
}

/* float32 is what backends have to answer in. */
static void
round_to_dtype (OracleTensor *tensor)
{
  for (gsize i = 0; i < oracle_count (tensor) && tensor->dtype == KOMA_DTYPE_FLOAT32; i++)
    tensor->data[i] = (float) tensor->data[i];
}

/* Integers as what they stand for. */
static void
dequantize (OracleTensor           *tensor,
            const KomaQuantization *quantization)
{
  if (quantization == NULL)
    return;
  tensor->dtype = KOMA_DTYPE_FLOAT32;
  for (gsize i = 0; i < oracle_count (tensor); i++)
    tensor->data[i] =
      (tensor->data[i] - quantization->zero_point) *
      (double) quantization->scales[i / quantization->run_elems % quantization->n_scales];
}

/* The bias of quantised products is in steps of both scales. */
static void
dequantize_bias (OracleTensor *bias,
                 const OpCase *op_case)
{
  const KomaQuantization *x = op_case->operands[0].quantization;
  const KomaQuantization *weights = op_case->operands[1].quantization;

  bias->dtype = KOMA_DTYPE_FLOAT32;
  for (gsize i = 0; i < oracle_count (bias); i++)
    bias->data[i] *= (double) x->scales[0] * (double) weights->scales[i % weights->n_scales];
}

static gboolean
is_product_8 (const OpCase *op_case)
{
  return op_case->result != NULL && op_case->n_operands > 2 &&
         op_case->operands[2].dtype == KOMA_DTYPE_INT32 &&
         tolerance_is_of_sum (op_case->op);
}

/* Real numbers as levels of the result, not rounded. */
static void
quantize (OracleTensor           *tensor,
          const KomaQuantization *quantization)
{
  const double least = quantization->dtype == KOMA_DTYPE_INT8 ? G_MININT8 : 0;

  tensor->dtype = quantization->dtype;
  for (gsize i = 0; i < oracle_count (tensor); i++)
    tensor->data[i] =
      CLAMP (tensor->data[i] / (double) quantization->scales[0] + quantization->zero_point, least,
             least + G_MAXUINT8);
}

static double
find_greatest (const OracleTensor *tensor)
{
  double greatest = 0;

  for (gsize i = 0; i < oracle_count (tensor); i++)
    if (isfinite (tensor->data[i]))
      greatest = MAX (greatest, fabs (tensor->data[i]));
  return greatest;
}

/* What a difference is measured against, at least. A sum rounds by what its
 * terms add up to, however small they leave the sum itself: so it is computed
 * once more of absolute values. */
static double
find_scale (const OracleCall *call,
            KomaPrecision     precision)
{
  OracleTensor inputs[OP_CASE_MAX_OPERANDS];
  OracleTensor terms;
  OracleCall   sum = *call;
  double       scale = tolerance_floor (call->op, precision);

  if (!tolerance_is_of_sum (call->op))
    return scale;
  for (guint i = 0; i < call->n_in; i++) {
    inputs[i] = oracle_tensor_new (call->in[i].dtype, &call->in[i].shape, NULL);
    for (gsize k = 0; k < oracle_count (&inputs[i]); k++)
      inputs[i].data[k] = call->in[i].dtype == KOMA_DTYPE_FLOAT32 ? fabs (call->in[i].data[k])
                                                                  : call->in[i].data[k];
  }
  terms = oracle_tensor_new (call->out[0].dtype, &call->out[0].shape, NULL);
  sum.in = inputs;
  sum.out = &terms;
  sum.n_out = 1;
  oracle_compute (&sum);
  scale = MAX (scale, MAX (find_greatest (&terms), find_greatest (&call->out[0])));
  for (guint i = 0; i < call->n_in; i++)
    g_free (inputs[i].data);
  g_free (terms.data);
  return scale;
}

static void
compute_expected (const Trial  *trial,
                  const Round  *round,
                  OracleTensor *outputs,
                  double       *ret_scale)
{
  OracleTensor inputs[OP_CASE_MAX_OPERANDS];

  OracleCall call = {
    .op = trial->op_case->op,
    .attrs = trial->op_case->attrs,
    .in = inputs,
    .n_in = trial->op_case->n_operands,
    .out = outputs,
    .n_out = round->answers[0]->len,
  };

  for (guint i = 0; i < call.n_in; i++)
    inputs[i] = oracle_tensor_new (round->tensors[i]->dtype,
                                   &round->tensors[i]->shape,
                                   round->tensors[i]->data);
  for (guint i = 0; i < call.n_in; i++)
    dequantize (&inputs[i], trial->op_case->operands[i].quantization);
  if (is_product_8 (trial->op_case))
    dequantize_bias (&inputs[2], trial->op_case);
  for (guint i = 0; i < call.n_out; i++) {
    const KomaArray *answer = round->answers[0]->pdata[i];
    outputs[i] = oracle_tensor_new (
      trial->op_case->result != NULL ? KOMA_DTYPE_FLOAT32 : answer->dtype, &answer->shape, NULL);
  }
  oracle_compute (&call);
  for (guint i = 0; i < call.n_out; i++)
    round_to_dtype (&outputs[i]);
  *ret_scale = find_scale (&call, trial->subject->precision);
  if (trial->op_case->then != KOMA_N_OPS) {
    g_autoptr (KomaAttrs) none = koma_attrs_new ();
    OracleTensor result = oracle_tensor_new (outputs[0].dtype, &outputs[0].shape, NULL);

    oracle_compute (&(OracleCall){ trial->op_case->then, none, outputs, 1, &result, 1 });
    g_free (outputs[0].data);
    outputs[0] = result;
  }
  if (trial->op_case->result != NULL) {
    quantize (&outputs[0], trial->op_case->result);
    *ret_scale = LEVEL_SCALE;
  }
  for (guint i = 0; i < call.n_in; i++)
    g_free (inputs[i].data);
}

static gboolean
is_near (double found,
         double expected,
         double tolerance,
         double scale)
{
  if (isnan (expected) || isnan (found))
    return isnan (expected) && isnan (found);
  if (isinf (expected) || isinf (found))
    return found == expected;
  return fabs (found - expected) <= tolerance * MAX (scale, fabs (expected));
}

/* A backend that may lose a NaN of an input gets no graph with one in its constants. */
static gboolean
keeps_nan (const Trial *trial)
{
  for (guint i = 0; i < trial->op_case->n_operands; i++)
    if (trial->op_case->operands[i].is_constant &&
        trial->op_case->operands[i].fill == OP_CASE_NAN)
      return TRUE;
  return !trial->subject->backend->loses_nan;
}

static void
compare (Trial              *trial,
         const char         *when,
         guint               output,
         const OracleTensor *expected,
         double              scale,
         gconstpointer       found)
{
  double tolerance = tolerance_of (trial->subject->backend, trial->op_case->op,
                                   expected->dtype, trial->subject->precision);

  /* Levels are not rounded yet. What lies half-way may go either way. */
  if (trial->op_case->result != NULL)
    tolerance = (0.5 + MAX_LEVEL_ERROR) / scale;

  for (gsize i = 0; i < oracle_count (expected) && trial->failure->len == 0; i++) {
    double value = get_number (expected->dtype, found, i);

    if (isnan (expected->data[i]) && !keeps_nan (trial))
      continue;
    if (!is_near (make_infinite (trial, value), make_infinite (trial, expected->data[i]),
                  tolerance, scale))
      g_string_printf (trial->failure,
                       "n=%d threads=%u %s: element %" G_GSIZE_FORMAT
                       " of output %u is %.10g, expected %.10g",
                       (int) trial->n, trial->n_threads, when, i, output, value,
                       expected->data[i]);
  }
}

static void
compare_round (Trial             *trial,
               const Round       *round,
               const char *const *names) /* [2] */
{
  OracleTensor expected[MAX_OUTPUTS];
  guint        n_outputs = round->answers[0]->len;
  double       scale = 1;

  g_assert_cmpuint (n_outputs, <=, MAX_OUTPUTS);
  compute_expected (trial, round, expected, &scale);
  for (guint i = 0; i < n_outputs; i++) {
    for (guint k = 0; k < G_N_ELEMENTS (round->answers) && round->answers[k] != NULL; k++)
      compare (trial, names[k], i, &expected[i], scale,
               ((KomaArray *) round->answers[k]->pdata[i])->data);
    g_free (expected[i].data);
  }
}

static void
fill_round (const Trial *trial,
            Round       *round,
            GRand       *rand)
{
  for (guint i = 0; i < trial->op_case->n_operands; i++)
    round->tensors[i] =
      trial->constants[i] != NULL
        ? koma_array_ref (trial->constants[i])
        : make_tensor (trial, &trial->op_case->operands[i], trial->n, rand);
}

static void
clear_round (Round *round)
{
  for (guint i = 0; i < G_N_ELEMENTS (round->tensors); i++)
    g_clear_pointer (&round->tensors[i], koma_array_unref);
  for (guint i = 0; i < G_N_ELEMENTS (round->answers); i++)
    g_clear_pointer (&round->answers[i], g_ptr_array_unref);
}

static void
fill_inputs (const Trial *trial,
             const Round *round,
             KomaSession *session)
{
  guint input = 0;

  for (guint i = 0; i < trial->op_case->n_operands; i++) {
    gpointer data = NULL;

    if (trial->constants[i] != NULL)
      continue;
    data = koma_session_get_input_data (session, input++);
    if (data != NULL)
      memcpy (data, round->tensors[i]->data,
              koma_array_get_size_bytes (round->tensors[i]));
  }
}

/* Returns: (transfer full): the outputs, copied */
static GPtrArray *
run (Trial       *trial,
     const Round *round,
     KomaSession *session)
{
  g_autoptr (GError) error = NULL;
  GPtrArray *answer = g_ptr_array_new_with_free_func ((GDestroyNotify) koma_array_unref);

  fill_inputs (trial, round, session);
  if (!koma_session_run (session, &error))
    g_string_printf (trial->failure, "run: %s", error->message);
  for (guint i = 0; i < koma_session_get_n_outputs (session); i++) {
    const KomaValue *value = koma_session_get_output (session, i);
    KomaArray       *tensor =
      koma_array_new_from_data (value->dtype, &value->shape,
                                koma_session_get_output_data (session, i), NULL);

    g_assert_nonnull (tensor);
    g_ptr_array_add (answer, tensor);
  }
  return answer;
}

static KomaSession *
prepare (const Trial     *trial,
         const Round     *round,
         const KomaGraph *graph,
         GError         **error)
{
  KomaShape          shapes[OP_CASE_MAX_OPERANDS];
  KomaSessionOptions options = {
    .backend = trial->subject->backend->name,
    .n_threads = trial->n_threads,
    .cpu_level = trial->subject->cpu_level,
    .precision = trial->subject->precision,
    .is_range_known = TRUE, /* of single ops results may be too small or large */
    .input_shapes = shapes,
  };

  for (guint i = 0; i < trial->op_case->n_operands; i++)
    if (trial->constants[i] == NULL)
      shapes[options.n_input_shapes++] = round->tensors[i]->shape;
  return koma_session_new (graph, &options, error);
}

static void
run_rounds (Trial           *trial,
            const KomaGraph *graph,
            Round           *rounds) /* [2] */
{
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaSession) session = prepare (trial, &rounds[0], graph, &error);

  if (session == NULL) {
    g_string_printf (trial->failure, "prepare: %s", error->message);
    return;
  }
  rounds[0].answers[0] = run (trial, &rounds[0], session);
  rounds[0].answers[1] = run (trial, &rounds[0], session);
  rounds[1].answers[0] = run (trial, &rounds[1], session);
}

static void
try_session (Trial           *trial,
             const KomaGraph *graph,
             GRand           *rand)
{
  Round rounds[2] = { 0 };

  for (guint i = 0; i < G_N_ELEMENTS (rounds); i++)
    fill_round (trial, &rounds[i], rand);
  run_rounds (trial, graph, rounds);
  for (guint i = 0; i < G_N_ELEMENTS (rounds); i++) {
    if (trial->failure->len == 0)
      compare_round (trial, &rounds[i], round_names[i]);
    clear_round (&rounds[i]);
  }
}

static void
try_settings (Trial *trial,
              GRand *rand)
{
  static const gint64 ns[] = { 1, 3, 2 };
  const gboolean      is_gles = g_str_equal (trial->subject->backend->name, "gles");
  const gboolean      is_plain =
    g_str_equal (trial->subject->backend->name, "cpu") && trial->subject->cpu_level == NULL;
  /* Threads wait most of the time; on a graphics card they do nothing else. */
  const guint n_threads = is_gles ? 1 : is_plain ? 3
                                                 : 2;
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaGraph) graph = NULL;

  for (guint i = 0; i < trial->op_case->n_operands; i++)
    if (trial->op_case->operands[i].is_constant)
      trial->constants[i] = make_tensor (trial, &trial->op_case->operands[i], 0, rand);
  graph = op_case_build (trial->op_case, trial->constants, &error);
  g_assert_no_error (error);
  for (guint i = 0;
       i < (op_case_has_n (trial->op_case) ? 3 : 2) && trial->failure->len == 0; i++) {
    trial->n = ns[i];
    trial->n_threads = trial->n == 3 ? n_threads : 1;
    try_session (trial, graph, rand);
  }
  for (guint i = 0; i < trial->op_case->n_operands; i++)
    g_clear_pointer (&trial->constants[i], koma_array_unref);
}

/**
 * op_trial_run:
 *
 * Prepares the case for each n and, where threads compute, for one and for
 * several; runs it twice on the same input, and then on another.
 *
 * Returns: (transfer full) (nullable): what is wrong first, or nothing
 */
char *
op_trial_run (const OpTrialSubject *subject,
              const OpCase         *op_case,
              GRand                *rand)
{
  g_autoptr (GString) failure = g_string_new (NULL);
  Trial trial = {
    .subject = subject,
    .op_case = op_case,
    .failure = failure,
  };

  if (subject->gles_tier != 0)
    g_assert_true (koma_flags_set (KOMA_FLAG_GLES_TIER, subject->gles_tier, NULL));
  if (subject->max_level != 0)
    g_assert_true (koma_flags_set (KOMA_FLAG_CPU_LEVEL, subject->max_level, NULL));
  try_settings (&trial, rand);
  koma_flags_reset (KOMA_FLAG_GLES_TIER);
  koma_flags_reset (KOMA_FLAG_CPU_LEVEL);
  return failure->len > 0 ? g_strdup (failure->str) : NULL;
}
