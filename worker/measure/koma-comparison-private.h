/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-comparison.h"

G_BEGIN_DECLS

/* For who makes one, until it is shared. */
KomaComparison      *koma_comparison_new (const char *model,
                                          const char *picture, /* (nullable) */
                                          guint       n_threads,
                                          guint       max_batch);
KomaComparison      *koma_comparison_copy (const KomaComparison *comparison);
void                 koma_comparison_set_disturbed (KomaComparison *comparison);
KomaComparedBackend *koma_comparison_get_place (KomaComparison *comparison, guint index);

G_END_DECLS
