/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* How near a backend must come to the naive definition. */
#pragma once

#include "engine/backends/backend.h"

G_BEGIN_DECLS

double      tolerance_of (const KomaBackendClass *backend,
                          KomaOp                  op,
                          KomaDType               dtype,
                          KomaPrecision           precision);
double      tolerance_floor (KomaOp op, KomaPrecision precision);
gboolean    tolerance_is_of_sum (KomaOp op);
const char *tolerance_find_exclusion (const KomaBackendClass *backend,
                                      const char             *case_text,
                                      gboolean               *ret_may_pass);

G_END_DECLS
