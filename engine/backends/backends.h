/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/graph/graph-info.h"
#include "engine/koma/koma-error.h"
#include "engine/runtime/precision.h"
#include "engine/runtime/progress.h"

G_BEGIN_DECLS

/* Private to backends; see backend.h. */
typedef struct _KomaSegment     KomaSegment;
typedef struct _KomaSegmentSpec KomaSegmentSpec;

/* Memory that a backend uses in the whole process, without the buffers of
 * koma_memory_alloc (), which are counted in memory.h. */
typedef struct
{
  guint n_objects;  /* of sessions: buffers, textures, blocks of memory */
  guint n_kept;     /* kept for later sessions: compiled programs, whose size is not known */
  gsize size_bytes; /* of the objects */
} KomaBackendMemory;

/**
 * KomaBackendClass:
 *
 * A backend is a table of functions. All but @probe and @supports are called
 * on the thread that owns the session.
 */
typedef struct
{
  /* (mandatory) The name in options and KOMA_BACKEND: "cpu". */
  const char *name;

  /* (mandatory) The name for people: "Plain C". */
  const char *title;

  /* Automatic choice takes it only after a benchmark, never for its place. */
  gboolean is_only_named;

  /* (optional) Whether its device is emulated on the processor: automatic
   * choice does not measure such a device. After @probe; thread: any. */
  gboolean (*is_software) (void);

  /* Whether it computes on the processors that all other threads share. Then several sessions of
   * one thread each answer more pictures than one of several, which meet after every op. */
  gboolean is_host;
  gboolean spins; /* for milliseconds, while they wait for each other */

  /* Whether its kernels may turn NaN into a number, as a clamp with the
   * processor's MIN and MAX does. Such a backend gets no graph with constants
   * that are not finite. */
  gboolean loses_nan;

  /* Whether it computes ops of quantised models in integers; @supports is asked about each. A
   * backend that does not gets them in float32, with FakeQuantize between. */
  gboolean computes_integers;

  /* Whether @compile wants a host buffer for every value of the segment, not
   * only for those at its border. */
  gboolean wants_inner_buffers;

  /* (optional, with @wants_inner_buffers) How many nodes it computes together: the first of @rest
   * and those behind it. What only they read gets no host memory. Thread: any. */
  guint (*count_together) (const KomaSegmentSpec *rest); /* see koma_lifetimes_find () */

  /* (mandatory) Is it available? @ret_device names the device ("AMD EPYC,
   * avx512"); the error says why it is not. Thread: any. */
  gboolean (*probe) (char   **ret_device,
                     GError **error);

  /* (mandatory) Whether it can compute this node of an inferred graph, or why not. Thread: any. */
  gboolean (*supports) (const KomaGraph *graph,
                        const KomaNode  *node,
                        GError         **error);

  /* (optional) The precision in which it stores tensors on this device, as the flags want it; the
   * error says why it has not the one asked for. NULL: float32 only. Thread: any. */
  gboolean (*choose_precision) (KomaPrecision  asked,
                                KomaPrecision *ret_precision,
                                GError       **error);

  /* (optional) What a trial found on this device, for people; not a part of its name, by which
   * measurements are kept. (transfer full) (nullable) Thread: any. */
  char *(*describe_tuning) (void);

  /* (mandatory) Everything that can fail by shape, and everything that allocates, happens here and
   * in @finish.
   *
   * Errors: %KOMA_ERROR_MEMORY; %KOMA_ERROR_BACKEND; %KOMA_ERROR_UNSUPPORTED; %G_IO_ERROR_CANCELLED
   * by @progress. */
  KomaSegment *(*compile) (const KomaSegmentSpec *spec,
                           const KomaProgress    *progress, /* (nullable) */
                           GError               **error);

  /* (optional) Waits for the work that @compile has started, perhaps on other threads. All segments
   * of a session are compiled before the first is finished. */
  gboolean (*finish) (KomaSegment        *segment,
                      const KomaProgress *progress, /* (nullable) */
                      GError            **error);

  /* (optional) A first run that takes long, with progress. NULL: @run. */
  gboolean (*warm) (KomaSegment        *segment,
                    const KomaProgress *progress, /* (nullable) */
                    GError            **error);

  /* (mandatory) Reads the input buffers, writes the output buffers. Nothing
   * is allocated. Errors: %KOMA_ERROR_BACKEND if the device is lost. */
  gboolean (*run) (KomaSegment *segment,
                   GError     **error);

  /* (optional) Switches timing of single nodes on or off, and allocates for
   * it. FALSE if the device cannot time them. */
  gboolean (*set_profiling) (KomaSegment *segment,
                             gboolean     is_profiling);

  /* (with @set_profiling) As @run, with the time of each node of the spec;
   * negative if it could not be measured. */
  gboolean (*run_profiled) (KomaSegment *segment,
                            double      *ret_ms, /* [spec->n_nodes] */
                            GError     **error);

  /* (mandatory) */
  void (*free) (KomaSegment *segment);

  /* (optional) The memory that it uses now. NULL: none. Thread: any. */
  void (*get_memory) (KomaBackendMemory *ret_memory);

  /* (optional) Frees what it keeps for later sessions of the calling thread. */
  void (*leave_thread) (void);
} KomaBackendClass;

/* The registry: backends.c has one row for each backend built in. */
guint                   koma_backends_get_n (void);
const KomaBackendClass *koma_backends_get (guint index); /* preferred first */
/* An error lists the backends. */
const KomaBackendClass *koma_backends_find (const char *name,
                                            GError    **error);
void                    koma_backends_add (const KomaBackendClass *backend);
/* @asked, if the backend (NULL: any) has more than one precision. */
KomaPrecision           koma_backends_fit_precision (const char *name, KomaPrecision asked);
const KomaBackendClass *koma_backends_find_available (const char *name, /* NULL: automatic */
                                                      GError    **error);

void  koma_backends_get_memory (const KomaBackendClass *backend, KomaBackendMemory *ret_memory);
gsize koma_backends_get_memory_bytes (void); /* of all backends and all tensors */
void  koma_backends_leave_thread (void);     /* frees what is kept for the calling thread */

G_END_DECLS
