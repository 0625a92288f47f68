/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

// Columns: n; rows: products * m. params[1]: m, k, n, loops; params[2]: strides of a over m and k,
// of b over k and n; from params[3]: size, stride of a and of b over the batch.
INPUT (0, A, a_data)
INPUT (1, B, b_data)
INPUT (2, Bias, bias_data)
OUTPUT (3, Out)

float
compute (int row, int column)
{
  int rest = row / params[1].x;
  int a_place = (row - rest * params[1].x) * params[2].x;
  int b_place = column * params[2].w;
  for (int d = params[1].w + 2; d >= 3; d--) {
    int next = rest / params[d].x;
    int i = rest - next * params[d].x;

    a_place += i * params[d].y;
    b_place += i * params[d].z;
    rest = next;
  }
  float result = READ (bias_data, column);
  for (int k = 0; k < params[1].y; k++)
    result += READ (a_data, a_place + k * params[2].y) * READ (b_data, b_place + k * params[2].z);
  return clamp_result (result);
}

EACH_PLACE (compute)
