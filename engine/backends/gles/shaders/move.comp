/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

// params[1]: loops, start in input and output, fill (float bits); from params[2]: size, stride of
// the input, of the output, first row of the table or -1. The least integer is outside.
// IS_PAIRED: of float16 both elements of a word, the second of the input's as far from the first as
// the params behind the loops say.
#define OUTSIDE (-2147483647 - 1)

layout (std430, binding = 0) readonly buffer In { ONE in_data[]; };
layout (std430, binding = 1) readonly buffer Table { ivec2 table[]; };
layout (std430, binding = 2) WRITTEN Out { ONE out_data[]; };

void
main ()
{
  int  rest = find_index ();
  int  in_place = params[1].y;
  int  out_place = params[1].z;
  bool is_outside = false;

  if (rest >= params[0].x)
    return;
  for (int d = params[1].x + 1; d >= 2; d--) {
    ivec4 loop = params[d];
    int   next = d > 2 ? rest / loop.x : 0;
    int   i = rest - next * loop.x;
    ivec2 offsets = i * loop.yz;

    if (loop.w >= 0)
      offsets = table[loop.w + i];
    is_outside = is_outside || offsets.x == OUTSIDE;
    in_place += offsets.x == OUTSIDE ? 0 : offsets.x;
    out_place += offsets.y;
    rest = next;
  }
#ifdef IS_PAIRED
  vec2 values = vec2 (intBitsToFloat (params[1].w));
  if (!is_outside)
    values = vec2 (READ (in_data, in_place), READ (in_data, in_place + params[params[1].x + 2].x));
  out_data[out_place >> 1] = packHalf2x16 (values);
#else
  float value = intBitsToFloat (params[1].w);
  if (!is_outside)
    value = READ (in_data, in_place);
  WRITE (out_data, out_place, value);
#endif
}
