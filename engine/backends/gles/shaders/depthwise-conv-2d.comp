/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

// Columns: out_w * out_c; rows: n * out_h. params as window.c sets them.
layout (std430, binding = 0) readonly buffer In { float in_data[]; };
layout (std430, binding = 1) readonly buffer Filter { float filter_data[]; };
layout (std430, binding = 2) readonly buffer Bias { float bias_data[]; };
layout (std430, binding = 3) writeonly buffer Out { float out_data[]; };

void
main ()
{
  int column = find_column ();
  int row = find_row ();
  int in_c = params[4].x;
  int out_c = params[4].y;

  if (column >= params[0].x || row >= params[0].w)
    return;
  int   picture = row / params[1].z;
  int   out_x = column / out_c;
  int   channel = column - out_x * out_c;
  int   in_channel = channel / (out_c / in_c);
  int   top = (row - picture * params[1].z) * params[2].z - params[3].z;
  int   left = out_x * params[2].w - params[3].w;
  float result = bias_data[channel];
  for (int ky = 0; ky < params[2].x; ky++) {
    int y = top + ky * params[3].x;
    int line = (picture * params[1].x + y) * params[1].y;
    int tap = ky * params[2].y;

    if (y < 0 || y >= params[1].x)
      continue;
    for (int kx = 0; kx < params[2].y; kx++) {
      int x = left + kx * params[3].y;

      if (x >= 0 && x < params[1].y)
        result += in_data[(line + x) * in_c + in_channel] *
                  filter_data[(tap + kx) * out_c + channel];
    }
  }
  out_data[row * params[0].x + column] = clamp_result (result);
}
