/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

// An invocation makes N_PIXELS pixels of 16 channels, in registers. In a line, tiles of pixels
// innermost, then tiles of channels.
//
// N_PIXELS 1, 2, 4 or 7. IN_FLOATS, OUT_FLOATS: 4 where the channels of a group are divisible by 4,
// else 1. IS_POINTWISE: a pixel is made of the one at its place. IS_BACKPROP: the taps go from the
// smaller picture to the larger.
//
// params 1 to 4 as window.c sets them; params[5]: pixels, in_c and out_c of a group, tiles of a
// group. Weights as tiles.c packs them.
#if IN_FLOATS == 4
#define IN_ELEMENT vec4
#define IN_STORED FOUR
#define READ_INPUT READ_FOUR
#else
#define IN_ELEMENT float
#define IN_STORED ONE
#define READ_INPUT READ
#endif
#ifdef IS_HALF
#define BIAS_ROWS 2
#define READ_BIAS(place) READ_FOUR (filter_data, place) + READ_FOUR (filter_data, (place) + 4)
#else
#define BIAS_ROWS 1
#define READ_BIAS(place) READ_FOUR (filter_data, place)
#endif
#if OUT_FLOATS == 4
#define OUT_STORED FOUR
#else
#define OUT_STORED ONE
#endif
#if N_PIXELS == 7
#define EACH_PIXEL(DO) DO (0) DO (1) DO (2) DO (3) DO (4) DO (5) DO (6)
#elif N_PIXELS == 4
#define EACH_PIXEL(DO) DO (0) DO (1) DO (2) DO (3)
#elif N_PIXELS == 2
#define EACH_PIXEL(DO) DO (0) DO (1)
#else
#define EACH_PIXEL(DO) DO (0)
#endif

READ_ONLY (0, In, IN_STORED, in_data)
READ_ONLY (1, Filter, FOUR, filter_data)
layout (std430, binding = 2) WRITTEN Out { OUT_STORED out_data[]; };

vec4 sums[N_PIXELS * 4];
IN_ELEMENT inputs[N_PIXELS];
int places[N_PIXELS];
bool are_inside[N_PIXELS];

#define START(p) \
  sums[4 * p] = bias0; sums[4 * p + 1] = bias1; sums[4 * p + 2] = bias2; sums[4 * p + 3] = bias3;
#define ADD(p, input_part) \
  sums[4 * p] += (input_part) * w0; sums[4 * p + 1] += (input_part) * w1; \
  sums[4 * p + 2] += (input_part) * w2; sums[4 * p + 3] += (input_part) * w3;
#define ADD_X(p) ADD (p, inputs[p].x)
#define ADD_Y(p) ADD (p, inputs[p].y)
#define ADD_Z(p) ADD (p, inputs[p].z)
#define ADD_W(p) ADD (p, inputs[p].w)
#define ADD_ONE(p) ADD (p, inputs[p])
#define WEIGHTS(place) \
  w0 = READ_FOUR (filter_data, place); w1 = READ_FOUR (filter_data, (place) + 1); \
  w2 = READ_FOUR (filter_data, (place) + 2); w3 = READ_FOUR (filter_data, (place) + 3);
#ifdef IS_POINTWISE
#define FETCH(p) inputs[p] = READ_INPUT (in_data, places[p] + k);
#else
#define FETCH(p) \
  inputs[p] = READ_INPUT (in_data, places[p] + k); \
  inputs[p] = are_inside[p] ? inputs[p] : IN_ELEMENT (0.0);
#endif

