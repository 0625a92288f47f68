/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

// APPLY(x): an expression.
#define ALPHA intBitsToFloat (params[1].x)

INPUT (0, In, in_data)
OUTPUT (1, Out)

float
apply (float x)
{
  return APPLY (x);
}

vec4
apply (vec4 x)
{
  return vec4 (apply (x.x), apply (x.y), apply (x.z), apply (x.w));
}

ELEMENT
compute (int index)
{
  return clamp_result (apply (READ_ELEMENT (in_data, index)));
}

EACH_INDEX (compute)
