/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* One NaN for all: positive, quiet, and without other bits. A file or a kernel can make any of
 * sixteen million. JavaScript's engines keep pointers in the bits of NaNs, and take some of those
 * for one; so none leaves the library. */
#pragma once

#include <math.h>

#include <glib.h>

G_BEGIN_DECLS

#define KOMA_NAN_BITS 0x7fc00000u

static inline float
koma_nan_make_plain (float number)
{
  return isnan (number) ? NAN : number;
}

static inline double
koma_nan_make_plain_double (double number)
{
  return isnan (number) ? (double) NAN : number;
}

G_END_DECLS
