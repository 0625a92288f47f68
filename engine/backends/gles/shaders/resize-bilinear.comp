/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

// Columns: out_w * c; rows: n * out_h. params[1]: in_h, in_w, out_h, out_w; params[2]: c.
// Positions: rows, then columns: before, after, fraction (float bits).
layout (std430, binding = 0) readonly buffer In { ONE in_data[]; };
layout (std430, binding = 1) readonly buffer Positions { ivec4 positions[]; };
layout (std430, binding = 2) WRITTEN Out { ONE out_data[]; };

float
compute (int row, int column)
{
  int   channels = params[2].x;
  int   picture = row / params[1].z;
  int   out_x = column / channels;
  ivec4 y = positions[row - picture * params[1].z];
  ivec4 x = positions[params[1].z + out_x];
  ivec2 lines = (picture * params[1].x + y.xy) * params[1].y;
  ivec2 columns = x.xy * channels + (column - out_x * channels);
  float above_left = READ (in_data, lines.x * channels + columns.x);
  float above_right = READ (in_data, lines.x * channels + columns.y);
  float below_left = READ (in_data, lines.y * channels + columns.x);
  float below_right = READ (in_data, lines.y * channels + columns.y);
  float above = above_left + (above_right - above_left) * intBitsToFloat (x.z);
  float below = below_left + (below_right - below_left) * intBitsToFloat (x.z);
  return clamp_result (above + (below - above) * intBitsToFloat (y.z));
}

EACH_PLACE (compute)
