/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What this machine can do at most: no code is faster. It is measured in the run whose figures are
 * compared with it, since clocks differ from one moment to the next. */
#pragma once

#include "engine/runtime/threads.h"

G_BEGIN_DECLS

/* Of a level of the CPU. */
typedef struct
{
  float (*run) (gsize n_steps);
  double flops; /* of a step */
} BenchMultiplyAdd;

typedef struct
{
  /* The greatest so far, of all threads together. */
  double gflops; /* float32; a multiply-add is two */
  double gbytes; /* read from memory in a second */

  /* Private. */
  const BenchMultiplyAdd *multiply_add;
  KomaThreads            *threads; /* borrowed */
  guint                   n_threads;
  guint64                *memory; /* of each thread */
  volatile guint64       *sums;   /* [n_threads] so that nothing is optimised away */
} BenchLimits;

void bench_limits_init (BenchLimits *limits,
                        const char  *level, /* of koma_cpu_kernels_choose() */
                        KomaThreads *threads,
                        guint        n_threads);
void bench_limits_clear (BenchLimits *limits);
void bench_limits_measure (BenchLimits *limits);

G_END_DECLS
