/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
// What all programs begin with, behind #version and their defines.

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
#define READ(data, i) unpackHalf2x16 (data[(i) >> 1] >> uint (((i) & 1) << 4)).x
#define READ_FOUR(data, i) unpack_four (data[i])
#define WRITE(data, i, value) \
  { \
    uint shift = uint (((i) & 1) << 4); \
    atomicAnd (data[(i) >> 1], 0xffff0000u >> shift); \
    atomicOr (data[(i) >> 1], packHalf2x16 (vec2 (value, 0.0)) << shift); \
  }
#define WRITE_FOUR(data, i, value) data[i] = pack_four (value)

vec4
unpack_four (uvec2 words)
{
  return vec4 (unpackHalf2x16 (words.x), unpackHalf2x16 (words.y));
}

uvec2
pack_four (vec4 value)
{
  return uvec2 (packHalf2x16 (value.xy), packHalf2x16 (value.zw));
}
#else
#define ONE float
#define FOUR vec4
#define WRITTEN writeonly buffer
#ifdef IS_TEXELS
#define READ(data, i) texelFetch (data, i).x
#define READ_FOUR(data, i) texelFetch (data, i)
#else
#define READ(data, i) data[i]
#define READ_FOUR(data, i) data[i]
#endif
#define WRITE(data, i, value) data[i] = value
#define WRITE_FOUR(data, i, value) data[i] = value
#endif

// A buffer that is only read, of STORED, which is ONE or FOUR: with IS_TEXELS all of a program's.
#ifdef IS_TEXELS
#define READ_ONLY(place, Block, STORED, data) \
  layout (binding = place) uniform highp samplerBuffer data
#else
#define READ_ONLY(place, Block, STORED, data) \
  layout (std430, binding = place) readonly buffer Block { STORED data[]; }
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

float
clamp_result (float value)
{
  return min (max (value, intBitsToFloat (params[0].y)), intBitsToFloat (params[0].z));
}

vec4
clamp_result (vec4 value)
{
  return min (max (value, intBitsToFloat (params[0].y)), intBitsToFloat (params[0].z));
}

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
    out_data[index >> 1] = packHalf2x16 (vec2 (COMPUTE (index), COMPUTE (min (index + 1, last)))); \
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

// The language leaves exp and log some thousand times the error of a float. Both after Cephes
// (S. Moshier), expf.c and logf.c.
float
exact_exp (float x)
{
  float bounded = clamp (x, -104.0, 89.0);
  float n = roundEven (bounded * 1.44269504);
  float r = (bounded - n * 0.693359375) + n * 2.12194440e-4;
  float p = ((((1.9875691500e-4 * r + 1.3981999507e-3) * r + 8.3334519073e-3) * r +
              4.1665795894e-2) * r + 1.6666665459e-1) * r + 5.0000001201e-1;
  int   half_n = int (n) / 2;
  int   other = int (n) - half_n;

  // In two steps, for the ends of the range.
  return (p * r * r + r + 1.0) * intBitsToFloat ((half_n + 127) << 23) *
         intBitsToFloat ((other + 127) << 23);
}

float
exact_log (float x)
{
  int   bits = floatBitsToInt (x);
  int   e = (bits >> 23) - 126;
  float m = intBitsToFloat ((bits & 0x007fffff) | 0x3f000000);
  bool  is_low = m < 0.707106781;
  float f = is_low ? m + m - 1.0 : m - 1.0;
  float n = float (is_low ? e - 1 : e);
  float z = f * f;
  float p = ((((((((7.0376836292e-2 * f - 1.1514610310e-1) * f + 1.1676998740e-1) * f -
                  1.2420140846e-1) * f + 1.4249322787e-1) * f - 1.6668057665e-1) * f +
               2.0000714765e-1) * f - 2.4999993993e-1) * f + 3.3333331174e-1) * f * z;
  float result = f + (p - n * 2.12194440e-4 - 0.5 * z) + n * 0.693359375;

  if (x == 0.0)
    return intBitsToFloat (-8388608);
  if (x < 0.0 || isnan (x))
    return intBitsToFloat (2143289344);
  return isinf (x) ? x : result;
}
