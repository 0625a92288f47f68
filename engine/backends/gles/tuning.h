/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "plan.h"

G_BEGIN_DECLS

/* The sizes for a segment: those that were found for the device before, or,
 * with @progress, are found now by trying all of them. */
gboolean koma_gles_tuning_find_sizes (const KomaSegmentSpec *spec,
                                      KomaGlesTier           tier,
                                      const KomaProgress    *progress, /* (nullable) */
                                      KomaGlesSizes         *ret_sizes,
                                      GError               **error);

/* What was found for sessions as the flags want them. */
char *koma_gles_tuning_describe (void); /* (nullable) */

G_END_DECLS
