/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

// params, IN_FLOATS, IS_POINTWISE and IS_BACKPROP as in conv-2d.comp. FLOATS 4: a fragment makes
// four channels of a pixel; else four elements, wherever they belong. Weights as tiles.c packs
// them, tiles being of four channels.
INPUT_ONE (0, In, in_data)
INPUT_ONE (1, Filter, filter_data)
#if FLOATS == 4
#define WEIGHT(place) READ_FOUR (filter_data, place)
#else
#define WEIGHT(place) READ (filter_data, (place) * 4 + lane)
#endif

ELEMENT
compute (int index)
{
  int out_elems = params[4].y / FLOATS;
  int group_elems = params[5].z / FLOATS;
  int pixel = index / out_elems;
  int channel = index - pixel * out_elems;
  int group = channel / group_elems;
  int rest = channel - group * group_elems;
  int lane = rest & 3;
  int tile = group * params[5].w + (FLOATS == 4 ? rest : rest >> 2);
  int n = params[5].y / IN_FLOATS;
#ifdef IS_POINTWISE
  int n_taps = 1;
#else
  int n_taps = params[2].x * params[2].y;
  int picture;
  ivec2 start;
  locate (pixel, picture, start);
#endif
  int place = tile * (1 + n_taps * params[5].y);
  ELEMENT sum = WEIGHT (place);

  place++;
  for (int tap = 0; tap < n_taps; tap++) {
#ifdef IS_POINTWISE
    int found = pixel;
#else
    int ky = tap / params[2].y;
    int found = find_pixel (picture, start, ivec2 (ky, tap - ky * params[2].y));
#endif
    int in_place = (found * params[4].x + group * params[5].y) / IN_FLOATS;

    for (int k = 0; k < n && found >= 0; k++) {
#if IN_FLOATS == 4
      vec4 x = READ_FOUR (in_data, in_place + k);
      int  w = place + 4 * k;
      sum += x.x * WEIGHT (w) + x.y * WEIGHT (w + 1) + x.z * WEIGHT (w + 2) + x.w * WEIGHT (w + 3);
#else
      sum += READ (in_data, in_place + k) * WEIGHT (place + k);
#endif
    }
    place += params[5].y;
  }
  return clamp_result (sum);
}

EACH_INDEX (compute)
