/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The errors that vector-math.h and vector-erf.h state, against libm in double, and what
 * becomes of infinities, NaN and the ends of the range. */
#include "engine/backends/cpu/vector-erf.h"
#include "tests/test-main.h"

#include <glib.h>

/* A prime, so that all low bits occur. */
#define FLOAT_STEP 97

typedef struct
{
  const char *name;
  float (*compute) (float x);
  double (*define) (double x);
  float  low;
  float  high;
  double max_error; /* relative */
} Function;

static float
compute_erf (float x)
{
  return koma_cpu_erf (x);
}

static float
compute_exp (float x)
{
  return koma_cpu_exp (x);
}

static float
compute_expm1 (float x)
{
  return koma_cpu_expm1 (x);
}

static float
compute_sigmoid (float x)
{
  return koma_cpu_sigmoid (x);
}

static float
compute_tanh (float x)
{
  return koma_cpu_tanh (x);
}

static double
define_sigmoid (double x)
{
  return 1.0 / (1.0 + exp (-x));
}

static float
float_from_bits (guint32 bits)
{
  const KomaCpuFloatBits value = { .u = bits };

  return value.f;
}

/* Largest relative error over every FLOAT_STEP-th float of the range. */
static double
measure (const Function *function,
         float          *ret_worst)
{
  double max_error = 0.0;

  for (guint64 bits = 0; bits <= G_MAXUINT32; bits += FLOAT_STEP) {
    const float x = float_from_bits ((guint32) bits);
    double      expected = 0.0;
    double      error = 0.0;

    if (!(x >= function->low && x <= function->high))
      continue;
    expected = function->define (x);
    if (fabs (expected) < 1.2e-38)
      continue;
    error = fabs (function->compute (x) - expected) / fabs (expected);
    if (!(error <= max_error)) {
      max_error = error;
      *ret_worst = x;
    }
  }
  return max_error;
}

static void
test_error (gconstpointer data)
{
  const Function *function = data;
  float           worst = 0.0f;
  const double    max_error = measure (function, &worst);

  g_test_message ("%s: relative error %.3g at %.9g", function->name, max_error, worst);
  g_test_maximized_result (max_error, "%s", function->name);
  g_assert_cmpfloat (max_error, <=, function->max_error);
}

static void
test_erf_ends (void)
{
  g_assert_cmpfloat (koma_cpu_erf (0.0f), ==, 0.0f);
  g_assert_cmpfloat (koma_cpu_erf (4.0f), ==, 1.0f);
  g_assert_cmpfloat (koma_cpu_erf (INFINITY), ==, 1.0f);
  g_assert_cmpfloat (koma_cpu_erf (-INFINITY), ==, -1.0f);
  g_assert_true (isnan (koma_cpu_erf (NAN)));
}

static void
test_exp_ends (void)
{
  g_assert_cmpfloat (koma_cpu_exp (0.0f), ==, 1.0f);
  g_assert_cmpfloat (koma_cpu_exp (-0.0f), ==, 1.0f);
  g_assert_cmpfloat (koma_cpu_exp (INFINITY), ==, INFINITY);
  g_assert_cmpfloat (koma_cpu_exp (-INFINITY), ==, 0.0f);
  g_assert_cmpfloat (koma_cpu_exp (88.8f), ==, INFINITY);
  g_assert_cmpfloat (koma_cpu_exp (88.7f), <, INFINITY);
  g_assert_cmpfloat (koma_cpu_exp (-104.1f), ==, 0.0f);
  /* Subnormal. */
  g_assert_cmpfloat_with_epsilon (koma_cpu_exp (-95.0f), expf (-95.0f), 3e-45f);
  g_assert_cmpfloat (koma_cpu_exp (-95.0f), >, 0.0f);
  g_assert_true (isnan (koma_cpu_exp (NAN)));
}

static void
test_expm1_ends (void)
{
  g_assert_cmpfloat (koma_cpu_expm1 (0.0f), ==, 0.0f);
  g_assert_cmpfloat (koma_cpu_expm1 (-INFINITY), ==, -1.0f);
  g_assert_cmpfloat (koma_cpu_expm1 (-100.0f), ==, -1.0f);
  g_assert_cmpfloat (koma_cpu_expm1 (1000.0f), ==, koma_cpu_expm1 (88.0f));
  g_assert_true (isnan (koma_cpu_expm1 (NAN)));
}

