/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum {
  KOMA_COMPARED_WAITING,
  KOMA_COMPARED_RUNNING,
  KOMA_COMPARED_MEASURED,
  KOMA_COMPARED_FAILED,   /* @reason */
  KOMA_COMPARED_LEFT_OUT, /* @reason: it would take too long */
} KomaComparedState;

/* A model on one backend with one batch. Times in ms, of the whole batch. */
typedef struct
{
  guint             batch;
  KomaComparedState state;
  double            prepare_ms;   /* compiling, and weights to where they belong */
  double            first_ms;     /* of the first run */
  double            median_ms;    /* of the steady runs that follow … */
  double            low_ms;       /* … and of 90 % of them: 5th … */
  double            high_ms;      /* … and 95th percentile */
  guint             n_runs;       /* steady ones */
  gsize             memory_bytes; /* that it took, weights and values, on host and device */
  char             *reason;       /* (nullable) in English */
  double            expected_ms;  /* of a run that was left out for its length; else 0 */
} KomaComparedBatch;

/* A model on one backend. */
typedef struct
{
  const char *name;        /* "xnnpack" */
  const char *title;       /* "XNNPACK" */
  char       *device;      /* (nullable) */
  char       *reason;      /* (nullable) why it can not be used: there are no batches then */
  gboolean    is_software; /* a graphics card imitated on the processor */

  KomaComparedBatch *batches; /* [n_batches] 1, 2, 4 … */
  guint              n_batches;

  /* With plain C, on the same numbers; when the first batch has been measured. */
  gboolean is_compared;
  gboolean is_agreeing;
  double   difference; /* the greatest, in parts of the range of plain C's output */
  char    *op;         /* (nullable) of the first node that differs: "Conv2D" */
  char    *node;       /* (nullable) its name */
  char    *answer;     /* (nullable) the best class of the picture, as people call it */
  double   score;      /* of it, 0 … 1 */
} KomaComparedBackend;

/* The result of comparing backends on one model, so far or in the end. Not
 * changed any more once it is shared; atomic reference count, any thread. */
typedef struct
{
  gatomicrefcount ref_count;

  char                *model;   /* its name, for people */
  char                *picture; /* (nullable) likewise; NULL: made numbers */
  guint                n_threads;
  gboolean             is_disturbed; /* less exact: pictures were classified meanwhile */
  guint                n_backends;
  KomaComparedBackend *backends; /* [n_backends] in the order of their priority */
} KomaComparison;

/* All waits; @max_batch: a power of 2. Thread: any but main: drivers may be loaded. */
KomaComparison *koma_comparison_new (const char *model,
                                     const char *picture, /* (nullable) */
                                     guint       n_threads,
                                     guint       max_batch);
KomaComparison *koma_comparison_copy (const KomaComparison *comparison);
KomaComparison *koma_comparison_ref (KomaComparison *comparison);
void            koma_comparison_unref (KomaComparison *comparison);

/* How many of all batches of all backends are done, 0 … 1. */
double koma_comparison_get_fraction (const KomaComparison *comparison);
/* (nullable) clearly the fastest for one picture, of those that agree */
const KomaComparedBackend *koma_comparison_get_fastest (const KomaComparison *comparison);

/* 0 where it was not measured. */
double koma_compared_batch_get_pictures_per_second (const KomaComparedBatch *batch);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaComparison, koma_comparison_unref)

G_END_DECLS
