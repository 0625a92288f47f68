/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/backends/backends.h"
#include "engine/model/recipe.h"
#include "profile.h"

G_BEGIN_DECLS

/* A graph compiled for one backend at one batch size: prepared once, run
 * many times. Made, used and freed on one thread. */
typedef struct _KomaSession KomaSession;

typedef struct
{
  const char      *backend;      /* (nullable) "xnnpack"; NULL: the best there is */
  guint            batch;        /* 0: as the graph says, 1 if it leaves it open */
  guint            n_threads;    /* 0: koma_cpu_count_available () */
  const char      *cpu_level;    /* (nullable) see KomaSegmentSpec */
  const KomaShape *input_shapes; /* (nullable) [n_input_shapes], for open sizes */
  guint            n_input_shapes;
  KomaPrecision    precision; /* 0: as flags say; float16 only where a backend has it */
  /* (nullable) How pictures become the first input, for what is tried before
   * tensors are stored as float16; NULL: values in [-1, 1]. */
  const KomaRecipe *recipe;
  gboolean          is_range_known; /* that was tried with this graph, and it fits */
  /* A backend gets each node by itself, so that one which can not look into
   * what it computes is timed node by node all the same; slower. */
  gboolean is_split;

  const KomaProgress *progress; /* (nullable) of the call that gets them */
} KomaSessionOptions;

/* What runs where, for `koma inspect`. */
typedef struct
{
  const KomaNode         *node;
  const KomaBackendClass *backend;
  const char             *reason; /* (nullable) why not on the one asked for */
} KomaSessionStep;

KomaSession *koma_session_new (const KomaGraph          *graph,
                               const KomaSessionOptions *options, /* (nullable) */
                               GError                  **error);
void         koma_session_free (KomaSession *session);
gboolean     koma_session_warm (KomaSession        *session,
                                const KomaProgress *progress, /* (nullable) */
                                GError            **error);
gboolean     koma_session_run (KomaSession *session,
                               GError     **error);
gboolean     koma_session_check_output (KomaSession *session,
                                        guint        index,
                                        gsize        n_elems,
                                        GError     **error);

const KomaBackendClass *koma_session_get_backend (const KomaSession *session);
KomaPrecision           koma_session_get_precision (const KomaSession *session);
guint                   koma_session_get_n_threads (const KomaSession *session);
guint                   koma_session_get_batch (const KomaSession *session);
const KomaGraph        *koma_session_get_graph (const KomaSession *session); /* passes done */
guint                   koma_session_get_n_steps (const KomaSession *session);
KomaSessionStep         koma_session_get_step (const KomaSession *session, guint index);
gsize                   koma_session_get_arena_bytes (const KomaSession *session);

/* What steps take: switched on, the runs that follow are timed. A backend that
 * can not look into its segments has them timed as one: @ret_n_steps steps from
 * this on, 0 for those behind the first. */
void            koma_session_set_profiling (KomaSession *session, gboolean is_profiling);
KomaProfileTime koma_session_get_time (const KomaSession *session,
                                       guint              index,
                                       guint             *ret_n_steps);

/* Values by index; data stays where it is for the life of the session.
 * Inputs are written before, outputs read after each run. */
guint            koma_session_get_n_inputs (const KomaSession *session);
const KomaValue *koma_session_get_input (const KomaSession *session, guint index);
gpointer         koma_session_get_input_data (KomaSession *session, guint index);
guint            koma_session_get_n_outputs (const KomaSession *session);
const char      *koma_session_get_output_name (const KomaSession *session, guint index);
const KomaValue *koma_session_get_output (const KomaSession *session, guint index);
gconstpointer    koma_session_get_output_data (const KomaSession *session, guint index);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaSession, koma_session_free)

G_END_DECLS
