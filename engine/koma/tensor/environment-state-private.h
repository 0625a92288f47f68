/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/runtime/memory-pool.h"
#include "engine/runtime/thread-mark.h"
#include "engine/runtime/threads.h"
#include "environment-private.h"
#include "program-cache.h"

G_BEGIN_DECLS

/* What the files of the environment share: environment.c (counters, scopes), environment-programs.c
 * (what is compiled and run). */
struct _KomaEnvironment
{
  GObject parent_instance;

  gconstpointer   thread; /* koma_thread_mark() of the owner's */
  KomaMemoryPool *pool;   /* of the results of ops */

  /* Owner's thread only. */
  const KomaBackendClass *backend;
  guint                   n_threads;
  KomaThreads            *threads;
  KomaProgramCache       *programs; /* (nullable) (owned) of ops */
  KomaProgramCache       *models;   /* (nullable) (owned) of models */
  GPtrArray              *scopes;   /* GHashTable *, the innermost last */
  KomaTrace              *trace;    /* (nullable) (borrowed) */

  /* Guarded by lock. */
  GMutex      lock;
  KomaMemory  memory;
  GHashTable *buffers;   /* (owned by arrays) KomaArray *, or a weight → tensors that share it */
  GPtrArray  *variables; /* (borrowed) */
  GPtrArray  *forgotten; /* (unowned) owners in models that are gone */
  GPtrArray  *left;      /* (owned) KomaTrainer *, of models that other threads freed */
  gboolean    is_over;   /* the thread has ended */
};

G_END_DECLS
