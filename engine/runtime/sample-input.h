/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "session.h"

G_BEGIN_DECLS

/* Numbers to measure and compare with; see sample-values.h. */
void koma_sample_input_fill (KomaSession *session);
/* The first input becomes @picture, [elements of one picture], once for each
 * picture of the batch; the others as above. */
void koma_sample_input_fill_like (KomaSession *session,
                                  const float *picture); /* (nullable) */

G_END_DECLS
