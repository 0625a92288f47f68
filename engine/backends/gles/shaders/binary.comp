/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

// APPLY(a, b): an expression. params[1]: loops; from params[2]: size, stride of a, of b.
// A_IS_ONE, B_IS_ONE: each of the operand's elements is for four of the result.
#ifdef A_IS_ONE
INPUT_ONE (0, A, a_data)
#define READ_A(i) ELEMENT (READ (a_data, i))
#else
INPUT (0, A, a_data)
#define READ_A(i) READ_ELEMENT (a_data, i)
#endif
#ifdef B_IS_ONE
INPUT_ONE (1, B, b_data)
#define READ_B(i) ELEMENT (READ (b_data, i))
#else
INPUT (1, B, b_data)
#define READ_B(i) READ_ELEMENT (b_data, i)
#endif
OUTPUT (2, Out)

float
apply (float a, float b)
{
  return APPLY (a, b);
}

vec4
apply (vec4 a, vec4 b)
{
  return vec4 (apply (a.x, b.x), apply (a.y, b.y), apply (a.z, b.z), apply (a.w, b.w));
}

ELEMENT
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
  ELEMENT a = READ_A (a_place + rest * params[2].y);
  ELEMENT b = READ_B (b_place + rest * params[2].z);
  return clamp_result (apply (a, b));
}

EACH_INDEX (compute)
