/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* SplitMix64 (Steele, Lea and Flood): the same numbers from the same seed on every machine. */
typedef struct
{
  guint64 state;
} KomaRandom;

double koma_random_uniform (KomaRandom *random); /* in [0, 1) */
double koma_random_normal (KomaRandom *random);  /* mean 0, standard deviation 1 */
/* The same, drawn anew until it is in [-2, 2]. */
double koma_random_truncated_normal (KomaRandom *random);

G_END_DECLS
