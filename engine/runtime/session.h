/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/backends/backends.h"
#include "engine/model/recipe.h"
#include "carry.h"
#include "profile.h"

G_BEGIN_DECLS

/* A graph compiled for one backend at one batch size: prepared once, run
 * many times. Made, used and freed on one thread. Sessions share constants, and "cpu" what it makes
 * of large ones. */
typedef struct _KomaSession KomaSession;
typedef struct _KomaThreads KomaThreads; /* threads.h */

typedef struct
{
  const char      *backend;      /* (nullable) "xnnpack"; NULL: the best there is */
  guint            batch;        /* 0: as the graph says, 1 if it leaves it open */
  guint            n_threads;    /* 0: koma_cpu_count_available () */
  KomaThreads     *threads;      /* (nullable) (borrowed) n_threads, shared with other sessions */
  const char      *cpu_level;    /* (nullable) see KomaSegmentSpec */
  const KomaShape *input_shapes; /* (nullable) [n_input_shapes], for open sizes */
  guint            n_input_shapes;
  KomaPrecision    precision; /* 0: as the flags say; float16 if the backend has it */
  /* (nullable) How pictures become the first input: for the check of ranges
   * before tensors are stored as float16. NULL: values in [-1, 1]. */
  const KomaRecipe *recipe;
  gboolean          is_range_known; /* skip this check: the graph has passed it */
  /* Where the graph can not do @batch, the batch is as the graph says. */
  gboolean is_batch_flexible;
  /* One segment for each node, so that a backend that cannot time nodes inside
   * a segment is timed node by node; slower. */
  gboolean is_split;
  /* Few runs, or none: "cpu" packs large weights in the first run, layer by layer, so that they are
   * not in memory twice. Another run packs them once more, and keeps them. */
  gboolean is_brief;

  /* (nullable) [of the inputs] Memory of koma_memory_alloc () that an input lies in, of its size,
   * which sessions may share and which outlives them; NULL entries: the session's own. */
  gpointer const  *input_memory;
  const KomaCarry *carries; /* (nullable) [n_carries] */
  guint            n_carries;
  /* Inputs and outputs have no memory of their own: koma_session_bind () says where they lie before
   * the first run. Without input_memory and carries. */
  gboolean are_ends_bound;

  const KomaProgress *progress; /* (nullable) of koma_session_new () */
} KomaSessionOptions;

/* A node and its backend, for `koma inspect`. */
typedef struct
{
  const KomaNode         *node;
  const KomaBackendClass *backend;
  const char             *reason;     /* (nullable) why it does not run on the backend asked for */
  gboolean                is_integer; /* it computes with the integers of a quantised model … */
  gboolean                is_rounded; /* … or stands for what their types would round */
} KomaSessionStep;

KomaSession *koma_session_new (const KomaGraph          *graph,
                               const KomaSessionOptions *options, /* (nullable) */
                               GError                  **error);
void         koma_session_adopt (KomaSession *session);
void         koma_session_free (KomaSession *session);
gboolean     koma_session_warm (KomaSession        *session,
                                const KomaProgress *progress, /* (nullable) */
                                GError            **error);
gboolean     koma_session_run (KomaSession *session,
                               GError     **error);
void         koma_session_bind (KomaSession         *session,
                                gconstpointer const *inputs, /* [n inputs] */
                                gpointer const      *outputs);    /* [n outputs] (nullable) each */
gboolean     koma_session_check_output (KomaSession *session,
                                        guint        index,
                                        gsize        n_elems,
                                        GError     **error);

const KomaBackendClass *koma_session_get_backend (const KomaSession *session);
KomaPrecision           koma_session_get_precision (const KomaSession *session);
gboolean                koma_session_is_integer (const KomaSession *session);
guint                   koma_session_get_n_threads (const KomaSession *session);
guint                   koma_session_get_batch (const KomaSession *session);
const KomaGraph        *koma_session_get_graph (const KomaSession *session); /* passes done */
guint                   koma_session_get_n_steps (const KomaSession *session);
KomaSessionStep         koma_session_get_step (const KomaSession *session, guint index);
gsize                   koma_session_get_arena_bytes (const KomaSession *session);

/* Times of the steps, in the runs after profiling was switched on. A backend
 * that cannot time nodes has its segments timed as one: the first step has the
 * time of @ret_n_steps steps, and the others have 0 there. */
void            koma_session_set_profiling (KomaSession *session, gboolean is_profiling);
KomaProfileTime koma_session_get_time (const KomaSession *session,
                                       guint              index,
                                       guint             *ret_n_steps);

/* Inputs and outputs by index. Their memory does not move during the life of
 * the session, unless it is bound. Inputs are written before a run, outputs read after it. */
guint            koma_session_get_n_inputs (const KomaSession *session);
const KomaValue *koma_session_get_input (const KomaSession *session, guint index);
gpointer         koma_session_get_input_data (KomaSession *session, guint index);
guint            koma_session_get_n_outputs (const KomaSession *session);
const char      *koma_session_get_output_name (const KomaSession *session, guint index);
const KomaValue *koma_session_get_output (const KomaSession *session, guint index);
gconstpointer    koma_session_get_output_data (const KomaSession *session, guint index);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaSession, koma_session_free)

G_END_DECLS
