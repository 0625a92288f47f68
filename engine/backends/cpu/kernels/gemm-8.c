/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Matrix product of 8 bits by register tiles, as gemm.c: a tile of sums stays
 * in registers while k runs, a word of elements at a time. It leaves them as
 * bytes of the result's grid. */
#include "lanes-8.h"
#include "round-8.h"

/* Rows whose sums are made at a time. */
#define MAX_ROWS (20 * GEMM_TILE_M)

typedef struct
{
  const guint8 *a;
  gsize         a_stride;
  const gint32 *b; /* [2 + n_words][GEMM_TILE_N]: bias, multipliers, weights */
  guint8       *c;
  gsize         c_stride;
  gsize         n_words;
  const gint32 *row_terms; /* (nullable) [n_rows] */
  KomaClamp     clamp;
  gint32        zero_point;
} Tile;

/* All is loaded before anything is stored: what is stored could lie in the tile, as far as the
 * compiler knows. */
KERNEL_INLINE void
store_rows (const Tile *tile,
            Words       sums[][2],
            const guint n_rows,
            const guint n_vectors)
{
  const Grid   grid = grid_make (tile->clamp, tile->zero_point);
  const float *multipliers = (const float *) tile->b + GEMM_TILE_N;
  const Vector first = vector_load (multipliers);
  const Vector second = vector_load (multipliers + VECTOR_ELEMS);
  const gsize  c_stride = tile->c_stride;
  guint8      *c = tile->c;

  KERNEL_UNROLL
  for (guint i = 0; i < n_rows; i++, c += c_stride) {
    bytes_store (c, find_levels (sums[i][0], first, &grid));
    if (n_vectors > 1)
      bytes_store (c + VECTOR_ELEMS, find_levels (sums[i][1], second, &grid));
  }
}

/* @n_rows and @n_vectors are constants wherever this is inlined. */
KERNEL_INLINE void
compute_tile (const Tile *tile,
              const guint n_rows,
              const guint n_vectors)
{
  const guint8 *a = tile->a;
  const gint32 *b = tile->b + 2 * GEMM_TILE_N;
  Words         sums[GEMM_TILE_M][2];
  gsize         p = 0;

  KERNEL_UNROLL
  for (guint i = 0; i < n_rows; i++)
    for (guint j = 0; j < n_vectors; j++) {
      sums[i][j] = words_load (tile->b + j * VECTOR_ELEMS);
      if (tile->row_terms != NULL)
        sums[i][j] += tile->row_terms[i];
    }

#ifdef MULTIPLIES_LANES
  for (; p + VECTOR_ELEMS <= tile->n_words; p += VECTOR_ELEMS, b += VECTOR_ELEMS * GEMM_TILE_N)
    dot_lanes (a + p * 4, tile->a_stride, b, sums, n_rows, n_vectors);
#endif
  for (; p < tile->n_words; p++, b += GEMM_TILE_N) {
    Words weights[2];

    for (guint j = 0; j < n_vectors; j++)
      weights[j] = words_load (b + j * VECTOR_ELEMS);
    KERNEL_UNROLL
    for (guint i = 0; i < n_rows; i++) {
      const Words value = words_spread (a + i * tile->a_stride + p * 4);

      for (guint j = 0; j < n_vectors; j++)
        sums[i][j] = dot (sums[i][j], value, weights[j]);
    }
  }

  store_rows (tile, sums, n_rows, n_vectors);
}

/* One row, in several partial sums, as in gemm.c. */
#define N_CHAINS 4

KERNEL_INLINE void
compute_row (const Tile *tile,
             const guint n_vectors)
{
  const guint8 *a = tile->a;
  const gint32 *b = tile->b + 2 * GEMM_TILE_N;
  Words         sums[N_CHAINS][2] = { 0 };
  gsize         p = 0;

  for (; p + N_CHAINS <= tile->n_words; p += N_CHAINS, b += N_CHAINS * GEMM_TILE_N) {
    KERNEL_UNROLL
    for (guint i = 0; i < N_CHAINS; i++)
      for (guint j = 0; j < n_vectors; j++)
        sums[i][j] = dot (sums[i][j], words_spread (a + (p + i) * 4),
                          words_load (b + i * GEMM_TILE_N + j * VECTOR_ELEMS));
  }
  for (; p < tile->n_words; p++, b += GEMM_TILE_N)
    for (guint j = 0; j < n_vectors; j++)
      sums[0][j] = dot (sums[0][j], words_spread (a + p * 4), words_load (b + j * VECTOR_ELEMS));
  for (guint j = 0; j < n_vectors; j++) {
    sums[0][j] += words_load (tile->b + j * VECTOR_ELEMS);
    sums[0][j] += sums[1][j] + sums[2][j] + sums[3][j];
    if (tile->row_terms != NULL)
      sums[0][j] += tile->row_terms[0];
  }
  store_rows (tile, sums, 1, n_vectors);
}

#include "gemm-tiles.h"

/* Computes a tile whose last columns are no whole vector in a buffer. */
static void
run_last_tile (const Tile *tile,
               gsize       n_rows,
               gsize       n)
{
  guint8 aside[GEMM_TILE_M * GEMM_TILE_N];
  Tile   whole = *tile;

  whole.c = aside;
  whole.c_stride = GEMM_TILE_N;
  tiles[n_rows - 1][n > VECTOR_ELEMS](&whole);
  for (gsize i = 0; i < n_rows; i++)
    bytes_copy_some (tile->c + i * tile->c_stride, aside + i * GEMM_TILE_N, n, GEMM_TILE_N / 2);
}

