/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Products of 8 bits where an instruction multiplies with a lane of a register: four words of a
 * row are one load, and stay where they are. */
#pragma once

#include "dot-8.h"

#ifdef MULTIPLIES_LANES
#ifdef __ARM_FEATURE_DOTPROD
/* sums += word @lane of each of @rows · one row of weights. The lane is part of the instruction and
 * so of a name. */
#define DEFINE_DOT_LANE(lane)                                                               \
  KERNEL_INLINE void dot_lane_##lane (const Words *rows, const gint32 *b, Words (*sums)[2], \
                                      const guint n_rows, const guint n_vectors)            \
  {                                                                                         \
    const gint32 *words = b + lane * GEMM_TILE_N;                                           \
                                                                                            \
    KERNEL_UNROLL                                                                           \
    for (guint i = 0; i < n_rows; i++)                                                      \
      for (guint j = 0; j < n_vectors; j++)                                                 \
        sums[i][j] = (Words) vdotq_laneq_u32 (                                              \
          (uint32x4_t) sums[i][j], (uint8x16_t) words_load (words + j * VECTOR_ELEMS),      \
          (uint8x16_t) rows[i], lane);                                                      \
  }
#else
/* Words of two: the first and the second elements of all columns are brought together first. */
KERNEL_INLINE void
split_pairs (const gint32 *words,
             const guint   n_vectors,
             int16x8_t     ret_elems[2])
{
  const int16x8_t first = (int16x8_t) words_load (words);
  const int16x8_t second = n_vectors > 1 ? (int16x8_t) words_load (words + VECTOR_ELEMS) : first;

  ret_elems[0] = vuzp1q_s16 (first, second);
  ret_elems[1] = vuzp2q_s16 (first, second);
}

#define ADD_HALF(sums, elems, row, half)                                                    \
  sums[0] = (Words) vmlal_laneq_s16 ((int32x4_t) sums[0], vget_low_s16 (elems), row, half); \
  if (n_vectors > 1)                                                                        \
    sums[1] = (Words) vmlal_high_laneq_s16 ((int32x4_t) sums[1], elems, row, half);

#define DEFINE_DOT_LANE(lane)                                                               \
  KERNEL_INLINE void dot_lane_##lane (const Words *rows, const gint32 *b, Words (*sums)[2], \
                                      const guint n_rows, const guint n_vectors)            \
  {                                                                                         \
    int16x8_t elems[2];                                                                     \
                                                                                            \
    split_pairs (b + lane * GEMM_TILE_N, n_vectors, elems);                                 \
    KERNEL_UNROLL                                                                           \
    for (guint i = 0; i < n_rows; i++) {                                                    \
      ADD_HALF (sums[i], elems[0], (int16x8_t) rows[i], 2 * lane)                           \
      ADD_HALF (sums[i], elems[1], (int16x8_t) rows[i], 2 * lane + 1)                       \
    }                                                                                       \
  }
#endif

DEFINE_DOT_LANE (0)
DEFINE_DOT_LANE (1)
DEFINE_DOT_LANE (2)
DEFINE_DOT_LANE (3)

/* sums += four words of each row of @a · four rows of weights. */
KERNEL_INLINE void
dot_lanes (const guint8 *a,
           gsize         a_stride,
           const gint32 *b,
           Words (*sums)[2],
           const guint n_rows,
           const guint n_vectors)
{
  Words rows[GEMM_TILE_M];

  KERNEL_UNROLL
  for (guint i = 0; i < n_rows; i++)
    rows[i] = words_load (a + i * a_stride);
  dot_lane_0 (rows, b, sums, n_rows, n_vectors);
  dot_lane_1 (rows, b, sums, n_rows, n_vectors);
  dot_lane_2 (rows, b, sums, n_rows, n_vectors);
  dot_lane_3 (rows, b, sums, n_rows, n_vectors);
}
#endif
