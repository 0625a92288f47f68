/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

// IS_LOG 0 or 1. params[1]: elements of a line, elements from one of them to the next.
// First, with IS_SUM, a texel for each line: its greatest element, and the sum of the exponentials;
// then the elements.
INPUT_ONE (0, In, in_data)
#ifdef IS_SUM
vec4
compute (int line)
{
  int   n = params[1].x;
  int   stride = params[1].y;
  int   outer = line / stride;
  int   start = outer * n * stride + (line - outer * stride);
  float greatest = intBitsToFloat (-8388608);
  float sum = 0.0;

  for (int i = 0; i < n; i++)
    greatest = max (greatest, READ (in_data, start + i * stride));
  for (int i = 0; i < n; i++)
    sum += exact_exp (READ (in_data, start + i * stride) - greatest);
  return vec4 (greatest, sum, 0.0, 0.0);
}
#else
INPUT_ONE (1, Sums, sums)
float
compute (int index)
{
  int  stride = params[1].y;
  int  outer = index / (params[1].x * stride);
  int  inner = index - index / stride * stride;
  vec4 sum = READ_FOUR (sums, outer * stride + inner);

  float x = READ (in_data, index) - sum.x;
#if IS_LOG
  return clamp_result (x - exact_log (sum.y));
#else
  return clamp_result (exact_exp (x) / sum.y);
#endif
}
#endif

EACH_INDEX (compute)