// All input channels of one tap, from weight @place on.
void
add_tap (int place)
{
  int n = params[5].y / IN_FLOATS;
  vec4 w0, w1, w2, w3;

  for (int k = 0; k < n; k++) {
    EACH_PIXEL (FETCH)
#if IN_FLOATS == 4
    WEIGHTS (place)
    EACH_PIXEL (ADD_X)
    WEIGHTS (place + 4)
    EACH_PIXEL (ADD_Y)
    WEIGHTS (place + 8)
    EACH_PIXEL (ADD_Z)
    WEIGHTS (place + 12)
    EACH_PIXEL (ADD_W)
#else
    WEIGHTS (place)
    EACH_PIXEL (ADD_ONE)
#endif
    place += 4 * IN_FLOATS;
  }
}

#ifndef IS_POINTWISE
// Of each pixel: the first pixel of the picture that it is made of, and where its window begins
// there. Whole numbers are divided lane by lane, so this is once for all taps.
int pictures[N_PIXELS];
ivec2 starts[N_PIXELS];

#define LOCATE(p) locate (min (first_pixel + p, params[5].x - 1), pictures[p], starts[p]);
#endif

void
write_pixel (int pixel, int group, int first_channel, vec4 a, vec4 b, vec4 c, vec4 d)
{
  int n = params[5].z - first_channel;
  int place = pixel * params[4].y + group * params[5].z + first_channel;
  vec4 values[4];

  if (pixel >= params[5].x)
    return;
  values[0] = a;
  values[1] = b;
  values[2] = c;
  values[3] = d;
  for (int i = 0; i < 4; i++) {
    vec4 v = clamp_result (values[i]);

#if OUT_FLOATS == 4
    if (4 * i < n)
      WRITE_FOUR (out_data, place / 4 + i, v);
#else
    if (4 * i < n)
      WRITE (out_data, place + 4 * i, v.x);
    if (4 * i + 1 < n)
      WRITE (out_data, place + 4 * i + 1, v.y);
    if (4 * i + 2 < n)
      WRITE (out_data, place + 4 * i + 2, v.z);
    if (4 * i + 3 < n)
      WRITE (out_data, place + 4 * i + 3, v.w);
#endif
  }
}

void
main ()
{
  int index = find_index ();
  int n_columns = (params[5].x + N_PIXELS - 1) / N_PIXELS;

  if (index >= params[0].x)
    return;
  int  tile = index / n_columns;
  int  column = index - tile * n_columns;
  int  group = tile / params[5].w;
  int  first_pixel = column * N_PIXELS;
  int  n_taps = 1;
#ifndef IS_POINTWISE
  n_taps = params[2].x * params[2].y;
#endif
  int  filter_place = tile * (BIAS_ROWS + n_taps * params[5].y) * 4;
  vec4 bias0 = READ_BIAS (filter_place);
  vec4 bias1 = READ_BIAS (filter_place + 1);
  vec4 bias2 = READ_BIAS (filter_place + 2);
  vec4 bias3 = READ_BIAS (filter_place + 3);
  EACH_PIXEL (START)
  filter_place += 4 * BIAS_ROWS;
#define FIND(p) \
  places[p] = (min (first_pixel + p, params[5].x - 1) * params[4].x + group * params[5].y) / IN_FLOATS;
#define FIND_TAP(p) \
  { \
    int found = find_pixel (pictures[p], starts[p], ivec2 (ky, kx)); \
    are_inside[p] = found >= 0; \
    places[p] = (max (found, 0) * params[4].x + group * params[5].y) / IN_FLOATS; \
  }
#ifdef IS_POINTWISE
  EACH_PIXEL (FIND)
  add_tap (filter_place);
#else
  EACH_PIXEL (LOCATE)
  for (int ky = 0; ky < params[2].x; ky++)
    for (int kx = 0; kx < params[2].y; kx++) {
      EACH_PIXEL (FIND_TAP)
      add_tap (filter_place);
      filter_place += params[5].y * 4;
    }
#endif
#define STORE(p) \
  write_pixel (first_pixel + p, group, (tile - group * params[5].w) * 16, sums[4 * p], \
               sums[4 * p + 1], sums[4 * p + 2], sums[4 * p + 3]);
  EACH_PIXEL (STORE)
}
