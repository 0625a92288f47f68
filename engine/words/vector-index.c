/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Numbers of a vector of length 1 lie between -1 and 1, so they are kept as whole numbers of one
 * scale for all. By the inequality of Cauchy and Schwarz the products of two such vectors, taken
 * without their signs, add up to 1 at most, an int32 in that scale: whatever the width, no sum
 * overflows. tests/bench/README.md has what bytes in place of 16 bits would lose. */

#include "vector-index.h"

#include <math.h>

#include "engine/backends/cpu/kernels/kernels.h"

/* What 1 is. */
#define ONE G_MAXINT16
/* Of a block of rows. Blocks do not move when more are added. */
#define BLOCK_BYTES (1 << 18)
#define ALIGNMENT   64

struct _KomaVectorIndex
{
  guint width;
  gsize row_elems;  /* @width, and zeros up to a multiple of KOMA_CPU_DOT_STEP */
  guint block_rows; /* of each block, 1 or more */
  guint count;

  GPtrArray *blocks; /* gint16 [block_rows][row_elems] */
};

/**
 * koma_vector_index_new:
 *
 * Thread: any.
 *
 * Returns: (transfer full): one without vectors
 */
KomaVectorIndex *
koma_vector_index_new (guint width)
{
  KomaVectorIndex *self = NULL;
  gsize            row_bytes = 0;

  g_return_val_if_fail (width > 0, NULL);
  self = g_new0 (KomaVectorIndex, 1);
  self->width = width;
  self->row_elems =
    ((gsize) width + KOMA_CPU_DOT_STEP - 1) / KOMA_CPU_DOT_STEP * KOMA_CPU_DOT_STEP;
  row_bytes = self->row_elems * sizeof (gint16);
  self->block_rows = (guint) MAX (1, BLOCK_BYTES / row_bytes);
  self->blocks = g_ptr_array_new_with_free_func (g_aligned_free);
  return self;
}

/**
 * koma_vector_index_free:
 * @self: (nullable)
 */
void
koma_vector_index_free (KomaVectorIndex *self)
{
  if (self == NULL)
    return;
  g_clear_pointer (&self->blocks, g_ptr_array_unref);
  g_free (self);
}

static void
round_vector (const KomaVectorIndex *self,
              const float           *vector,
              gint16                *ret_row)
{
  for (guint i = 0; i < self->width; i++)
    ret_row[i] = (gint16) lrintf (CLAMP (vector[i], -1.0f, 1.0f) * ONE);
  memset (ret_row + self->width, 0, (self->row_elems - self->width) * sizeof *ret_row);
}

/**
 * koma_vector_index_add:
 * @vector: (array) of length 1, or all zeros, whose cosines are 0
 *
 * Thread: one at a time, while none compares.
 *
 * Returns: its number
 */
guint
koma_vector_index_add (KomaVectorIndex *self,
                       const float     *vector)
{
  const guint row = self->count % self->block_rows;
  gint16     *block = NULL;

  if (row == 0)
    g_ptr_array_add (self->blocks, g_aligned_alloc (self->block_rows,
                                                    self->row_elems * sizeof *block, ALIGNMENT));
  block = g_ptr_array_index (self->blocks, self->blocks->len - 1);
  round_vector (self, vector, block + row * self->row_elems);
  return self->count++;
}

/**
 * koma_vector_index_get_count:
 *
 * Returns: how many vectors were added. Thread: any.
 */
guint
koma_vector_index_get_count (const KomaVectorIndex *self)
{
  return self->count;
}

/**
 * koma_vector_index_get_width:
 *
 * Returns: how many numbers a vector has. Thread: any.
 */
guint
koma_vector_index_get_width (const KomaVectorIndex *self)
{
  return self->width;
}

/**
 * koma_vector_index_get_size:
 *
 * Returns: the bytes of all vectors, and of what is kept ready for the next ones. Thread: any.
 */
gsize
koma_vector_index_get_size (const KomaVectorIndex *self)
{
  return sizeof *self +
         self->blocks->len * self->block_rows * self->row_elems * sizeof (gint16);
}

/**
 * koma_vector_index_compare:
 * @wanted: (array) of length 1
 * @ret_cosines: (out caller-allocates) (array): -1 … 1, by number
 *
 * All are compared, each time anew: 100,000 of 512 numbers are 102 MB to read. Computes on this
 * thread, in whole numbers, so that each processor gives the same bits. Rounding to 16 bits makes
 * an error of sqrt (width) / 32767 at most, and of 0.00001 as a standard deviation.
 *
 * Thread: any.
 */
void
koma_vector_index_compare (const KomaVectorIndex *self,
                           const float           *wanted,
                           float                 *ret_cosines)
{
  const KomaCpuKernels *kernels = koma_cpu_kernels_choose (NULL, NULL);
  g_autofree gint32    *sums = g_new (gint32, self->block_rows);
  gint16               *row = g_aligned_alloc (self->row_elems, sizeof *row, ALIGNMENT);

  round_vector (self, wanted, row);
  for (guint first = 0; first < self->count; first += self->block_rows) {
    const guint          n = MIN (self->block_rows, self->count - first);
    const KomaCpuDotRows dots = {
      .rows = g_ptr_array_index (self->blocks, first / self->block_rows),
      .n_rows = n,
      .n_elems = self->row_elems,
      .wanted = row,
      .out = sums,
    };

    kernels->dot_rows (&dots);
    for (guint i = 0; i < n; i++)
      ret_cosines[first + i] = (float) (sums[i] / ((double) ONE * ONE));
  }
  g_aligned_free (row);
}
