/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

// Columns: out_w * c; rows: n * out_h. params[1]: in_h, in_w, out_h, out_w; params[2]: c.
// Positions: rows, then columns: before, after, fraction (float bits).
layout (std430, binding = 0) readonly buffer In { float in_data[]; };
layout (std430, binding = 1) readonly buffer Positions { ivec4 positions[]; };
layout (std430, binding = 2) writeonly buffer Out { float out_data[]; };

void
main ()
{
  int column = find_column ();
  int row = find_row ();
  int channels = params[2].x;

  if (column >= params[0].x || row >= params[0].w)
    return;
  int   picture = row / params[1].z;
  int   out_x = column / channels;
  ivec4 y = positions[row - picture * params[1].z];
  ivec4 x = positions[params[1].z + out_x];
  ivec2 lines = (picture * params[1].x + y.xy) * params[1].y;
  ivec2 columns = x.xy * channels + (column - out_x * channels);
  float above_left = in_data[lines.x * channels + columns.x];
  float above_right = in_data[lines.x * channels + columns.y];
  float below_left = in_data[lines.y * channels + columns.x];
  float below_right = in_data[lines.y * channels + columns.y];
  float above = above_left + (above_right - above_left) * intBitsToFloat (x.z);
  float below = below_left + (below_right - below_left) * intBitsToFloat (x.z);
  out_data[row * params[0].x + column] =
    clamp_result (above + (below - above) * intBitsToFloat (y.z));
}
