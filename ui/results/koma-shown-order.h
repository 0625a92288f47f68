/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-shown-keys.h"

G_BEGIN_DECLS

/* Of entries that are prepared for the query. */
int koma_shown_order_compare (KomaShownKeys         *keys,
                              const KomaShownEntry  *a,
                              const KomaShownEntry  *b,
                              const KomaResultQuery *query);

G_END_DECLS
