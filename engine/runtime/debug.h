/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/backends/backend.h"

G_BEGIN_DECLS

/* Messages of the flag DEBUG; see finite-check.h too. Thread: any. */
void koma_debug_warn (void); /* says that DEBUG is slow, once in the process */
void koma_debug_tell (const KomaGraph        *graph,
                      const KomaNode         *node,
                      const KomaBackendClass *backend,
                      double                  ms);

G_END_DECLS
