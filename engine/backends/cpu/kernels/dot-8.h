/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The products of two vectors of words, added to sums. */
#pragma once

#include "vector-8.h"

/* sums + a · b, of two int16 in each word. */
KERNEL_INLINE Words
dot_halves (Words sums,
            Words a,
            Words b)
{
#if defined(__AVX512VNNI__)
  return (Words) _mm512_dpwssd_epi32 ((__m512i) sums, (__m512i) a, (__m512i) b);
#elif defined(__AVXVNNI__)
  return (Words) _mm256_dpwssd_avx_epi32 ((__m256i) sums, (__m256i) a, (__m256i) b);
#elif defined(__AVX512BW__)
  return sums + (Words) _mm512_madd_epi16 ((__m512i) a, (__m512i) b);
#elif defined(__AVX2__)
  return sums + (Words) _mm256_madd_epi16 ((__m256i) a, (__m256i) b);
#elif defined(__SSE2__)
  return sums + (Words) _mm_madd_epi16 ((__m128i) a, (__m128i) b);
#elif defined(__aarch64__)
  const int16x8_t a_halves = (int16x8_t) a;
  const int16x8_t b_halves = (int16x8_t) b;

  return sums + (Words) vpaddq_s32 (vmull_s16 (vget_low_s16 (a_halves), vget_low_s16 (b_halves)),
                                    vmull_high_s16 (a_halves, b_halves));
#else
  const Words a_low = (Words) ((UnsignedWords) a << 16) >> 16;
  const Words b_low = (Words) ((UnsignedWords) b << 16) >> 16;

  return sums + a_low * b_low + (a >> 16) * (b >> 16);
#endif
}

/* sums + a · b, of as many elements as a word has; of four, those of @a are
 * uint8 and those of @b int8, or uint8 where WORD_8_SHIFT is 0. */
KERNEL_INLINE Words
dot (Words sums,
     Words a,
     Words b)
{
#if defined(__AVX512VNNI__)
  return (Words) _mm512_dpbusd_epi32 ((__m512i) sums, (__m512i) a, (__m512i) b);
#elif defined(__AVXVNNI__)
  return (Words) _mm256_dpbusd_avx_epi32 ((__m256i) sums, (__m256i) a, (__m256i) b);
#elif defined(__ARM_FEATURE_DOTPROD)
  return (Words) vdotq_u32 ((uint32x4_t) sums, (uint8x16_t) a, (uint8x16_t) b);
#else
  return dot_halves (sums, a, b);
#endif
}

/* Sums of dot_halves() in the form to which the level adds fastest. */
#if defined(__aarch64__)
typedef struct
{
  int32x4_t low; /* of words 0 and 1: two products each, not yet added */
  int32x4_t high;
} PairSums;

KERNEL_INLINE PairSums
pair_sums_begin (Words sums)
{
  const int32x4_t zeros = vdupq_n_s32 (0);

  return (PairSums){ vzip1q_s32 ((int32x4_t) sums, zeros), vzip2q_s32 ((int32x4_t) sums, zeros) };
}

KERNEL_INLINE void
pair_sums_add (PairSums *sums,
               Words     a,
               Words     b)
{
  const int16x8_t a_halves = (int16x8_t) a;
  const int16x8_t b_halves = (int16x8_t) b;

  sums->low = vmlal_s16 (sums->low, vget_low_s16 (a_halves), vget_low_s16 (b_halves));
  sums->high = vmlal_high_s16 (sums->high, a_halves, b_halves);
}

KERNEL_INLINE Words
pair_sums_end (PairSums sums)
{
  return (Words) vpaddq_s32 (sums.low, sums.high);
}
#else
typedef Words PairSums;

KERNEL_INLINE PairSums
pair_sums_begin (Words sums)
{
  return sums;
}

KERNEL_INLINE void
pair_sums_add (PairSums *sums,
               Words a,
               Words b)
{
  *sums = dot_halves (*sums, a, b);
}

KERNEL_INLINE Words
pair_sums_end (PairSums sums)
{
  return sums;
}
#endif
