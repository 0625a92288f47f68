/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
// How programs of the second tier find and store elements: a texel is four of a tensor.
// compute.glsl says what the names mean.
//
// A tensor has four layers, each a quarter of its texels (fragment/extent.h). A fragment makes one
// texel of one layer; with HAS_QUARTERS one of each, which are often made of the same weights.

#ifndef FLOATS
#define FLOATS 1
#endif

precision highp float;
precision highp int;
precision highp sampler2DArray;
precision highp isampler2DArray;

// layouts: of each input, by its unit, and at last of the output: texels of a layer, those of a row
// less 1, and the bits of that.
layout (std140) uniform Params
{
  ivec4 params[16];
  ivec4 layouts[MAX_BINDINGS];
};

struct Tensor
{
  sampler2DArray texels;
  int            unit;
};

flat in int layer; // that is drawn
#ifdef HAS_QUARTERS
#define N_PIXELS 4
layout (location = 0) out vec4 texels[4];
#else
#define N_PIXELS 1
out vec4 texel;
#endif

#define INPUT(n, Block, name) uniform Tensor name;
#define INPUT_ONE(n, Block, name) uniform Tensor name;
#define TABLE(n, Block, name) uniform isampler2DArray name;
#define TABLE_FOUR(n, Block, name) uniform isampler2DArray name;
#define OUTPUT(n, Block)

#define OUT_QUARTER layouts[MAX_BINDINGS - 1].x
#define FIND(data, i) find_place (layouts[data.unit], i)
#define READ(data, i) texelFetch (data.texels, FIND (data, (i) >> 2), 0)[(i) & 3]
#define READ_FOUR(data, i) texelFetch (data.texels, FIND (data, i), 0)
#define READ_TABLE(table, i) read_pair (texelFetch (table, CONSTANT_PLACE ((i) >> 1), 0), i)
#define READ_TABLE_FOUR(table, i) texelFetch (table, CONSTANT_PLACE (i), 0)

// Where texel @i of one layer of a tensor is, and that of a constant, which has one layer.
#define TENSOR_PLACE(i, layer) ivec3 ((i) & (TENSOR_WIDTH - 1), (i) >> TENSOR_BITS, layer)
#define CONSTANT_PLACE(i) ivec3 ((i) & (CONSTANT_WIDTH - 1), (i) >> CONSTANT_BITS, 0)

ivec3
find_place (ivec4 layout_in, int i)
{
  int quarter = layout_in.x;
  int in_layer = int (i >= quarter) + int (i >= 2 * quarter) + int (i >= 3 * quarter);
  int rest = i - in_layer * quarter;

  return ivec3 (rest & layout_in.y, rest >> layout_in.z, in_layer);
}

ivec2
read_pair (ivec4 pairs, int i)
{
  return (i & 1) == 0 ? pairs.xy : pairs.zw;
}

// In the layer that is drawn; with HAS_QUARTERS in the first.
int
find_texel ()
{
  return layer * OUT_QUARTER + int (gl_FragCoord.y) * TENSOR_WIDTH + int (gl_FragCoord.x);
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

// Of programs that there are with and without HAS_QUARTERS. COMPUTE (index) sets made[N_PIXELS],
// before the clamp, for the texel or element @index and those at the same place in other layers.
#ifdef HAS_QUARTERS
#define EACH_QUARTER(COMPUTE, made) \
void \
main () \
{ \
  COMPUTE (min (find_texel (), OUT_QUARTER - 1)); \
  texels[0] = round_stored (clamp_result (made[0])); \
  texels[1] = round_stored (clamp_result (made[1])); \
  texels[2] = round_stored (clamp_result (made[2])); \
  texels[3] = round_stored (clamp_result (made[3])); \
}
#else
#define EACH_QUARTER(COMPUTE, made) \
ELEMENT \
compute_first (int index) \
{ \
  COMPUTE (index); \
  return clamp_result (made[0]); \
} \
EACH_INDEX (compute_first)
#endif
