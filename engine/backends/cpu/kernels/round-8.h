/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The end of a product of 8 bits: from sums to bytes of the result's grid. */
#pragma once

#include "vector-8.h"

typedef struct
{
  Vector min; /* from the zero point */
  Vector max;
  Words  zero_point;
} Grid;

KERNEL_INLINE Grid
grid_make (KomaClamp clamp,
           gint32    zero_point)
{
  return (Grid){
    .min = vector_splat (clamp.min),
    .max = vector_splat (clamp.max),
    .zero_point = zero_point - (Words){ 0 },
  };
}

/* Halves go to the even neighbour. */
KERNEL_INLINE Words
round_vector (Vector value)
{
#if defined(__AVX512F__)
  return (Words) _mm512_cvtps_epi32 ((__m512) value);
#elif defined(__AVX2__)
  return (Words) _mm256_cvtps_epi32 ((__m256) value);
#elif defined(__SSE2__)
  return (Words) _mm_cvtps_epi32 ((__m128) value);
#elif defined(__aarch64__)
  return (Words) vcvtnq_s32_f32 ((float32x4_t) value);
#else
  /* From here on the last bit of a float is worth 1; |value| is less than 512. */
  const float  ones = 12582912;
  const Vector rounded = value + ones;

  return (Words) rounded - (Words) vector_splat (ones);
#endif
}

/* The level that each sum comes to, in the low byte of its lane. */
KERNEL_INLINE Words
find_levels (Words       sums,
             Vector      multipliers,
             const Grid *grid)
{
  const Vector scaled = __builtin_convertvector(sums, Vector) * multipliers;

  return round_vector (vector_clamp (scaled, grid->min, grid->max)) + grid->zero_point;
}

/* The low byte of each lane. */
KERNEL_INLINE void
bytes_store (guint8 *to,
             Words   value)
{
#if defined(__AVX512F__)
  _mm_storeu_si128 ((__m128i *) to, _mm512_cvtepi32_epi8 ((__m512i) value));
#elif defined(__AVX2__)
  const __m256i low_bytes = _mm256_set1_epi32 (0x0c080400);
  const __m256i in_lanes = _mm256_shuffle_epi8 ((__m256i) value, low_bytes);

  _mm_storel_epi64 ((__m128i *) to, _mm_unpacklo_epi32 (_mm256_castsi256_si128 (in_lanes),
                                                        _mm256_extracti128_si256 (in_lanes, 1)));
#elif defined(__SSE2__)
  const __m128i bytes = _mm_and_si128 ((__m128i) value, _mm_set1_epi32 (0xff));
  const __m128i halves = _mm_packs_epi32 (bytes, bytes);
  const gint32  word = _mm_cvtsi128_si32 (_mm_packus_epi16 (halves, halves));

  memcpy (to, &word, sizeof word);
#elif defined(__aarch64__)
  const uint16x4_t halves = vmovn_u32 ((uint32x4_t) value);
  const uint8x8_t  bytes = vmovn_u16 (vcombine_u16 (halves, halves));
  const guint32    word = vget_lane_u32 (vreinterpret_u32_u8 (bytes), 0);

  memcpy (to, &word, sizeof word);
#else
  for (guint i = 0; i < VECTOR_ELEMS; i++)
    to[i] = (guint8) value[i];
#endif
}

/* Copies of constant size, as in vector_store_some(). */
KERNEL_INLINE void
bytes_copy_some (guint8       *to,
                 const guint8 *from,
                 gsize         n, /* less than 2 * @most */
                 const gsize   most)
{
  for (gsize size = most; size > 0; size /= 2)
    if (n & size) {
      memcpy (to, from, size);
      to += size;
      from += size;
    }
}
