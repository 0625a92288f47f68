/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "program.h"
#include "session.h"

G_BEGIN_DECLS

/* For session.c and session-new.c. */
struct _KomaSession
{
  /* Immutable after construction. */
  KomaGraph              *graph;
  const KomaBackendClass *backend;
  KomaPrecision           precision;
  guint                   batch;
  guint                   n_threads;

  /* Owner's thread only. */
  KomaThreads       *threads;     /* (borrowed) own_threads or those of the options */
  KomaThreads       *own_threads; /* (nullable) (owned) */
  KomaProgramOptions program_options;
  KomaProgram       *program;
  gconstpointer      owner; /* koma_thread_mark() */
};

G_END_DECLS
