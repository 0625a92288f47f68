/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What the tests of failing backends share. */
#pragma once

#include "worker-fixture.h"

G_BEGIN_DECLS

/* With what is named, or NULL: chosen. */
KomaModelInfo *failover_load (Fixture *fixture, const char *backend, GError **error);

/* Red, green and blue in turn; every seventh is one that somebody waits for. */
void failover_send (Fixture *fixture, Tally *tally, guint n_pictures);
/* All have ended once, right; how many of them @backend computed. */
guint failover_check (Tally *tally, const char *backend);

/* Of the answer that ended last: it comes from @loaded, runs on another
 * backend, and tells @reason. */
void failover_check_told (Tally *tally, KomaModelInfo *loaded, const char *reason);

G_END_DECLS
