/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Products of 8 bits, summed in vectors of int32. Factors come in words of 32
 * bits, one for each lane: four bytes where the level has an instruction for
 * them (VNNI, arm64's dotprod), else two int16, which no sum of two products overflows. */
#pragma once

#include "vector.h"

#if defined(__SSE2__)
#include <immintrin.h>
#endif

#if defined(__AVX512VNNI__) || defined(__AVXVNNI__) || defined(__ARM_FEATURE_DOTPROD)
#define WORD_ELEMS 4
#else
#define WORD_ELEMS 2
#endif
#define ELEM_BYTES (4 / WORD_ELEMS)

/* arm64 has no product of uint8 and int8 before i8mm. */
#if defined(__ARM_FEATURE_DOTPROD)
#define WORD_8_SHIFT 0
#else
#define WORD_8_SHIFT 128
#endif

typedef gint32  Words __attribute__ ((vector_size (VECTOR_BYTES)));
typedef guint32 UnsignedWords __attribute__ ((vector_size (VECTOR_BYTES)));
typedef gint32  WordsInMemory __attribute__ ((vector_size (VECTOR_BYTES), aligned (1), may_alias));
typedef gint16  Halves __attribute__ ((vector_size (VECTOR_BYTES)));

KERNEL_INLINE Words
words_load (gconstpointer from)
{
  return *(const WordsInMemory *) from;
}

KERNEL_INLINE void
words_store (gpointer to,
             Words    value)
{
  *(WordsInMemory *) to = value;
}

/* The same word in each lane; @from need not be aligned. */
KERNEL_INLINE Words
words_spread (gconstpointer from)
{
  gint32 word = 0;

  memcpy (&word, from, sizeof word);
  return word - (Words){ 0 };
}

/* One byte for each lane. GCC makes single bytes of the portable form. */
KERNEL_INLINE Words
words_load_bytes (const guint8 *from)
{
#if defined(__AVX512F__)
  return (Words) _mm512_cvtepu8_epi32 (_mm_loadu_si128 ((const __m128i *) from));
#elif defined(__AVX2__)
  return (Words) _mm256_cvtepu8_epi32 (_mm_loadl_epi64 ((const __m128i *) from));
#elif defined(__SSE2__)
  const __m128i zeros = _mm_setzero_si128 ();
  gint32        word = 0;

  memcpy (&word, from, sizeof word);
  return (Words) _mm_unpacklo_epi16 (_mm_unpacklo_epi8 (_mm_cvtsi32_si128 (word), zeros), zeros);
#elif defined(__aarch64__)
  guint32 word = 0;

  memcpy (&word, from, sizeof word);
  return (Words) vmovl_u16 (vget_low_u16 (vmovl_u8 (vcreate_u8 (word))));
#else
  Words words = { 0 };

  for (guint i = 0; i < VECTOR_ELEMS; i++)
    words[i] = from[i];
  return words;
#endif
}

void KERNEL (koma_cpu_turn_bytes) (const guint8 *from,
                                   gsize         from_stride,
                                   gsize         n_rows,
                                   gsize         n_columns,
                                   guint8       *to,
                                   gsize         to_stride);
void KERNEL (koma_cpu_weigh_rows) (const KomaCpuWeighedRows *rows,
                                   const guint8             *in,
                                   gsize                     row_bytes,
                                   guint8                   *ret_out);
void KERNEL (koma_cpu_gemm_8) (const KomaCpuGemm *gemm);
void KERNEL (koma_cpu_convert_8) (const guint8 *from,
                                  gsize         n,
                                  guint8        flip,
                                  gint32        zero_point,
                                  gpointer      to);
void KERNEL (koma_cpu_make_pairs) (const KomaCpuDepthwise8 *depthwise,
                                   const guint8            *line,
                                   gsize                    n_channels,
                                   gint32                  *ret_pairs);
void KERNEL (koma_cpu_depthwise_line_8) (const KomaCpuDepthwise8     *depthwise,
                                         const KomaCpuDepthwiseLine8 *line);
void KERNEL (koma_cpu_binary_8) (const KomaCpuBinaryBlock *block);
void KERNEL (koma_cpu_dot_rows) (const KomaCpuDotRows *dots);
