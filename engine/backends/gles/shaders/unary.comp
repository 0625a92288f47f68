/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

// APPLY(x): an expression.
#define ALPHA intBitsToFloat (params[1].x)

layout (std430, binding = 0) readonly buffer In { float in_data[]; };
layout (std430, binding = 1) writeonly buffer Out { float out_data[]; };

void
main ()
{
  int index = find_index ();

  if (index < params[0].x) {
    float x = in_data[index];
    out_data[index] = clamp_result (APPLY (x));
  }
}
