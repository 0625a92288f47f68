/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

// params, IN_FLOATS, IS_POINTWISE and IS_BACKPROP as in conv-2d.comp. FLOATS 4: a fragment makes
// four channels of a pixel, or of four with HAS_QUARTERS; else four elements, wherever they belong.
// Weights as tiles.c packs them, tiles being of four channels.
INPUT_ONE (0, In, in_data)
INPUT_ONE (1, Filter, filter_data)
#if FLOATS == 4
#define WEIGHT(place) texelFetch (filter_data.texels, CONSTANT_PLACE (place), 0)
#else
#define WEIGHT(place) texelFetch (filter_data.texels, CONSTANT_PLACE (place), 0)[lane]
#endif

// Input @i of pixel @p. With IS_IN_QUARTERS a pixel's is in the same layer, at the same place.
#if defined IS_POINTWISE && defined IS_IN_QUARTERS
#define READ_IN(p, i) texelFetch (in_data.texels, TENSOR_PLACE (in_places[0] + (i), p), 0)
#elif IN_FLOATS == 4
#define READ_IN(p, i) READ_FOUR (in_data, in_places[p] + (i))
#else
#define READ_IN(p, i) READ (in_data, in_places[p] + (i))
#endif

ELEMENT sums[N_PIXELS];

// Sets sums. The pixels are that of @index and those at the same place in the other layers.
void
compute_pixels (int index)
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
  int pixels_apart = (params[5].x + 3) >> 2;
  int in_places[N_PIXELS];
#ifdef IS_POINTWISE
  int n_taps = 1;
#else
  int n_taps = params[2].x * params[2].y;
  int pictures[N_PIXELS];
  ivec2 starts[N_PIXELS];
  for (int p = 0; p < N_PIXELS; p++)
    locate (min (pixel + p * pixels_apart, params[5].x - 1), pictures[p], starts[p]);
#endif
  int place = tile * (1 + n_taps * params[5].y);

  for (int p = 0; p < N_PIXELS; p++)
    sums[p] = WEIGHT (place);
  place++;
  for (int tap = 0; tap < n_taps; tap++) {
    int last = -1;

    for (int p = 0; p < N_PIXELS; p++) {
#ifdef IS_POINTWISE
      int found = min (pixel + p * pixels_apart, params[5].x - 1);
#else
      int ky = tap / params[2].y;
      int found = find_pixel (pictures[p], starts[p], ivec2 (ky, tap - ky * params[2].y));
#endif
      in_places[p] = found < 0 ? -1 : (found * params[4].x + group * params[5].y) / IN_FLOATS;
      last = max (last, in_places[p]);
    }
    for (int k = 0; k < n && last >= 0; k++) {
#if IN_FLOATS == 4
      int  w = place + 4 * k;
      ELEMENT a = WEIGHT (w);
      ELEMENT b = WEIGHT (w + 1);
      ELEMENT c = WEIGHT (w + 2);
      ELEMENT d = WEIGHT (w + 3);
#else
      ELEMENT a = WEIGHT (place + k);
#endif
      for (int p = 0; p < N_PIXELS; p++) {
#ifndef IS_POINTWISE
        if (in_places[p] < 0)
          continue; // nothing to add
#endif
#if IN_FLOATS == 4
        vec4 x = READ_IN (p, k);
        sums[p] += x.x * a + x.y * b + x.z * c + x.w * d;
#else
        sums[p] += READ_IN (p, k) * a;
#endif
      }
    }
    place += params[5].y;
  }
}

EACH_QUARTER (compute_pixels, sums)
