/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* UNIDIRECTIONAL_SEQUENCE_LSTM with each of its optional inputs, and with all of them, compared
 * with the definition in double, unit by unit. */
#include <math.h>
#include <string.h>

#include "engine/runtime/session.h"
#include "fixture.h"
#include "tflite-writer.h"
#include "tests/test-main.h"

#define BATCH     2
#define N_STEPS   3
#define N_IN      4
#define N_UNITS   5
#define N_OUT     3 /* of the projection */
#define N_INPUTS  24
#define MAX_COUNT (N_UNITS * N_UNITS)
#define LSTM      44

/* Of the operator. */
enum {
  WEIGHTS = 1,
  RECURRENT = 5,
  PEEPHOLE = 9,
  BIAS = 12,
  PROJECTION = 16,
  PROJECTION_BIAS = 17,
  STATE_H = 18,
  STATE_C = 19,
  NORM = 20,
};
/* Gates. */
enum {
  INPUT,
  FORGET,
  CANDIDATE,
  OUTPUT,
  N_GATES,
};

typedef struct
{
  const char *name;
  gboolean    has_no_input_gate;
  gboolean    has_peephole;
  gboolean    has_norm;
  gboolean    has_projection;
  gboolean    has_projection_bias;
  gboolean    is_time_major;
  gboolean    is_relu;
  double      cell_clip;
  double      projection_clip;
} Case;

static const Case cases[] = {
  { "plain", .is_relu = FALSE },
  { "relu", .is_relu = TRUE },
  { "cifg", .has_no_input_gate = TRUE },
  { "peephole", .has_peephole = TRUE },
  { "cifg and peephole", .has_no_input_gate = TRUE, .has_peephole = TRUE },
  { "norm", .has_norm = TRUE },
  { "projection", .has_projection = TRUE },
  { "projection with bias", .has_projection = TRUE, .has_projection_bias = TRUE,
    .projection_clip = 0.1 },
  { "time major", .is_time_major = TRUE },
  { "clipped cell", .cell_clip = 0.15 },
  { "all", FALSE, TRUE, TRUE, TRUE, TRUE, TRUE, FALSE, 0.5, 0.6 },
  { "all with cifg", TRUE, TRUE, TRUE, TRUE, TRUE, FALSE, TRUE, 0.5, 0.6 },
};

typedef struct
{
  const Case *is;
  guint       n_out;
  gboolean    is_there[N_INPUTS];
  float       numbers[N_INPUTS][MAX_COUNT];
  gint32      dims[N_INPUTS][2]; /* the second is 0 of a vector */
  float       x[BATCH * N_STEPS * N_IN];
} Lstm;

static float
next_number (guint32 *state)
{
  *state = *state * 1664525u + 1013904223u;
  return (float) (*state >> 8) / (1u << 23) - 1;
}

static void
fill (Lstm    *self,
      guint    input,
      gint32   rows,
      gint32   columns,
      guint32 *state)
{
  self->is_there[input] = TRUE;
  self->dims[input][0] = rows;
  self->dims[input][1] = columns;
  for (gint32 i = 0; i < rows * MAX (columns, 1); i++)
    self->numbers[input][i] = next_number (state);
}

static void
lstm_init (Lstm       *self,
           const Case *is)
{
  guint32 state = 33;

  *self = (Lstm){ .is = is, .n_out = is->has_projection ? N_OUT : N_UNITS };
  for (guint gate = is->has_no_input_gate ? FORGET : INPUT; gate < N_GATES; gate++) {
    fill (self, WEIGHTS + gate, N_UNITS, N_IN, &state);
    fill (self, RECURRENT + gate, N_UNITS, self->n_out, &state);
    fill (self, BIAS + gate, N_UNITS, 0, &state);
    if (is->has_peephole && gate != CANDIDATE)
      fill (self, PEEPHOLE + (gate == OUTPUT ? 2 : gate), N_UNITS, 0, &state);
    if (is->has_norm)
      fill (self, NORM + gate, N_UNITS, 0, &state);
  }
  if (is->has_projection)
    fill (self, PROJECTION, N_OUT, N_UNITS, &state);
  if (is->has_projection_bias)
    fill (self, PROJECTION_BIAS, N_OUT, 0, &state);
  for (guint i = 0; i < G_N_ELEMENTS (self->x); i++)
    self->x[i] = next_number (&state);
}

