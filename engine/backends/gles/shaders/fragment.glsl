/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
// How programs of the second tier find and store elements: a texel is four of a tensor, and a
// fragment makes one texel. compute.glsl says what the names mean.

#ifndef FLOATS
#define FLOATS 1
#endif

precision highp float;
precision highp int;
precision highp sampler2D;
precision highp isampler2D;

layout (std140) uniform Params
{
  ivec4 params[16];
};

out vec4 texel;

#define INPUT(n, Block, name) uniform sampler2D name;
#define INPUT_ONE(n, Block, name) uniform sampler2D name;
#define TABLE(n, Block, name) uniform isampler2D name;
#define TABLE_FOUR(n, Block, name) uniform isampler2D name;
#define OUTPUT(n, Block)

#define PLACE(i) ivec2 ((i) & (WIDTH - 1), (i) >> WIDTH_BITS)
#define READ(data, i) texelFetch (data, PLACE ((i) >> 2), 0)[(i) & 3]
#define READ_FOUR(data, i) texelFetch (data, PLACE (i), 0)
#define READ_TABLE(table, i) read_pair (table, i)
#define READ_TABLE_FOUR(table, i) texelFetch (table, PLACE (i), 0)

ivec2
read_pair (isampler2D table, int i)
{
  ivec4 pairs = texelFetch (table, PLACE (i >> 1), 0);

  return (i & 1) == 0 ? pairs.xy : pairs.zw;
}

int
find_texel ()
{
  return int (gl_FragCoord.y) * WIDTH + int (gl_FragCoord.x);
}

// Drivers may cut off what a texture of float16 does not hold: here it is rounded.
vec4
round_stored (vec4 value)
{
#ifdef IS_HALF
  return vec4 (unpackHalf2x16 (packHalf2x16 (value.xy)), unpackHalf2x16 (packHalf2x16 (value.zw)));
#else
  return value;
#endif
}

#if FLOATS == 4
#define ELEMENT vec4
#define READ_ELEMENT READ_FOUR
#define EACH_INDEX(COMPUTE) \
void \
main () \
{ \
  texel = round_stored (COMPUTE (min (find_texel (), params[0].x * params[0].w - 1))); \
}
#else
#define ELEMENT float
#define READ_ELEMENT READ
#define EACH_INDEX(COMPUTE) \
void \
main () \
{ \
  ivec4 indices = min (find_texel () * 4 + ivec4 (0, 1, 2, 3), params[0].x * params[0].w - 1); \
  texel = round_stored (vec4 (COMPUTE (indices.x), COMPUTE (indices.y), COMPUTE (indices.z), \
                              COMPUTE (indices.w))); \
}
#endif
#define EACH_PLACE(COMPUTE) \
ELEMENT \
compute_index (int index) \
{ \
  int row = index / params[0].x; \
  return COMPUTE (row, index - row * params[0].x); \
} \
EACH_INDEX (compute_index)
