/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

// Columns: out_w * c; rows: n * out_h. params[1]: in_h, in_w, out_h, out_w; params[2]: c, in ELEMENTs.
// Positions: rows, then columns: before, after, fraction (float bits).
INPUT (0, In, in_data)
TABLE_FOUR (1, Positions, positions)
OUTPUT (2, Out)

ELEMENT
compute (int row, int column)
{
  int   channels = params[2].x;
  int   picture = row / params[1].z;
  int   out_x = column / channels;
  ivec4 y = READ_TABLE_FOUR (positions, row - picture * params[1].z);
  ivec4 x = READ_TABLE_FOUR (positions, params[1].z + out_x);
  ivec2 lines = (picture * params[1].x + y.xy) * params[1].y;
  ivec2 columns = x.xy * channels + (column - out_x * channels);
  ELEMENT above_left = READ_ELEMENT (in_data, lines.x * channels + columns.x);
  ELEMENT above_right = READ_ELEMENT (in_data, lines.x * channels + columns.y);
  ELEMENT below_left = READ_ELEMENT (in_data, lines.y * channels + columns.x);
  ELEMENT below_right = READ_ELEMENT (in_data, lines.y * channels + columns.y);
  ELEMENT above = above_left + (above_right - above_left) * intBitsToFloat (x.z);
  ELEMENT below = below_left + (below_right - below_left) * intBitsToFloat (x.z);
  return clamp_result (above + (below - above) * intBitsToFloat (y.z));
}

EACH_PLACE (compute)
