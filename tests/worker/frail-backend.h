/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Plain C, first of all by priority, which fails when it is told to; what its
 * last run leaves in the outputs is garbage, as on a device that is lost. */
#pragma once

#include "engine/backends/backend.h"
#include "engine/koma/koma-error.h"

G_BEGIN_DECLS

extern const KomaBackendClass frail_backend; /* "frail" */

/* Thread: any. After so many more it fails, and always from then on. */
void frail_backend_fail_compile_after (guint n_compiled, KomaError code);
void frail_backend_fail_run_after (guint n_runs);
void frail_backend_heal (void);

/* Between the two, by one thread, compiling on others waits. */
void frail_backend_hold (void);
void frail_backend_let_go (void);

G_END_DECLS
