/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/koma-app.h"

G_BEGIN_DECLS

/* A step of a model, or several that were timed as one. */
typedef struct
{
  char       *name;       /* "Conv1"; "Conv1 … Logits" */
  const char *op;         /* "Conv2D"; "" where it is several steps */
  KomaShape   shape;      /* of its output */
  char       *shape_text; /* "[1,112,112,32]" */
  const char *backend;    /* that computes it: "cpu" for single steps of others' sessions */
  guint       n_steps;
  guint       n_runs;
  double      median_ms;
  double      total_ms;   /* of all runs */
  double      share;      /* 0 … 1 of the sum of all medians */
  gsize       size_bytes; /* of the values it computes, as float32 */
} KomaProfileRow;

/* The time of each step of a model. Immutable; atomic reference count, any thread. */
typedef struct
{
  gatomicrefcount ref_count;

  char           *model;       /* its name, for people */
  char           *path;        /* of its file */
  const char     *backend;     /* static: "xnnpack" */
  gboolean        is_software; /* a graphics card's work was done by the processor */
  guint           n_threads;
  guint           batch;
  guint           n_runs;   /* that were timed; a row may have fewer, if its device was disturbed */
  double          sum_ms;   /* of all medians */
  double          whole_ms; /* a run in one piece, where each step was computed by itself; else 0 */
  guint           n_rows;
  KomaProfileRow *rows; /* [n_rows] in the order of running */
} KomaProfileReport;

/* Of a session that was profiled: see koma_session_set_profiling (). @whole_ms: a
 * run of the model in one piece, where the session was split; else 0.
 * Thread: the session's. */
KomaProfileReport *koma_profile_report_new (const KomaSession *session,
                                            KomaModel         *model,
                                            double             whole_ms);
KomaProfileReport *koma_profile_report_ref (KomaProfileReport *report);
void               koma_profile_report_unref (KomaProfileReport *report);

/* To keep: as `koma profile --format csv` and json print it. */
char *koma_profile_report_to_csv (const KomaProfileReport *report);
char *koma_profile_report_to_json (const KomaProfileReport *report);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaProfileReport, koma_profile_report_unref)

G_END_DECLS
