/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* In whole numbers, with one float operation where halves are subnormal: it
 * adds or takes away a power of two whose last bit is a subnormal's first,
 * and the processor rounds. Nothing here is a subnormal float, which some
 * threads flush to zero. */

#include "half.h"

#include <string.h>

#include "nan.h"

#define EXPONENT_SHIFT 23
#define FRACTION_SHIFT 13 /* of 23 bits, 10 are kept */
#define REBIAS         ((127u - 15u) << EXPONENT_SHIFT)
#define TOO_LARGE      0x47800000u /* 65536 */
#define LEAST_NORMAL   0x38800000u /* 2^-14 */
#define FLOAT_INFINITY 0x7f800000u
#define HALF_INFINITY  0x7c00u
#define HALF_NAN       0x7e00u

static inline guint32
get_bits (float number)
{
  guint32 bits = 0;

  memcpy (&bits, &number, sizeof bits);
  return bits;
}

static inline float
make_float (guint32 bits)
{
  float number = 0;

  memcpy (&number, &bits, sizeof number);
  return number;
}

/**
 * koma_half_to_float:
 *
 * Widens a float16; every one of them is a float32 too.
 *
 * Returns: the same number; any NaN becomes the one of nan.h
 */
float
koma_half_to_float (guint16 half)
{
  const guint32 sign = (half & 0x8000u) << 16;
  const guint32 fraction = (half & 0x3ffu) << FRACTION_SHIFT;
  guint32       bits = (half & 0x7fffu) << FRACTION_SHIFT;

  if ((half & HALF_INFINITY) == HALF_INFINITY)
    return make_float (fraction != 0 ? KOMA_NAN_BITS : sign | FLOAT_INFINITY);
  if ((half & HALF_INFINITY) != 0)
    return make_float (sign | (bits + REBIAS));
  bits = get_bits (make_float (LEAST_NORMAL | fraction) - make_float (LEAST_NORMAL));
  return make_float (sign | bits);
}

/**
 * koma_half_from_float:
 *
 * Narrows a float32. From 65520 on it becomes infinite, below 2^-25 zero.
 *
 * Returns: the nearest float16; NaN stays NaN
 */
guint16
koma_half_from_float (float number)
{
  const guint32 sign = (get_bits (number) & 0x80000000u) >> 16;
  guint32       bits = get_bits (number) & 0x7fffffffu;

  if (bits >= TOO_LARGE)
    return sign | (bits > FLOAT_INFINITY ? HALF_NAN : HALF_INFINITY);
  if (bits < LEAST_NORMAL)
    return sign | (get_bits (make_float (bits) + 0.5f) - get_bits (0.5f));
  bits += 0xfffu + ((bits >> FRACTION_SHIFT) & 1);
  return sign | ((bits - REBIAS) >> FRACTION_SHIFT);
}

/**
 * koma_half_to_floats:
 * @ret_numbers: (out caller-allocates): [count]
 *
 * Widens as koma_half_to_float() does.
 */
void
koma_half_to_floats (const guint16 *halves,
                     gsize          count,
                     float         *ret_numbers)
{
  for (gsize i = 0; i < count; i++)
    ret_numbers[i] = koma_half_to_float (halves[i]);
}

/**
 * koma_half_from_floats:
 * @ret_halves: (out caller-allocates): [count]
 *
 * Narrows as koma_half_from_float() does.
 */
void
koma_half_from_floats (const float *numbers,
                       gsize        count,
                       guint16     *ret_halves)
{
  for (gsize i = 0; i < count; i++)
    ret_halves[i] = koma_half_from_float (numbers[i]);
}
