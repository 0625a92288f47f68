/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * KomaCpuScores:
 *
 * exp (x - max) of each row, with x = scale · score + biases, in place.
 */
typedef struct
{
  float       *scores; /* [n_rows][n_keys], rows stride apart; whole vectors are written */
  gsize        stride;
  gsize        n_rows;
  gsize        n_keys; /* 1 or more */
  float        scale;
  const float *biases[2]; /* (nullable) [n_rows][n_keys]; the second not without the first */
  gsize        bias_strides[2];
  gboolean     zeroes_nan; /* a row whose sum is NaN becomes zeros */
  float       *inverses;   /* (out) [n_rows] 1 / the sum of each row */
} KomaCpuScores;

G_END_DECLS
