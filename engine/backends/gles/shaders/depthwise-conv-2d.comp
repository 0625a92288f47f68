/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

// An invocation makes 4 pixels of a line, of 1 channel or of 4. Columns: tiles of pixels * groups
// of channels; rows: n * out_h. params 1 to 4 as window.c sets them; params[5]: groups of channels,
// pixels of a line.
//
// N_FLOATS 1 or 4. STRIDE 1 or 2: the window is 3 wide without gaps, and a line's elements are read
// once for all four; 0: any other window.
#if N_FLOATS == 4
#define ELEMENT vec4
#define STORED FOUR
#define READ_ELEMENT READ_FOUR
#define WRITE_ELEMENT WRITE_FOUR
#else
#define ELEMENT float
#define STORED ONE
#define READ_ELEMENT READ
#define WRITE_ELEMENT WRITE
#endif

READ_ONLY (0, In, STORED, in_data);
READ_ONLY (1, Filter, STORED, filter_data);
READ_ONLY (2, Bias, STORED, bias_data);
layout (std430, binding = 3) WRITTEN Out { STORED out_data[]; };

int in_stride;
int in_channel;

ELEMENT
read_element (int line, int x)
{
  bool    is_inside = x >= 0 && x < params[1].y;
  int     place = (line + (is_inside ? x : 0)) * in_stride + in_channel;
  ELEMENT element = READ_ELEMENT (in_data, place);

  return is_inside ? element : ELEMENT (0.0);
}

void
main ()
{
  int column = find_column ();
  int row = find_row ();
  int n_groups = params[5].x;

  if (column >= params[0].x || row >= params[0].w)
    return;
  int tile = column / n_groups;
  int group = column - tile * n_groups;
  int picture = row / params[1].z;
  int top = (row - picture * params[1].z) * params[2].z - params[3].z;
  int left = tile * 4 * params[2].w - params[3].w;
  in_stride = params[4].x / N_FLOATS;
  in_channel = N_FLOATS == 4 ? group : group / (params[4].y / params[4].x);
  ELEMENT bias = READ_ELEMENT (bias_data, group);
  ELEMENT sum0 = bias;
  ELEMENT sum1 = bias;
  ELEMENT sum2 = bias;
  ELEMENT sum3 = bias;

  for (int ky = 0; ky < params[2].x; ky++) {
    int y = top + ky * params[3].x;
    int line = (picture * params[1].x + y) * params[1].y;
    int place = ky * params[2].y * n_groups + group;

    if (y < 0 || y >= params[1].x)
      continue;
#if STRIDE > 0
    ELEMENT w0 = READ_ELEMENT (filter_data, place);
    ELEMENT w1 = READ_ELEMENT (filter_data, place + n_groups);
    ELEMENT w2 = READ_ELEMENT (filter_data, place + 2 * n_groups);
    ELEMENT e0 = read_element (line, left);
    ELEMENT e1 = read_element (line, left + 1);
    ELEMENT e2 = read_element (line, left + 2);
    ELEMENT e3 = read_element (line, left + 3);
    ELEMENT e4 = read_element (line, left + 4);
    ELEMENT e5 = read_element (line, left + 5);
#if STRIDE == 1
    sum0 += e0 * w0 + e1 * w1 + e2 * w2;
    sum1 += e1 * w0 + e2 * w1 + e3 * w2;
    sum2 += e2 * w0 + e3 * w1 + e4 * w2;
    sum3 += e3 * w0 + e4 * w1 + e5 * w2;
#else
    ELEMENT e6 = read_element (line, left + 6);
    ELEMENT e7 = read_element (line, left + 7);
    ELEMENT e8 = read_element (line, left + 8);
    sum0 += e0 * w0 + e1 * w1 + e2 * w2;
    sum1 += e2 * w0 + e3 * w1 + e4 * w2;
    sum2 += e4 * w0 + e5 * w1 + e6 * w2;
    sum3 += e6 * w0 + e7 * w1 + e8 * w2;
#endif
#else
    for (int kx = 0; kx < params[2].y; kx++) {
      int     x = left + kx * params[3].y;
      ELEMENT w = READ_ELEMENT (filter_data, place + kx * n_groups);

      sum0 += read_element (line, x) * w;
      sum1 += read_element (line, x + params[2].w) * w;
      sum2 += read_element (line, x + 2 * params[2].w) * w;
      sum3 += read_element (line, x + 3 * params[2].w) * w;
    }
#endif
  }
  int out_x = tile * 4;
  int out_place = (row * params[5].y + out_x) * n_groups + group;
  WRITE_ELEMENT (out_data, out_place, clamp_result (sum0));
  if (out_x + 1 < params[5].y)
    WRITE_ELEMENT (out_data, out_place + n_groups, clamp_result (sum1));
  if (out_x + 2 < params[5].y)
    WRITE_ELEMENT (out_data, out_place + 2 * n_groups, clamp_result (sum2));
  if (out_x + 3 < params[5].y)
    WRITE_ELEMENT (out_data, out_place + 3 * n_groups, clamp_result (sum3));
}
