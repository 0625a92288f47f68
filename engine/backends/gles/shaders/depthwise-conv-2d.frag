/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

// params 1 to 4 as window.c sets them, channels in ELEMENTs: four where each input channel has one
// output channel.
INPUT (0, In, in_data)
INPUT (1, Filter, filter_data)
INPUT (2, Bias, bias_data)

ELEMENT
compute (int row, int column)
{
  int     channels = params[4].y;
  int     picture = row / params[1].z;
  int     out_x = column / channels;
  int     channel = column - out_x * channels;
  int     in_channel = channel / (channels / params[4].x);
  ivec2   start = ivec2 (row - picture * params[1].z, out_x) * params[2].zw - params[3].zw;
  ELEMENT sum = READ_ELEMENT (bias_data, channel);

  for (int ky = 0; ky < params[2].x; ky++) {
    int y = start.x + ky * params[3].x;
    int line = (picture * params[1].x + y) * params[1].y;

    if (y < 0 || y >= params[1].x)
      continue;
    for (int kx = 0; kx < params[2].y; kx++) {
      int x = start.y + kx * params[3].y;
      int place = (ky * params[2].y + kx) * channels + channel;

      if (x < 0 || x >= params[1].y)
        continue;
      sum += READ_ELEMENT (in_data, (line + x) * params[4].x + in_channel) *
             READ_ELEMENT (filter_data, place);
    }
  }
  return clamp_result (sum);
}

EACH_PLACE (compute)
