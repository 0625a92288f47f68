/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

// IS_MEAN 0 or 1. Columns: out_w * c; rows: n * out_h. params as window.c sets them,
// channels in ELEMENTs. A mean is taken in blocks: so that of a large window keeps its last digits.
#define BLOCK 64

INPUT (0, In, in_data)
OUTPUT (1, Out)

ELEMENT
compute (int row, int column)
{
  int     channels = params[4].x;
  int     n_taps = 0;
  ELEMENT result = ELEMENT (IS_MEAN == 1 ? 0.0 : intBitsToFloat (-8388608));
  ELEMENT part = ELEMENT (0.0);

  int picture = row / params[1].z;
  int out_x = column / channels;
  int channel = column - out_x * channels;
  int top = (row - picture * params[1].z) * params[2].z - params[3].z;
  int left = out_x * params[2].w - params[3].w;
  for (int ky = 0; ky < params[2].x; ky++) {
    int y = top + ky * params[3].x;

    if (y < 0 || y >= params[1].x)
      continue;
    for (int kx = 0; kx < params[2].y; kx++) {
      int x = left + kx * params[3].y;

      if (x < 0 || x >= params[1].y)
        continue;
      int     line = (picture * params[1].x + y) * params[1].y;
      ELEMENT value = READ_ELEMENT (in_data, (line + x) * channels + channel);
#if IS_MEAN
      part += value;
      if (++n_taps % BLOCK == 0) {
        result += part;
        part = ELEMENT (0.0);
      }
#else
      result = greater (result, value);
#endif
    }
  }
#if IS_MEAN
  result = (result + part) / float (n_taps);
#endif
  return clamp_result (result);
}

EACH_PLACE (compute)
