/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* IEEE 754 binary16: sign 1, exponent 5 (bias 15), fraction 10. */
#define KOMA_HALF_MAX 65504.0f

float   koma_half_to_float (guint16 half);   /* exact */
guint16 koma_half_from_float (float number); /* to the nearest, ties to even */
void    koma_half_to_floats (const guint16 *halves, gsize count, float *ret_numbers);
void    koma_half_from_floats (const float *numbers, gsize count, guint16 *ret_halves);

G_END_DECLS
