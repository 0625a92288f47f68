/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "agreement.h"

G_BEGIN_DECLS

typedef enum {
  KOMA_BENCHMARK_RUNNING,
  KOMA_BENCHMARK_MEASURED,
  KOMA_BENCHMARK_DIFFERS, /* from plain C, beyond the tolerance */
  KOMA_BENCHMARK_FAILED,
} KomaBenchmarkState;

/* Times are in ms, of a whole batch. */
typedef struct
{
  KomaBenchmarkState state;
  double             prepare_ms; /* compiling, and uploading of weights */
  double             first_ms;   /* of the first run */
  double             min_ms;     /* of the steady runs that followed … */
  double             low_ms;     /* … the 5th percentile … */
  double             median_ms;
  double             high_ms; /* … and the 95th */
  guint              n_runs;  /* steady ones */
  /* Allocated while preparing and in the first run, on the host and on the
   * device; by other threads of the process too. */
  gsize         memory_bytes;
  KomaAgreement agreement;
  GError       *error; /* (nullable) why it failed */
} KomaBenchmarkResult;

/* All zeros: quick and compared with plain C, as automatic choice wants it. */
typedef struct
{
  KomaSessionOptions session; /* with the backend named; what it points to is not copied */
  /* (nullable) One picture of the first input, for each place of the batch;
   * NULL: sample-input.h. It must live until the first run. */
  const float *picture;
  guint        min_runs; /* steady ones; 0: 3 */
  guint        max_runs; /* 0: 250 */
  double       runs_ms;  /* after which there are no more than @min_runs; 0: 250 */
  gboolean     is_uncompared;
  gboolean     is_measured_anyway; /* a difference does not end it: MEASURED */
} KomaBenchmarkOptions;

/* Times one backend with a model, in short steps, so that other work of the
 * thread need not wait long. Made, stepped and freed on one thread. */
typedef struct _KomaBenchmark KomaBenchmark;

KomaBenchmark             *koma_benchmark_new (const KomaGraph            *graph,
                                               const KomaBenchmarkOptions *options);
void                       koma_benchmark_free (KomaBenchmark *benchmark);
gboolean                   koma_benchmark_step (KomaBenchmark *benchmark); /* is there more to do */
gboolean                   koma_benchmark_run (KomaBenchmark *benchmark, GError **error);
const KomaBenchmarkResult *koma_benchmark_get_result (const KomaBenchmark *benchmark);
KomaSession               *koma_benchmark_get_session (KomaBenchmark *benchmark); /* (nullable) */

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaBenchmark, koma_benchmark_free)

G_END_DECLS
