/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

// IS_LOG 0 or 1. params[1]: elements of a line, elements from one of them to the next.
INPUT (0, In, in_data)
OUTPUT (1, Out)

void
main ()
{
  int   line = find_index ();
  int   n = params[1].x;
  int   stride = params[1].y;
  float greatest = intBitsToFloat (-8388608);
  float sum = 0.0;

  if (line >= params[0].x)
    return;
  int outer = line / stride;
  int start = outer * n * stride + (line - outer * stride);
  for (int i = 0; i < n; i++)
    greatest = max (greatest, READ (in_data, start + i * stride));
  for (int i = 0; i < n; i++)
    sum += exact_exp (READ (in_data, start + i * stride) - greatest);
  for (int i = 0; i < n; i++) {
    float x = READ (in_data, start + i * stride) - greatest;
#if IS_LOG
    float y = x - exact_log (sum);
#else
    float y = exact_exp (x) / sum;
#endif
    WRITE (out_data, start + i * stride, clamp_result (y));
  }
}
