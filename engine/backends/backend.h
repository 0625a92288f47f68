/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "backends.h"
#include "engine/graph/graph.h"
#include "engine/runtime/threads.h"

G_BEGIN_DECLS

/**
 * KomaSegmentSpec:
 *
 * The part of a graph that one backend compiles: some nodes in topological
 * order, whose shapes, constants and params are known. Borrowed: valid until
 * the segment is freed.
 */
struct _KomaSegmentSpec
{
  const KomaGraph *graph;
  const guint     *nodes; /* indices */
  guint            n_nodes;
  /* Values that the nodes read from outside, and values that others read from
   * them; no constants. */
  const KomaValueId *inputs;
  guint              n_inputs;
  const KomaValueId *outputs;
  guint              n_outputs;
  /* Host memory of each value, by its id: constants, @inputs, @outputs and, where the backend
   * class says so, the values between; otherwise NULL. Aligned and padded as in memory.h. Those
   * of inputs and outputs of a session may be others in each run, and none before the first. */
  void *const  *buffers;
  const guint  *uses;      /* [n_values] see koma_graph_count_uses() */
  KomaThreads  *threads;   /* NULL: the calling thread alone */
  guint         n_threads; /* 1 or more */
  const char   *cpu_level; /* (nullable) see koma_cpu_kernels_choose(); NULL: the best */
  KomaPrecision precision; /* never KOMA_PRECISION_AS_FLAGS */
  gboolean      is_brief;  /* few runs: see KomaSessionOptions */
  /* Element-wise nodes behind each other may be computed together. */
  gboolean joins_elements;
};

/* Each backend derives its own from this. */
struct _KomaSegment
{
  const KomaBackendClass *klass;
};

G_END_DECLS
