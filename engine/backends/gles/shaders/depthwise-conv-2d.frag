/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

// params 1 to 4 as window.c sets them, channels in ELEMENTs: four where each input channel has one
// output channel. params[5]: pixels. With HAS_QUARTERS a fragment makes four pixels.
INPUT (0, In, in_data)
INPUT (1, Filter, filter_data)
INPUT (2, Bias, bias_data)

ELEMENT sums[N_PIXELS];

// Sets sums. The pixels are that of @index and those at the same place in the other layers.
void
compute_pixels (int index)
{
  int   channels = params[4].y;
  int   pixel = index / channels;
  int   channel = index - pixel * channels;
  int   in_channel = channel / (channels / params[4].x);
  int   pixels_apart = (params[5].x + 3) >> 2;
  int   pictures[N_PIXELS];
  ivec2 starts[N_PIXELS];

  for (int p = 0; p < N_PIXELS; p++) {
    locate (min (pixel + p * pixels_apart, params[5].x - 1), pictures[p], starts[p]);
    sums[p] = READ_ELEMENT (bias_data, channel);
  }
  for (int ky = 0; ky < params[2].x; ky++) {
    int lines[N_PIXELS];
    int xs[N_PIXELS]; // none is inside if the line is not

    for (int p = 0; p < N_PIXELS; p++) {
      int y = starts[p].x + ky * params[3].x;

      lines[p] = (pictures[p] + y * params[1].y) * params[4].x + in_channel;
      xs[p] = y >= 0 && y < params[1].x ? starts[p].y : params[1].y;
    }
    for (int kx = 0; kx < params[2].y; kx++) {
      int     place = (ky * params[2].y + kx) * channels + channel;
      ELEMENT weight = READ_ELEMENT (filter_data, place);

      for (int p = 0; p < N_PIXELS; p++) {
        int     x = xs[p] + kx * params[3].y;
        bool    is_inside = x >= 0 && x < params[1].y;
        ELEMENT value = READ_ELEMENT (in_data, is_inside ? lines[p] + x * params[4].x : 0);

        sums[p] = is_inside ? sums[p] + value * weight : sums[p];
      }
    }
  }
}

EACH_QUARTER (compute_pixels, sums)
