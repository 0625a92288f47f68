/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The functions of one float and the softmax of a line at every level of this CPU, against libm in
 * double: lines of awkward lengths, infinities, NaN. */
#include <math.h>

#include "engine/backends/cpu/kernels/kernels.h"
#include "tests/test-main.h"

#define MAX_LENGTH 1000
#define GUARD      12345.0f

typedef struct
{
  const char       *name;
  KomaCpuFunctionId id;
  double (*define) (double x);
  double max_error; /* of 1 and of the value */
} Function;

static const gsize lengths[] = { 0, 1, 2, 3, 13, 16, 33, 127, MAX_LENGTH };

static double
define_gelu (double x)
{
  return 0.5 * x * (1.0 + erf (x / sqrt (2.0)));
}

static double
define_gelu_tanh (double x)
{
  return 0.5 * x * (1.0 + tanh (sqrt (2.0 / G_PI) * (x + 0.044715 * x * x * x)));
}

static double
define_sigmoid (double x)
{
  return 1.0 / (1.0 + exp (-x));
}

static const Function functions[] = {
  { "erf", KOMA_CPU_ERF, erf, 5e-7 },
  { "exp", KOMA_CPU_EXP, exp, 2e-7 },
  /* ½ |x| times that of erf, which is 1 from |x| = 4 √2 on. */
  { "gelu", KOMA_CPU_GELU, define_gelu, 1.2e-6 },
  { "gelu-tanh", KOMA_CPU_GELU_TANH, define_gelu_tanh, 3e-7 },
  { "sigmoid", KOMA_CPU_SIGMOID, define_sigmoid, 2e-7 },
  { "tanh", KOMA_CPU_TANH, tanh, 3e-7 },
};

static const KomaCpuKernels *
choose (const char *level)
{
  const KomaCpuKernels *kernels = koma_cpu_kernels_choose (level, NULL);

  if (kernels == NULL)
    g_test_skip_printf ("this processor lacks %s", level);
  return kernels;
}

static void
fill (float *elems)
{
  for (gsize i = 0; i < MAX_LENGTH; i++)
    elems[i] = (float) g_test_rand_double_range (-12.0, 12.0);
}

static void
check_function (const Function       *function,
                const KomaCpuKernels *kernels,
                gsize                 n)
{
  float in[MAX_LENGTH];
  float out[MAX_LENGTH + 1];

  fill (in);
  out[n] = GUARD;
  kernels->functions[function->id](in, out, n);
  g_assert_cmpfloat (out[n], ==, GUARD);
  for (gsize i = 0; i < n; i++) {
    const double expected = function->define (in[i]);

    g_assert_cmpfloat_with_epsilon (out[i], expected,
                                    function->max_error * (1.0 + fabs (expected)));
  }
}

static void
test_functions (gconstpointer level)
{
  const KomaCpuKernels *kernels = choose (level);

  for (guint f = 0; kernels != NULL && f < G_N_ELEMENTS (functions); f++)
    for (guint i = 0; i < G_N_ELEMENTS (lengths); i++)
      check_function (&functions[f], kernels, lengths[i]);
}

/* A vector of each. */
static void
test_ends (gconstpointer level)
{
  static const float    ends[] = { INFINITY, -INFINITY, NAN };
  const KomaCpuKernels *kernels = choose (level);
  float                 in[48];
  float                 out[48];

  if (kernels == NULL)
    return;
  for (guint i = 0; i < 48; i++)
    in[i] = ends[i / 16];
  for (guint f = 0; f < G_N_ELEMENTS (functions); f++) {
    kernels->functions[functions[f].id](in, out, 48);
    for (guint i = 0; i < 16; i++)
      g_assert_cmpfloat (out[i], ==, functions[f].define (INFINITY));
    for (guint i = 32; i < 48; i++)
      g_assert_true (isnan (out[i]));
  }
}

static void
check_softmax (const KomaCpuKernels *kernels,
               gsize                 n)
{
  float  in[MAX_LENGTH];
  float  out[MAX_LENGTH + 1];
  double max = -INFINITY;
  double sum = 0.0;

  fill (in);
  out[n] = GUARD;
  kernels->softmax_line (in, out, n);
  g_assert_cmpfloat (out[n], ==, GUARD);
  for (gsize i = 0; i < n; i++)
    max = MAX (max, (double) in[i]);
  for (gsize i = 0; i < n; i++)
    sum += exp (in[i] - max);
  for (gsize i = 0; i < n; i++)
    g_assert_cmpfloat_with_epsilon (out[i], exp (in[i] - max) / sum, 5e-7);
}

/* Values from which exp () would overflow, masked ones, and one that is not a number. */
static void
check_softmax_ends (const KomaCpuKernels *kernels)
{
  float in[40];
  float out[40];

  for (guint i = 0; i < 40; i++)
    in[i] = i % 2 == 0 ? 1000.0f : -INFINITY;
  kernels->softmax_line (in, out, 40);
  for (guint i = 0; i < 40; i++)
    g_assert_cmpfloat_with_epsilon (out[i], i % 2 == 0 ? 0.05f : 0.0f, 1e-7f);
  in[7] = NAN;
  kernels->softmax_line (in, out, 40);
  for (guint i = 0; i < 40; i++)
    g_assert_true (isnan (out[i]));
}

static void
test_softmax (gconstpointer level)
{
  const KomaCpuKernels *kernels = choose (level);

  if (kernels == NULL)
    return;
  for (guint i = 0; i < G_N_ELEMENTS (lengths); i++)
    check_softmax (kernels, lengths[i]);
  check_softmax_ends (kernels);
}

KOMA_TEST_MAIN (argc, argv)
{
  static const char *const levels[] = { "baseline", "avx2", "avx512" };

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (levels); i++) {
    g_autofree char *functions_path = g_strdup_printf ("/cpu-functions/%s/lengths", levels[i]);
    g_autofree char *ends_path = g_strdup_printf ("/cpu-functions/%s/ends", levels[i]);
    g_autofree char *softmax_path = g_strdup_printf ("/cpu-functions/%s/softmax", levels[i]);

    g_test_add_data_func (functions_path, levels[i], test_functions);
    g_test_add_data_func (ends_path, levels[i], test_ends);
    g_test_add_data_func (softmax_path, levels[i], test_softmax);
  }
  return g_test_run ();
}