/* Weights and biases are constants, states are variables. */
static GByteArray *
write_lstm (const Lstm *self)
{
  const gint32 steps[2] = { self->is->is_time_major ? N_STEPS : BATCH,
                            self->is->is_time_major ? BATCH : N_STEPS };
  TfliteTensor tensors[N_INPUTS + 1] = {
    [0] = { .name = "x", .rank = 3, .dims = { steps[0], steps[1], N_IN } },
    [STATE_H] = { .name = "h", .rank = 2, .dims = { BATCH, self->n_out }, .is_variable = TRUE },
    [STATE_C] = { .name = "c", .rank = 2, .dims = { BATCH, N_UNITS }, .is_variable = TRUE },
    [N_INPUTS] = { .name = "y", .rank = 3, .dims = { steps[0], steps[1], self->n_out } },
  };
  TfliteOp op = {
    .code = LSTM,
    .n_inputs = N_INPUTS,
    .n_outputs = 1,
    .outputs = { N_INPUTS },
    .n_options = 4,
    .options = { { 0, self->is->is_relu ? 1 : 4 },
                 { 1, 0 },
                 { 2, 0 },
                 { 3, self->is->is_time_major } },
  };
  const TfliteModel model = {
    .n_tensors = N_INPUTS + 1,
    .tensors = tensors,
    .n_ops = 1,
    .ops = &op,
    .n_inputs = 1,
    .n_outputs = 1,
    .outputs = { N_INPUTS },
  };
  const float clips[2] = { (float) self->is->cell_clip, (float) self->is->projection_clip };

  tensors[STATE_C].type = 7; /* as where integers compute */
  memcpy (&op.options[1].value, &clips[0], 4);
  memcpy (&op.options[2].value, &clips[1], 4);
  for (guint i = 1; i < N_INPUTS; i++) {
    const gint32 *dims = self->dims[i];

    op.inputs[i] = self->is_there[i] || i == STATE_H || i == STATE_C ? (gint32) i : -1;
    if (i == STATE_H || i == STATE_C)
      continue;
    tensors[i] = (TfliteTensor){ .name = "weights" };
    if (!self->is_there[i])
      continue;
    tensors[i].rank = dims[1] > 0 ? 2 : 1;
    memcpy (tensors[i].dims, dims, 2 * sizeof *dims);
    tensors[i].data = self->numbers[i];
    tensors[i].size_bytes = (gsize) dims[0] * MAX (dims[1], 1) * sizeof (float);
  }
  return tflite_write (&model);
}

static double
activate (const Lstm *self,
          guint       gate,
          double      x)
{
  if (gate != CANDIDATE)
    return 1 / (1 + exp (-x));
  return self->is->is_relu ? fmax (x, 0) : tanh (x);
}

static double
clip (double x,
      double limit)
{
  return limit > 0 ? fmin (fmax (x, -limit), limit) : x;
}

static void
normalize (double *sums)
{
  double mean = 0;
  double variance = 0;

  for (guint u = 0; u < N_UNITS; u++)
    mean += sums[u] / N_UNITS;
  for (guint u = 0; u < N_UNITS; u++)
    variance += (sums[u] - mean) * (sums[u] - mean) / N_UNITS;
  for (guint u = 0; u < N_UNITS; u++)
    sums[u] = (sums[u] - mean) / sqrt (variance + 1e-8);
}

/* What a gate lets through of each unit. */
static void
compute_gate (const Lstm   *self,
              guint         gate,
              const float  *x,
              const double *h,
              const double *c,
              double       *ret_gate)
{
  const float *peephole = self->numbers[PEEPHOLE + (gate == OUTPUT ? 2 : gate)];

  for (guint u = 0; u < N_UNITS; u++) {
    ret_gate[u] = 0;
    for (guint k = 0; k < N_IN; k++)
      ret_gate[u] += (double) self->numbers[WEIGHTS + gate][u * N_IN + k] * x[k];
    for (guint k = 0; k < self->n_out; k++)
      ret_gate[u] += self->numbers[RECURRENT + gate][u * self->n_out + k] * h[k];
    if (self->is->has_peephole && gate != CANDIDATE)
      ret_gate[u] += peephole[u] * c[u];
  }
  if (self->is->has_norm)
    normalize (ret_gate);
  for (guint u = 0; u < N_UNITS; u++) {
    const double factor = self->is->has_norm ? self->numbers[NORM + gate][u] : 1;

    ret_gate[u] = activate (self, gate, ret_gate[u] * factor + self->numbers[BIAS + gate][u]);
  }
}

static void
compute_output (const Lstm   *self,
                const double *gate,
                const double *c,
                double       *ret_h)
{
  double shown[N_UNITS] = { 0 };

  for (guint u = 0; u < N_UNITS; u++)
    shown[u] = gate[u] * activate (self, CANDIDATE, c[u]);
  if (!self->is->has_projection)
    memcpy (ret_h, shown, sizeof shown);
  for (guint i = 0; self->is->has_projection && i < N_OUT; i++) {
    ret_h[i] = self->is->has_projection_bias ? self->numbers[PROJECTION_BIAS][i] : 0;
    for (guint u = 0; u < N_UNITS; u++)
      ret_h[i] += self->numbers[PROJECTION][i * N_UNITS + u] * shown[u];
    ret_h[i] = clip (ret_h[i], self->is->projection_clip);
  }
}

