/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Weighted sums of rows of bytes, in whole numbers: every level gives the same bits. */
#include "round-8.h"

/* Vectors that are summed at once: 16 bytes of three channels are 3, 6 or 12 of them. */
#define BLOCK_VECTORS 3

#define WEIGHT_HALF (1 << (KOMA_CPU_WEIGHT_BITS - 1))

/* One row of output. */
typedef struct
{
  const guint8 *rows;    /* [count][row_bytes] */
  const gint32 *weights; /* [count] */
  guint         count;
  gsize         row_bytes;
  guint8       *out; /* [row_bytes] */
} Sum;

/* 0 … 255 in the low byte of each lane. */
KERNEL_INLINE Words
round_to_bytes (Words sums)
{
  const Words values = sums >> KOMA_CPU_WEIGHT_BITS;

  return (values & ~(values >> 31)) | (Words) (values > 255);
}

KERNEL_INLINE void
sum_vectors (const Sum  *sum,
             gsize       column,
             const guint n_vectors)
{
  const guint8 *row = sum->rows + column;
  Words         sums[BLOCK_VECTORS];

  KERNEL_UNROLL
  for (guint i = 0; i < n_vectors; i++)
    sums[i] = WEIGHT_HALF - (Words){ 0 };
  for (guint k = 0; k < sum->count; k++, row += sum->row_bytes) {
    const Words weight = words_spread (sum->weights + k);

    KERNEL_UNROLL
    for (guint i = 0; i < n_vectors; i++)
      sums[i] += words_load_bytes (row + (gsize) i * VECTOR_ELEMS) * weight;
  }
  KERNEL_UNROLL
  for (guint i = 0; i < n_vectors; i++)
    bytes_store (sum->out + column + (gsize) i * VECTOR_ELEMS, round_to_bytes (sums[i]));
}

#if defined(__aarch64__)
/* 16 bytes are one load, and are widened and narrowed by halves. */
#define SIXTEEN 16

KERNEL_INLINE void
add_sixteen (const guint8 *row,
             int32x4_t     weight,
             int32x4_t     sums[4])
{
  const uint8x16_t bytes = vld1q_u8 (row);
  const uint16x8_t low = vmovl_u8 (vget_low_u8 (bytes));
  const uint16x8_t high = vmovl_high_u8 (bytes);

  sums[0] = vmlaq_s32 (sums[0], (int32x4_t) vmovl_u16 (vget_low_u16 (low)), weight);
  sums[1] = vmlaq_s32 (sums[1], (int32x4_t) vmovl_high_u16 (low), weight);
  sums[2] = vmlaq_s32 (sums[2], (int32x4_t) vmovl_u16 (vget_low_u16 (high)), weight);
  sums[3] = vmlaq_s32 (sums[3], (int32x4_t) vmovl_high_u16 (high), weight);
}

KERNEL_INLINE uint16x8_t
round_eight (const int32x4_t sums[2])
{
  return vqmovun_high_s32 (vqmovun_s32 (vshrq_n_s32 (sums[0], KOMA_CPU_WEIGHT_BITS)),
                           vshrq_n_s32 (sums[1], KOMA_CPU_WEIGHT_BITS));
}

KERNEL_INLINE void
sum_sixteens (const Sum  *sum,
              gsize       column,
              const guint n)
{
  const guint8 *row = sum->rows + column;
  int32x4_t     sums[BLOCK_VECTORS][4];

  KERNEL_UNROLL
  for (guint i = 0; i < n; i++)
    sums[i][0] = sums[i][1] = sums[i][2] = sums[i][3] = vdupq_n_s32 (WEIGHT_HALF);
  for (guint k = 0; k < sum->count; k++, row += sum->row_bytes) {
    const int32x4_t weight = vdupq_n_s32 (sum->weights[k]);

    KERNEL_UNROLL
    for (guint i = 0; i < n; i++)
      add_sixteen (row + i * SIXTEEN, weight, sums[i]);
  }
  KERNEL_UNROLL
  for (guint i = 0; i < n; i++)
    vst1q_u8 (sum->out + column + i * SIXTEEN,
              vqmovn_high_u16 (vqmovn_u16 (round_eight (sums[i])), round_eight (sums[i] + 2)));
}
#endif

static void
sum_byte (const Sum *sum,
          gsize      column)
{
  gint32 total = WEIGHT_HALF;

  for (guint k = 0; k < sum->count; k++)
    total += sum->rows[k * sum->row_bytes + column] * sum->weights[k];
  sum->out[column] = (guint8) CLAMP (total >> KOMA_CPU_WEIGHT_BITS, 0, 255);
}

/* What is left at the end of a row is the last vector of it, some of which has been summed. */
static void
sum_row (const Sum *sum)
{
  gsize column = 0;

#if defined(__aarch64__)
  for (; column + BLOCK_VECTORS * SIXTEEN <= sum->row_bytes; column += BLOCK_VECTORS * SIXTEEN)
    sum_sixteens (sum, column, BLOCK_VECTORS);
  for (; column + SIXTEEN <= sum->row_bytes; column += SIXTEEN)
    sum_sixteens (sum, column, 1);
#endif
  for (; column + BLOCK_VECTORS * VECTOR_ELEMS <= sum->row_bytes;
       column += BLOCK_VECTORS * VECTOR_ELEMS)
    sum_vectors (sum, column, BLOCK_VECTORS);
  for (; column + VECTOR_ELEMS <= sum->row_bytes; column += VECTOR_ELEMS)
    sum_vectors (sum, column, 1);
  if (column < sum->row_bytes && column > 0)
    sum_vectors (sum, sum->row_bytes - VECTOR_ELEMS, 1);
  else
    for (; column < sum->row_bytes; column++)
      sum_byte (sum, column);
}

void
KERNEL (koma_cpu_weigh_rows) (const KomaCpuWeighedRows *rows,
                              const guint8             *in,
                              gsize                     row_bytes,
                              guint8                   *ret_out)
{
  for (guint i = 0; i < rows->n_outputs; i++) {
    const Sum sum = {
      .rows = in + rows->starts[i] * row_bytes,
      .weights = rows->weights + (gsize) i * rows->max_count,
      .count = rows->counts[i],
      .row_bytes = row_bytes,
      .out = ret_out + i * row_bytes,
    };

    sum_row (&sum);
  }
}
