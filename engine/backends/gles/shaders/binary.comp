/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

// APPLY(a, b): an expression. params[1]: loops; from params[2]: size, stride of a, of b.
layout (std430, binding = 0) readonly buffer A { ONE a_data[]; };
layout (std430, binding = 1) readonly buffer B { ONE b_data[]; };
layout (std430, binding = 2) WRITTEN Out { ONE out_data[]; };

float
compute (int index)
{
  int rest = index;
  int a_place = 0;
  int b_place = 0;

  for (int d = params[1].x + 1; d > 2; d--) {
    ivec4 loop = params[d];
    int   next = rest / loop.x;
    int   i = rest - next * loop.x;

    a_place += i * loop.y;
    b_place += i * loop.z;
    rest = next;
  }
  float a = READ (a_data, a_place + rest * params[2].y);
  float b = READ (b_data, b_place + rest * params[2].z);
  return clamp_result (APPLY (a, b));
}

EACH_INDEX (compute)
