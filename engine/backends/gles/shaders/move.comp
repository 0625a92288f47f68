/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

// params[1]: loops, start in input and output, fill (float bits); from params[2]: size, stride of
// the input, of the output, first row of the table or -1. The least integer is outside.
// IS_PAIRED: of float16 both elements of a word, the second of the input's as far from the first as
// the params behind the loops say.
#define OUTSIDE (-2147483647 - 1)

INPUT (0, In, in_data)
TABLE (1, Table, table)
OUTPUT (2, Out)

// Where element @index of the moved ones comes from and goes to; whether it is from outside.
bool
find_places (int index, out int in_place, out int out_place)
{
  int  rest = index;
  bool is_outside = false;

  in_place = params[1].y;
  out_place = params[1].z;
  for (int d = params[1].x + 1; d >= 2; d--) {
    ivec4 loop = params[d];
    int   next = d > 2 ? rest / loop.x : 0;
    int   i = rest - next * loop.x;
    ivec2 offsets = i * loop.yz;

    if (loop.w >= 0)
      offsets = READ_TABLE (table, loop.w + i);
    is_outside = is_outside || offsets.x == OUTSIDE;
    in_place += offsets.x == OUTSIDE ? 0 : offsets.x;
    out_place += offsets.y;
    rest = next;
  }
  return is_outside;
}

#ifdef IS_FRAGMENT
// The output is all that is moved, in its order.
ELEMENT
compute (int index)
{
  int     in_place;
  int     out_place;
  ELEMENT value = ELEMENT (intBitsToFloat (params[1].w));

  if (!find_places (index, in_place, out_place))
    value = READ_ELEMENT (in_data, in_place);
  return value;
}

EACH_INDEX (compute)
#else
void
main ()
{
  int  index = find_index ();
  int  in_place;
  int  out_place;

  if (index >= params[0].x)
    return;
  bool is_outside = find_places (index, in_place, out_place);
#ifdef IS_PAIRED
  vec2 values = vec2 (intBitsToFloat (params[1].w));
  if (!is_outside)
    values = vec2 (READ (in_data, in_place), READ (in_data, in_place + params[params[1].x + 2].x));
  out_data[out_place >> 1] = pack_two (values);
#else
  float value = intBitsToFloat (params[1].w);
  if (!is_outside)
    value = READ (in_data, in_place);
  WRITE (out_data, out_place, value);
#endif
}
#endif
