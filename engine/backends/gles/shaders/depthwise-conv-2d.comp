/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

// An invocation makes 4 pixels of each of N_LINES lines, of 1 channel or of 4. Columns: tiles of
// pixels * groups of channels; rows: n * tiles of lines. params 1 to 4 as window.c sets them,
// channels in ELEMENTs; params[5]: groups of channels, pixels of a line, tiles of lines.
//
// STRIDE 1 or 2, both ways: the window is 3x3 without gaps, and an element is read
// once for all pixels; 0: any other window, N_LINES 1. IS_FILTER_EXACT: filter and bias are
// float32 whatever the tensors are.
#if defined (IS_FILTER_EXACT) && !defined (IS_TEXELS)
#define FILTER_STORED ELEMENT
#define READ_FILTER(data, i) data[i]
#else
#define FILTER_STORED STORED
#define READ_FILTER READ_ELEMENT
#endif

INPUT (0, In, in_data)
READ_ONLY (1, Filter, FILTER_STORED, filter_data)
READ_ONLY (2, Bias, FILTER_STORED, bias_data)
OUTPUT (3, Out)

int in_stride;
int in_channel;

ELEMENT sums[4 * N_LINES];

ELEMENT
read_element (int line, int x, bool is_line_inside)
{
  bool    is_inside = is_line_inside && x >= 0 && x < params[1].y;
  int     place = (is_inside ? line + x : 0) * in_stride + in_channel;
  ELEMENT element = READ_ELEMENT (in_data, place);

  return is_inside ? element : ELEMENT (0.0);
}

// Where line @y of a picture begins, in pixels.
int
find_line (int picture, int y)
{
  return (picture * params[1].x + y) * params[1].y;
}

void
write_pixel (int out_line, int out_x, int group, ELEMENT sum)
{
  int place = (out_line * params[5].y + out_x) * params[5].x + group;

  if (out_x < params[5].y)
    WRITE_ELEMENT (out_data, place, clamp_result (sum));
}

#if STRIDE > 0
ELEMENT weights[9];
ELEMENT elements[9];

void
read_weights (int group)
{
#define WEIGHT(tap) weights[tap] = READ_FILTER (filter_data, tap * params[5].x + group);
  WEIGHT (0) WEIGHT (1) WEIGHT (2) WEIGHT (3) WEIGHT (4) WEIGHT (5) WEIGHT (6) WEIGHT (7) WEIGHT (8)
}

void
read_line (int picture, int y, int left)
{
  bool is_inside = y >= 0 && y < params[1].x;
  int  line = find_line (picture, y);

#define ELEMENT_AT(i) elements[i] = read_element (line, left + i, is_inside);
  ELEMENT_AT (0) ELEMENT_AT (1) ELEMENT_AT (2) ELEMENT_AT (3) ELEMENT_AT (4) ELEMENT_AT (5)
#if STRIDE == 2
  ELEMENT_AT (6) ELEMENT_AT (7) ELEMENT_AT (8)
#endif
}

// The line that was read, by line @ky of the window, to line @l of the sums.
#define ADD_PIXEL(l, ky, i) \
  sums[4 * l + i] += elements[STRIDE * i] * weights[3 * ky] + \
    elements[STRIDE * i + 1] * weights[3 * ky + 1] + elements[STRIDE * i + 2] * weights[3 * ky + 2];
#define ADD(l, ky) \
  ADD_PIXEL (l, ky, 0) ADD_PIXEL (l, ky, 1) ADD_PIXEL (l, ky, 2) ADD_PIXEL (l, ky, 3)

void
add_window (int picture, int top, int left, int group)
{
  read_weights (group);
  read_line (picture, top, left);
  ADD (0, 0)
  read_line (picture, top + 1, left);
  ADD (0, 1)
#if N_LINES == 2 && STRIDE == 1
  ADD (1, 0)
#endif
  read_line (picture, top + 2, left);
  ADD (0, 2)
#if N_LINES == 2 && STRIDE == 1
  ADD (1, 1)
  read_line (picture, top + 3, left);
  ADD (1, 2)
#elif N_LINES == 2
  ADD (1, 0)
  read_line (picture, top + 3, left);
  ADD (1, 1)
  read_line (picture, top + 4, left);
  ADD (1, 2)
#endif
}
#else
void
add_window (int picture, int top, int left, int group)
{
  for (int ky = 0; ky < params[2].x; ky++) {
    int y = top + ky * params[3].x;
    int line = find_line (picture, y);
    int place = ky * params[2].y * params[5].x + group;

    if (y < 0 || y >= params[1].x)
      continue;
    for (int kx = 0; kx < params[2].y; kx++) {
      int     x = left + kx * params[3].y;
      ELEMENT w = READ_FILTER (filter_data, place + kx * params[5].x);

      sums[0] += read_element (line, x, true) * w;
      sums[1] += read_element (line, x + params[2].w, true) * w;
      sums[2] += read_element (line, x + 2 * params[2].w, true) * w;
      sums[3] += read_element (line, x + 3 * params[2].w, true) * w;
    }
  }
}
#endif

void
main ()
{
  int column = find_column ();
  int row = find_row ();

  if (column >= params[0].x || row >= params[0].w)
    return;
  int tile = column / params[5].x;
  int group = column - tile * params[5].x;
  int picture = row / params[5].z;
  int out_y = (row - picture * params[5].z) * N_LINES;
  int out_x = tile * 4;
  in_stride = params[4].x;
  in_channel = group / (params[4].y / params[4].x);
  ELEMENT bias = READ_FILTER (bias_data, group);
#define START(l) \
  sums[4 * l] = bias; sums[4 * l + 1] = bias; sums[4 * l + 2] = bias; sums[4 * l + 3] = bias;
  START (0)
#if N_LINES == 2
  START (1)
#endif
  add_window (picture, out_y * params[2].z - params[3].z, out_x * params[2].w - params[3].w, group);
  int out_line = picture * params[1].z + out_y;
#define WRITE_LINE(l) \
  write_pixel (out_line + l, out_x, group, sums[4 * l]); \
  write_pixel (out_line + l, out_x + 1, group, sums[4 * l + 1]); \
  write_pixel (out_line + l, out_x + 2, group, sums[4 * l + 2]); \
  write_pixel (out_line + l, out_x + 3, group, sums[4 * l + 3]);
  WRITE_LINE (0)
#if N_LINES == 2
  if (out_y + 1 < params[1].z) {
    WRITE_LINE (1)
  }
#endif
}