static void
compute_step (const Lstm  *self,
              const float *x,
              double      *h,
              double      *c)
{
  double gates[N_GATES][N_UNITS] = { { 0 } };

  for (guint gate = self->is->has_no_input_gate ? FORGET : INPUT; gate < OUTPUT; gate++)
    compute_gate (self, gate, x, h, c, gates[gate]);
  for (guint u = 0; u < N_UNITS; u++) {
    const double input = self->is->has_no_input_gate ? 1 - gates[FORGET][u] : gates[INPUT][u];

    c[u] = clip (gates[FORGET][u] * c[u] + input * gates[CANDIDATE][u], self->is->cell_clip);
  }
  compute_gate (self, OUTPUT, x, h, c, gates[OUTPUT]);
  compute_output (self, gates[OUTPUT], c, h);
}

static void
check (const Lstm  *self,
       const float *y)
{
  for (guint n = 0; n < BATCH; n++) {
    double h[N_UNITS] = { 0 };
    double c[N_UNITS] = { 0 };

    for (guint t = 0; t < N_STEPS; t++) {
      const guint at = self->is->is_time_major ? t * BATCH + n : n * N_STEPS + t;

      compute_step (self, &self->x[at * N_IN], h, c);
      for (guint i = 0; i < self->n_out; i++)
        g_assert_cmpfloat_with_epsilon (y[at * self->n_out + i], h[i], 2e-6);
    }
  }
}

static gboolean
read_lstm (const Folder *folder,
           const Lstm   *lstm,
           KomaRawModel *raw,
           GError      **error)
{
  g_autoptr (GByteArray) file = write_lstm (lstm);
  g_autofree char *path = folder_get (folder, "model.tflite");

  folder_write (folder, "model.tflite", file->data, file->len);
  return read_raw_model (path, raw, error);
}

/* Twice: the states begin at zero in each run. */
static void
test_case (gconstpointer data)
{
  Lstm lstm = { 0 };
  g_auto (Folder) folder = { 0 };
  g_auto (KomaRawModel) raw = { 0 };
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaSession) session = NULL;

  folder_init (&folder);
  lstm_init (&lstm, data);
  read_lstm (&folder, &lstm, &raw, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (g_hash_table_size (raw.unsupported), ==, 0);
  session = koma_session_new (raw.graph,
                              &(KomaSessionOptions){ .backend = "cpu", .n_threads = 1 }, &error);
  g_assert_no_error (error);
  for (guint run = 0; run < 2; run++) {
    memcpy (koma_session_get_input_data (session, 0), lstm.x, sizeof lstm.x);
    g_assert_true (koma_session_run (session, &error));
    check (&lstm, koma_session_get_output_data (session, 0));
  }
}

static gboolean
may_be_missing (guint input)
{
  return input == PROJECTION_BIAS || input == PEEPHOLE + 2 || input == NORM + FORGET;
}

/* Each of the inputs that must be there, lost or of another size. */
static void
test_damaged (void)
{
  g_auto (Folder) folder = { 0 };

  folder_init (&folder);
  for (guint i = 1; i < N_INPUTS; i++)
    for (guint by = 0; by < 2; by++) {
      Lstm lstm = { 0 };
      g_auto (KomaRawModel) raw = { 0 };
      g_autoptr (GError) error = NULL;

      lstm_init (&lstm, &cases[G_N_ELEMENTS (cases) - 2]);
      if (i == STATE_H || i == STATE_C || (by == 0 && may_be_missing (i)))
        continue;
      if (by == 0)
        lstm.is_there[i] = FALSE;
      else
        lstm.dims[i][0]--;
      g_assert_false (read_lstm (&folder, &lstm, &raw, &error));
      assert_error_says (error, KOMA_ERROR, KOMA_ERROR_MODEL, "UNIDIRECTIONAL_SEQUENCE_LSTM",
                         NULL);
    }
}

KOMA_TEST_MAIN (argc, argv)
{
  int status = 0;

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *path = g_strconcat ("/tflite-lstm/", cases[i].name, NULL);

    g_test_add_data_func (path, &cases[i], test_case);
  }
  g_test_add_func ("/tflite-lstm/damaged", test_damaged);
  status = g_test_run ();
  assert_no_buffers ();
  return status;
}
