/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "machine-limits.h"

#include <string.h>
#include <time.h>

/* About 1 ms. */
#define N_STEPS 300000
/* Of a thread; more than a cache holds. */
#define READ_BYTES ((gsize) 64 << 20)

extern const BenchMultiplyAdd bench_multiply_add_baseline;
#ifdef KOMA_CPU_HAS_X86_LEVELS
extern const BenchMultiplyAdd bench_multiply_add_avx2;
extern const BenchMultiplyAdd bench_multiply_add_avx512;
#endif

static const BenchMultiplyAdd *
find_multiply_add (const char *level)
{
#ifdef KOMA_CPU_HAS_X86_LEVELS
  if (g_str_has_prefix (level, "avx512"))
    return &bench_multiply_add_avx512;
  if (g_str_has_prefix (level, "avx2"))
    return &bench_multiply_add_avx2;
#endif
  return &bench_multiply_add_baseline;
}

/**
 * bench_limits_init:
 *
 * Nothing is measured yet.
 */
void
bench_limits_init (BenchLimits *limits,
                   const char  *level,
                   KomaThreads *threads,
                   guint        n_threads)
{
  *limits = (BenchLimits){
    .multiply_add = find_multiply_add (level),
    .threads = threads,
    .n_threads = n_threads,
    .memory = g_malloc (n_threads * READ_BYTES),
    .sums = g_new0 (guint64, n_threads),
  };
  memset (limits->memory, 1, n_threads * READ_BYTES);
}

/**
 * bench_limits_clear:
 * @limits: initialised or zeroed
 */
void
bench_limits_clear (BenchLimits *limits)
{
  g_free (limits->memory);
  g_free ((gpointer) limits->sums);
  *limits = (BenchLimits){ 0 };
}

static void
multiply (void  *data,
          size_t thread)
{
  const BenchLimits *limits = data;

  limits->sums[thread] += (guint64) limits->multiply_add->run (N_STEPS);
}

static void
read_memory (void  *data,
             size_t thread)
{
  const BenchLimits *limits = data;
  const gsize        n = READ_BYTES / sizeof (guint64);
  const guint64     *words = limits->memory + thread * n;
  guint64            sums[16] = { 0 };

  for (gsize i = 0; i < n; i += G_N_ELEMENTS (sums))
    for (guint j = 0; j < G_N_ELEMENTS (sums); j++)
      sums[j] += words[i + j];
  for (guint j = 0; j < G_N_ELEMENTS (sums); j++)
    limits->sums[thread] += sums[j];
}

/* Returns: seconds */
static double
take_time (BenchLimits *limits,
           KomaUnitFunc task)
{
  struct timespec begin = { 0 };
  struct timespec end = { 0 };

  clock_gettime (CLOCK_MONOTONIC, &begin);
  koma_threads_start (limits->threads);
  koma_threads_divide (limits->threads, task, limits, limits->n_threads);
  clock_gettime (CLOCK_MONOTONIC, &end);
  return (end.tv_sec - begin.tv_sec) + (end.tv_nsec - begin.tv_nsec) * 1e-9;
}

/**
 * bench_limits_measure:
 *
 * Measures for some milliseconds. Called again and again between what is measured, it finds the
 * limits also while other programs run.
 */
void
bench_limits_measure (BenchLimits *limits)
{
  const double flops = limits->n_threads * N_STEPS * limits->multiply_add->flops;
  const double bytes = (double) limits->n_threads * READ_BYTES;

  limits->gflops = MAX (limits->gflops, 1e-9 * flops / take_time (limits, multiply));
  limits->gbytes = MAX (limits->gbytes, 1e-9 * bytes / take_time (limits, read_memory));
}