static void
test_sigmoid_ends (void)
{
  g_assert_cmpfloat (koma_cpu_sigmoid (0.0f), ==, 0.5f);
  g_assert_cmpfloat (koma_cpu_sigmoid (INFINITY), ==, 1.0f);
  g_assert_cmpfloat (koma_cpu_sigmoid (-INFINITY), ==, 0.0f);
  g_assert_true (isnan (koma_cpu_sigmoid (NAN)));
}

static void
test_tanh_ends (void)
{
  g_assert_cmpfloat (koma_cpu_tanh (0.0f), ==, 0.0f);
  g_assert_cmpfloat (koma_cpu_tanh (INFINITY), ==, 1.0f);
  g_assert_cmpfloat (koma_cpu_tanh (-INFINITY), ==, -1.0f);
  g_assert_cmpfloat (koma_cpu_tanh (50.0f), ==, 1.0f);
  g_assert_true (isnan (koma_cpu_tanh (NAN)));
}

static void
test_clamp (void)
{
  const KomaClamp relu6 = { 0.0f, 6.0f };
  const KomaClamp none = { -INFINITY, INFINITY };

  g_assert_cmpfloat (koma_cpu_clamp (-1.0f, relu6), ==, 0.0f);
  g_assert_cmpfloat (koma_cpu_clamp (7.0f, relu6), ==, 6.0f);
  g_assert_cmpfloat (koma_cpu_clamp (3.0f, relu6), ==, 3.0f);
  g_assert_cmpfloat (koma_cpu_clamp (-INFINITY, none), ==, -INFINITY);
  g_assert_cmpfloat (koma_cpu_clamp (INFINITY, none), ==, INFINITY);
  g_assert_true (isnan (koma_cpu_clamp (NAN, relu6)));
}

/* Not only a NaN: the plain one, whichever operand has it. */
static void
test_nan (void)
{
  static const guint32 strange[] = { 0xffffffffu, 0x7f800001u, 0xffc00001u, 0x7fc00000u };

  for (guint i = 0; i < G_N_ELEMENTS (strange); i++) {
    const float            nan = float_from_bits (strange[i]);
    const KomaCpuFloatBits found[] = {
      { .f = koma_cpu_max (nan, -1.0f) },
      { .f = koma_cpu_max (-1.0f, nan) },
      { .f = koma_cpu_max (nan, nan) },
      { .f = koma_cpu_min (nan, -1.0f) },
      { .f = koma_cpu_min (-1.0f, nan) },
      { .f = koma_cpu_min (nan, nan) },
    };

    for (guint j = 0; j < G_N_ELEMENTS (found); j++)
      g_assert_cmphex (found[j].u, ==, KOMA_NAN_BITS);
  }
  g_assert_cmpfloat (koma_cpu_max (-2.0f, -1.0f), ==, -1.0f);
  g_assert_cmpfloat (koma_cpu_min (-2.0f, -1.0f), ==, -2.0f);
}

KOMA_TEST_MAIN (argc, argv)
{
  static const Function functions[] = {
    { "erf", compute_erf, erf, -20.0f, 20.0f, 5e-7 },
    { "exp", compute_exp, exp, -87.3f, 88.7f, 1e-7 },
    { "expm1", compute_expm1, expm1, -104.0f, 88.0f, 1.3e-7 },
    { "sigmoid", compute_sigmoid, define_sigmoid, -87.0f, 88.0f, 1.7e-7 },
    { "tanh", compute_tanh, tanh, -20.0f, 20.0f, 2e-7 },
  };

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (functions); i++) {
    g_autofree char *path = g_strdup_printf ("/cpu-vector-math/error/%s", functions[i].name);
    g_test_add_data_func (path, &functions[i], test_error);
  }
  g_test_add_func ("/cpu-vector-math/erf", test_erf_ends);
  g_test_add_func ("/cpu-vector-math/exp", test_exp_ends);
  g_test_add_func ("/cpu-vector-math/expm1", test_expm1_ends);
  g_test_add_func ("/cpu-vector-math/sigmoid", test_sigmoid_ends);
  g_test_add_func ("/cpu-vector-math/tanh", test_tanh_ends);
  g_test_add_func ("/cpu-vector-math/clamp", test_clamp);
  g_test_add_func ("/cpu-vector-math/nan", test_nan);
  return g_test_run ();
}
