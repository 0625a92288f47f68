/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
// How programs of the first tier find and store elements; fragment.glsl does the same for textures.

#ifndef LANES
#define LANES 64
#endif
#ifndef FLOATS
#define FLOATS 1
#endif

precision highp float;
precision highp int;

layout (local_size_x = LANES) in;

// params[0]: columns, clamp from and to (float bits), rows; the rest is the program's.
layout (std140, binding = 0) uniform Params
{
  ivec4 params[16];
};

// Tensors are float32, or, with IS_HALF, float16 in pairs, the first in a word's lower half;
// programs compute in float32 all the same. Elements and FOURs of a tensor are read and written by
// these macros alone; @i counts elements, or fours.
//
// Where neighbouring elements come from different invocations, WRITE changes its half of the word
// as if nobody else did. EACH_INDEX and EACH_PLACE give both to one.
#ifdef IS_HALF
#define ONE uint
#define FOUR uvec2
#define WRITTEN buffer
#ifndef IS_TEXELS
#define READ(data, i) unpackHalf2x16 (data[(i) >> 1] >> uint (((i) & 1) << 4)).x
#define READ_FOUR(data, i) unpack_four (data[i])
#endif
#define WRITE(data, i, value) \
  { \
    uint shift = uint (((i) & 1) << 4); \
    atomicAnd (data[(i) >> 1], 0xffff0000u >> shift); \
    atomicOr (data[(i) >> 1], pack_two (vec2 (value, 0.0)) << shift); \
  }
#define WRITE_FOUR(data, i, value) data[i] = pack_four (value)

// To the nearest, ties to even: packHalf2x16 may cut off, which would make all of a network's numbers
// smaller. NaNs of large bits would become zero.
vec2
round_to_half (vec2 value)
{
  uvec2 bits = floatBitsToUint (value);
  vec2  rounded = uintBitsToFloat ((bits + 0xfffu + ((bits >> 13) & 1u)) & 0xffffe000u);

  return mix (rounded, value, greaterThan (bits & 0x7fffffffu, uvec2 (0x7f800000u)));
}

uint
pack_two (vec2 value)
{
  return packHalf2x16 (round_to_half (value));
}

vec4
unpack_four (uvec2 words)
{
  return vec4 (unpackHalf2x16 (words.x), unpackHalf2x16 (words.y));
}

uvec2
pack_four (vec4 value)
{
  return uvec2 (pack_two (value.xy), pack_two (value.zw));
}
#else
#define ONE float
#define FOUR vec4
#define WRITTEN writeonly buffer
#ifndef IS_TEXELS
#define READ(data, i) data[i]
#define READ_FOUR(data, i) data[i]
#endif
#define WRITE(data, i, value) data[i] = value
#define WRITE_FOUR(data, i, value) data[i] = value
#endif

#ifdef IS_TEXELS
#define READ(data, i) texelFetch (data, i).x
#define READ_FOUR(data, i) texelFetch (data, i)
#endif

// A buffer that is only read, of STORED, which is ONE or FOUR: with IS_TEXELS all of a program's.
#ifdef IS_TEXELS
#define READ_ONLY(place, Block, STORED, data) \
  layout (binding = place) uniform highp samplerBuffer data;
#else
#define READ_ONLY(place, Block, STORED, data) \
  layout (std430, binding = place) readonly buffer Block { STORED data[]; };
#endif

// Invocations in a line.
int
find_index ()
{
  return int ((gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x) * uint (LANES) +
              gl_LocalInvocationIndex);
}

// Invocations in columns and rows; a row is the same for all of a group.
int
find_column ()
{
  return int (gl_WorkGroupID.x * uint (LANES) + gl_LocalInvocationIndex);
}

int
find_row ()
{
  return int (gl_WorkGroupID.z) * MAX_GROUPS + int (gl_WorkGroupID.y);
}

// What a program reads and writes, one a line: the binding, a name of its own, that of the data.
// INPUT holds ELEMENTs, INPUT_ONE elements; tables hold whole numbers.
#define INPUT(n, Block, name) READ_ONLY (n, Block, STORED, name)
#define INPUT_ONE(n, Block, name) READ_ONLY (n, Block, ONE, name)
#define TABLE(n, Block, name) layout (std430, binding = n) readonly buffer Block { ivec2 name[]; };
#define TABLE_FOUR(n, Block, name) layout (std430, binding = n) readonly buffer Block { ivec4 name[]; };
#define OUTPUT(n, Block) layout (std430, binding = n) WRITTEN Block { STORED out_data[]; };
#define READ_TABLE(table, i) table[i]
#define READ_TABLE_FOUR(table, i) table[i]

// FLOATS 1 or 4: what an ELEMENT is.
#if FLOATS == 4
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

// The main () of a program that makes each element of out_data by itself, from its index or, of
// lines that are params[0].x long, from row and column.
#ifdef IS_HALF
#define EACH_INDEX(COMPUTE) \
void \
main () \
{ \
  int index = 2 * find_index (); \
  int last = params[0].x * params[0].w - 1; \
  if (index <= last) \
    out_data[index >> 1] = pack_two (vec2 (COMPUTE (index), COMPUTE (min (index + 1, last)))); \
}
#define EACH_PLACE(COMPUTE) \
float \
compute_index (int index) \
{ \
  int row = index / params[0].x; \
  return COMPUTE (row, index - row * params[0].x); \
} \
EACH_INDEX (compute_index)
#else
#define EACH_INDEX(COMPUTE) \
void \
main () \
{ \
  int index = find_index (); \
  if (index < params[0].x) \
    out_data[index] = COMPUTE (index); \
}
#define EACH_PLACE(COMPUTE) \
void \
main () \
{ \
  int row = find_row (); \
  int column = find_column (); \
  if (column < params[0].x && row < params[0].w) \
    out_data[row * params[0].x + column] = COMPUTE (row, column); \
}
#endif
