/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "session.h"

G_BEGIN_DECLS

/* The same numbers each time, somewhat like a picture: slow waves and grain,
 * in [-1, 1]. For measuring and comparing, where zeros tell little. */
void koma_sample_input_fill (KomaSession *session);
/* The first input of one picture, [its elements], in each place of the batch. */
void koma_sample_input_fill_like (KomaSession *session,
                                  const float *picture); /* (nullable) */
/* The first input as the recipe makes it of such a picture. */
void koma_sample_input_fill_picture (KomaSession      *session,
                                     const KomaRecipe *recipe); /* (nullable) [-1, 1] */

G_END_DECLS
