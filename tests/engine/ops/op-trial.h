/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* One case on one backend, against the naive definition of its op. */
#pragma once

#include "engine/backends/backend.h"
#include "op-case.h"

G_BEGIN_DECLS

/* What is tried. */
typedef struct
{
  const KomaBackendClass *backend;
  const char             *cpu_level; /* (nullable) as in #KomaSessionOptions */
  KomaPrecision           precision;
  int                     gles_tier; /* 0: what the backend chooses */
  int                     max_level; /* the flag CPU_LEVEL; 0: none */
} OpTrialSubject;

char *op_trial_run (const OpTrialSubject *subject,
                    const OpCase         *op_case,
                    GRand                *rand);

G_END_DECLS