static void
run_rows (const KomaCpuGemm *gemm,
          gsize              first_row,
          gsize              n_rows,
          const gint32      *row_terms)
{
  const gsize n_words = (gemm->k + WORD_ELEMS - 1) / WORD_ELEMS;
  const gsize n_row_tiles = (n_rows + GEMM_TILE_M - 1) / GEMM_TILE_M;

  for (gsize column = 0; column < gemm->n; column += GEMM_TILE_N) {
    const gsize n = MIN (gemm->n - column, GEMM_TILE_N);

    for (gsize i = 0; i < n_row_tiles; i++) {
      const gsize begin = i * n_rows / n_row_tiles;
      const gsize n_tile_rows = (i + 1) * n_rows / n_row_tiles - begin;

      const Tile tile = {
        .a = (const guint8 *) gemm->a + (first_row + begin) * gemm->a_stride,
        .a_stride = gemm->a_stride,
        .b = (const gint32 *) gemm->b + column * (2 + n_words),
        .c = (guint8 *) gemm->c + (first_row + begin) * gemm->c_stride + column,
        .c_stride = gemm->c_stride,
        .n_words = n_words,
        .row_terms = row_terms != NULL ? row_terms + begin : NULL,
        .clamp = gemm->clamp,
        .zero_point = gemm->zero_point,
      };

      if (n % VECTOR_ELEMS == 0)
        tiles[n_tile_rows - 1][n > VECTOR_ELEMS](&tile);
      else
        run_last_tile (&tile, n_tile_rows, n);
    }
  }
}

#if WORD_ELEMS == 4
/* The sum of all lanes. GCC takes them out one by one if a loop adds them. */
KERNEL_INLINE gint32
words_sum (Words words)
{
#if defined(__AVX512F__)
  return _mm512_reduce_add_epi32 ((__m512i) words);
#elif defined(__aarch64__)
  return vaddvq_s32 ((int32x4_t) words);
#else
  __m128i sums = _mm_add_epi32 (_mm256_castsi256_si128 ((__m256i) words),
                                _mm256_extracti128_si256 ((__m256i) words, 1));

  sums = _mm_add_epi32 (sums, _mm_shuffle_epi32 (sums, _MM_SHUFFLE (1, 0, 3, 2)));
  sums = _mm_add_epi32 (sums, _mm_shuffle_epi32 (sums, _MM_SHUFFLE (2, 3, 0, 1)));
  return _mm_cvtsi128_si32 (sums);
#endif
}

/* Whole vectors, the last with ones for those bytes that belong to the row. */
KERNEL_INLINE gint32
sum_row (const guint8 *row,
         gsize         k)
{
#define ONES_8  1, 1, 1, 1, 1, 1, 1, 1
#define ONES_16 ONES_8, ONES_8
#define ONES_32 ONES_16, ONES_16
  static const gint8 ones[2 * VECTOR_BYTES] = {
    ONES_16,
#if VECTOR_ELEMS > 4
    ONES_16,
#endif
#if VECTOR_ELEMS > 8
    ONES_32,
#endif
  };
  Words sums = { 0 };

  for (; k >= VECTOR_BYTES; k -= VECTOR_BYTES, row += VECTOR_BYTES)
    sums = dot (sums, words_load (row), words_load (ones));
  return words_sum (dot (sums, words_load (row), words_load (ones + VECTOR_BYTES - k)));
}

/* Makes uint8 of int8. */
void
KERNEL (koma_cpu_convert_8) (const guint8 *from,
                             gsize         n,
                             guint8        flip,
                             gint32        zero_point,
                             gpointer      to)
{
  const Words flips = (Words) (flip * 0x01010101u - (UnsignedWords){ 0 });

  for (gsize i = 0; i < n; i += VECTOR_BYTES)
    words_store ((guint8 *) to + i, words_load (from + i) ^ flips);
}

void
KERNEL (koma_cpu_gemm_8) (const KomaCpuGemm *gemm)
{
  gint32 row_terms[MAX_ROWS];

  if (gemm->b_zero_point == 0) {
    run_rows (gemm, 0, gemm->m, NULL);
    return;
  }
  for (gsize row = 0; row < gemm->m; row += MAX_ROWS) {
    const gsize n_rows = MIN (gemm->m - row, MAX_ROWS);

    for (gsize i = 0; i < n_rows; i++)
      row_terms[i] = -gemm->b_zero_point *
                     sum_row ((const guint8 *) gemm->a + (row + i) * gemm->a_stride, gemm->k);
    run_rows (gemm, row, n_rows, row_terms);
  }
}
#else
/* Makes int16 of both, and takes the zero point away. */
void
KERNEL (koma_cpu_convert_8) (const guint8 *from,
                             gsize         n,
                             guint8        flip,
                             gint32        zero_point,
                             gpointer      to)
{
  typedef guint8 BytesInMemory
    __attribute__ ((vector_size (VECTOR_BYTES / 2), aligned (1), may_alias));
  const Halves flips = flip - (Halves){ 0 };
  const Halves zero_points = (gint16) zero_point - (Halves){ 0 };

  for (gsize i = 0; i < n; i += VECTOR_BYTES / 2) {
    const Halves raw = __builtin_convertvector(*(const BytesInMemory *) (from + i), Halves);

    words_store ((gint16 *) to + i, (Words) ((raw ^ flips) - zero_points));
  }
}

/* Zero points have been taken from both sides. */
void
KERNEL (koma_cpu_gemm_8) (const KomaCpuGemm *gemm)
{
  run_rows (gemm, 0, gemm->m, NULL);
}
#endif
