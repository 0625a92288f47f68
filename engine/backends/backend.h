/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "backend-memory.h"
#include "engine/graph/graph.h"
#include "engine/runtime/precision.h"
#include "engine/runtime/progress.h"
#include "engine/runtime/threads.h"

G_BEGIN_DECLS

/**
 * KomaSegmentSpec:
 *
 * The part of a graph that one backend is asked to compile: some nodes, in
 * topological order, with everything about them settled (shapes, constants,
 * params). Borrowed: valid until the segment is freed.
 */
typedef struct
{
  const KomaGraph *graph;
  const guint     *nodes; /* indices */
  guint            n_nodes;
  /* Values that come from outside and that others read; no constants. */
  const KomaValueId *inputs;
  guint              n_inputs;
  const KomaValueId *outputs;
  guint              n_outputs;
  /* Host memory of each value, by its id: constants, @inputs, @outputs and,
   * where the backend class says so, the values between. Otherwise NULL.
   * KOMA_MEMORY_ALIGNMENT and KOMA_MEMORY_PADDING hold. */
  void *const  *buffers;
  KomaThreads  *threads;   /* NULL: the calling thread alone */
  guint         n_threads; /* 1 or more */
  const char   *cpu_level; /* (nullable) "baseline", "avx2", "avx512"; NULL: the best */
  KomaPrecision precision; /* never KOMA_PRECISION_AS_FLAGS */
} KomaSegmentSpec;

/* Each backend derives its own from this. */
typedef struct _KomaSegment KomaSegment;

/**
 * KomaBackendClass:
 *
 * A backend is a table of functions. All but @probe and @supports are called
 * on the thread that owns the session.
 */
typedef struct
{
  /* (mandatory) What options and KOMA_BACKEND call it: "cpu". */
  const char *name;

  /* (mandatory) What people read: "Plain C". */
  const char *title;

  /* Automatic choice takes the highest that is available. */
  guint priority;

  /* Automatic choice never takes it for its priority, only after a trial. */
  gboolean is_only_named;

  /* (optional) Whether its device is a program on the processor: automatic
   * choice does not even try that. After a probe; thread: any. */
  gboolean (*is_software) (void);

  /* Whether its kernels may make a number of NaN, as a clamp made of the
   * processor's MIN and MAX does: then it gets no graph with constants that
   * are not finite. */
  gboolean loses_nan;

  /* Whether @compile wants a host buffer for every value of the segment, not
   * only for those at its border. */
  gboolean wants_inner_buffers;

  /* (mandatory) Is it here? @ret_device names what computes ("AMD EPYC,
   * avx512"); the error says why not. Thread: any. */
  gboolean (*probe) (char   **ret_device,
                     GError **error);

  /* (mandatory) Can it compute this node of an inferred graph? The error
   * is the reason. Thread: any. */
  gboolean (*supports) (const KomaGraph *graph,
                        const KomaNode  *node,
                        GError         **error);

  /* (optional) In what it would store tensors, on this device and by the
   * flags; the error says why not in what was asked for. Left out: float32
   * and nothing else. Thread: any. */
  gboolean (*choose_precision) (KomaPrecision  asked,
                                KomaPrecision *ret_precision,
                                GError       **error);

  /* (mandatory) Everything that can fail by shape, and everything that
   * allocates, happens here and in @finish. */
  KomaSegment *(*compile) (const KomaSegmentSpec *spec,
                           const KomaProgress    *progress, /* (nullable) */
                           GError               **error);

  /* (optional) Ends what @compile has begun, on other threads perhaps; all
   * segments of a session are begun before the first is finished. */
  gboolean (*finish) (KomaSegment        *segment,
                      const KomaProgress *progress, /* (nullable) */
                      GError            **error);

  /* (optional) A first run that takes long and tells how far it is; without
   * it that is @run. */
  gboolean (*warm) (KomaSegment        *segment,
                    const KomaProgress *progress, /* (nullable) */
                    GError            **error);

  /* (mandatory) Reads the input buffers, writes the output buffers. Nothing
   * is allocated. Fails only if the device does (a lost GPU). */
  gboolean (*run) (KomaSegment *segment,
                   GError     **error);

  /* (optional) Switches timing of single nodes on or off: what that needs is
   * made here. FALSE where the device can not. */
  gboolean (*set_profiling) (KomaSegment *segment,
                             gboolean     is_profiling);

  /* (with @set_profiling) As @run, with the time of each node of the spec; a
   * negative one is none, as where the device was disturbed. */
  gboolean (*run_profiled) (KomaSegment *segment,
                            double      *ret_ms, /* [spec->n_nodes] */
                            GError     **error);

  /* (mandatory) */
  void (*free) (KomaSegment *segment);

  /* (optional) What it holds now; tests look whether it comes back to where
   * it was. Left out: nothing. Thread: any. */
  void (*get_memory) (KomaBackendMemory *ret_memory);

  /* (optional) Frees what it keeps for sessions to come of the calling thread. */
  void (*leave_thread) (void);
} KomaBackendClass;

struct _KomaSegment
{
  const KomaBackendClass *klass;
};

G_END_DECLS
