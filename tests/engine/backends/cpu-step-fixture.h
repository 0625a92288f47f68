/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* One step of the cpu backend, with random inputs. */
#pragma once

#include "engine/backends/cpu/step.h"

#define CPU_STEP_MAX_INPUTS 4

typedef struct
{
  KomaGraph      *graph;
  KomaSegmentSpec spec;
  KomaCpuStep     step;
  KomaArena      *arena;
  KomaNode       *node;
  KomaArray      *tensors[CPU_STEP_MAX_INPUTS];
  KomaValueId     ids[CPU_STEP_MAX_INPUTS];
  const float    *in[CPU_STEP_MAX_INPUTS];
  guint           n_inputs;
  float          *out; /* [n_out], then a guard that nobody may write to */
  gsize           n_out;
} CpuStepFixture;

typedef gboolean (*CpuStepPrepare) (KomaCpuStep *step,
                                    GError     **error);
typedef void (*CpuStepCheck) (gconstpointer test,
                              const char   *level,
                              guint         n_threads);

void cpu_step_fixture_init (CpuStepFixture *fixture,
                            const char     *level,
                            guint           n_threads);
void cpu_step_fixture_clear (CpuStepFixture *fixture);
void cpu_step_fixture_add_input (CpuStepFixture *fixture,
                                 KomaShape       shape,
                                 gboolean        is_constant);
void cpu_step_fixture_add_node (CpuStepFixture *fixture,
                                KomaOp          op,
                                KomaShape       out_shape);
void cpu_step_fixture_prepare (CpuStepFixture *fixture,
                               CpuStepPrepare  prepare);
void cpu_step_fixture_run (CpuStepFixture *fixture,
                           const double   *expected); /* [n_out] */
void cpu_step_check_levels (CpuStepCheck  check,
                            gconstpointer test);
