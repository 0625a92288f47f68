/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/backends/backend.h"
#include "carry.h"
#include "lifetimes.h"
#include "partition.h"
#include "profile.h"

G_BEGIN_DECLS

/* A compiled graph: segments of one backend each, and one arena for the values
 * between them. The graph must outlive it. Made, run and freed on one thread. */
typedef struct
{
  /* Immutable after construction. */
  const KomaGraph *graph;
  KomaPartition   *partition;
  guint           *segment_of;  /* [n_nodes] by step */
  void           **buffers;     /* [n_values] NULL for those that a backend keeps to itself */
  gsize            arena_bytes; /* of all values together, those of backends not counted */

  /* Private. */
  KomaLifetime            *lifetimes; /* [n_values] */
  guint                   *uses;      /* [n_values] */
  gpointer                 arena;
  GArray                  *copies;      /* KomaCarry: what is not carried in place */
  struct _KomaProgramPart *parts;       /* [partition->n_segments] */
  gboolean                 is_checked;  /* a segment is one node */
  gboolean                 is_debugged; /* the flag DEBUG: checked, and told of */

  /* Private, while profiling. */
  KomaProfile *profile;  /* (nullable) */
  double      *times_ms; /* [n_nodes] of one run */
} KomaProgram;

typedef struct
{
  const KomaBackendClass *backend;
  KomaThreads            *threads;
  guint                   n_threads;
  const char             *cpu_level;  /* (nullable) */
  KomaPrecision           precision;  /* never KOMA_PRECISION_AS_FLAGS */
  const KomaProgress     *progress;   /* (nullable) of making it */
  gboolean                is_split;   /* a segment for each node */
  gboolean                is_brief;   /* see KomaSessionOptions */
  gboolean                is_checked; /* split, and a run fails at the first NaN or infinity */
  /* (nullable) [n_inputs] (borrowed) where inputs lie; NULL: in the arena */
  gpointer const  *input_memory;
  const KomaCarry *carries; /* (nullable) [n_carries] */
  guint            n_carries;
  gboolean         are_ends_bound; /* inputs and outputs lie where koma_program_bind () says */
} KomaProgramOptions;

KomaProgram *koma_program_new (const KomaGraph          *graph,
                               const KomaProgramOptions *options,
                               GError                  **error);
void         koma_program_free (KomaProgram *program);
gboolean     koma_program_warm (KomaProgram        *program,
                                const KomaProgress *progress, /* (nullable) */
                                GError            **error);
gboolean     koma_program_run (KomaProgram *program,
                               GError     **error);
void         koma_program_bind (KomaProgram         *program,
                                gconstpointer const *inputs, /* [n inputs] */
                                gpointer const      *outputs);    /* [n outputs] (nullable) each */

void            koma_program_set_profiling (KomaProgram *program,
                                            gboolean     is_profiling);
KomaProfileTime koma_program_get_time (const KomaProgram *program,
                                       guint              step,
                                       guint             *ret_n_steps);

gboolean koma_program_check_output (KomaProgram              *program,
                                    KomaValueId               id,
                                    gsize                     n_elems,
                                    const KomaProgramOptions *options,
                                    GError                  **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaProgram, koma_program_free)

G_END_DECLS
