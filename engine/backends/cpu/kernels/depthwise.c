/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Depthwise convolution, one line of output at a time, through pointers to the
 * pixels under the window. Pixels outside the picture point to zeros, so that
 * edges need no code of their own. For the common windows four or seven neighbouring
 * output pixels share their input: four of 3×3 with stride 1 load 18 vectors of input
 * and 9 of weights for 36 multiply-adds; one pixel at a time would load 72. */
#include "vector.h"

/* Output pixels computed together, one accumulator each: many for lines of 7 or 14 pixels. */
#define FEW          4
#define MANY         7
#define MAX_TOGETHER MANY
#define MAX_SIZE     7
#define MAX_STRIDE   2
#define MAX_COLUMNS  ((MAX_TOGETHER - 1) * MAX_STRIDE + MAX_SIZE)

/* Pixels of input line @row from column @begin on. */
KERNEL_INLINE void
gather_pixels (const KomaCpuDepthwiseLine *line,
               guint                       row,
               gssize                      begin,
               const guint                 n_pixels,
               const float               **ret_pixels)
{
  const gssize step = line->window->dilation_w;

  for (guint i = 0; i < n_pixels; i++) {
    const gssize   column = begin + (gssize) i * step;
    const gboolean is_inside = line->lines[row] != NULL && column >= 0 &&
                               column < (gssize) line->in_w;

    ret_pixels[i] = is_inside ? line->lines[row] + column * line->channels : line->zeros;
  }
}

static void
compute_pixel (const KomaCpuDepthwiseLine *line,
               gsize                       x)
{
  const KomaWindow2D *window = line->window;
  const gssize        left = (gssize) (x * window->stride_w) - (gssize) window->padding.left;
  const gsize         n_taps = (gsize) window->kernel_h * window->kernel_w;
  const Vector        min = vector_splat (line->clamp.min);
  const Vector        max = vector_splat (line->clamp.max);
  const float        *weights = line->weights;
  float              *out = line->out + x * line->channels;

  for (guint row = 0; row < window->kernel_h; row++)
    gather_pixels (line, row, left, window->kernel_w, line->taps + row * window->kernel_w);
  for (gsize c = 0; c < line->channels; c += VECTOR_ELEMS) {
    Vector sum = vector_load (weights);

    for (gsize i = 0; i < n_taps; i++) {
      weights += VECTOR_ELEMS;
      sum += vector_load (line->taps[i] + c) * vector_load (weights);
    }
    weights += VECTOR_ELEMS;
    sum = vector_clamp (sum, min, max);
    if (line->channels - c >= VECTOR_ELEMS)
      vector_store (out + c, sum);
    else
      vector_store_some (out + c, sum, line->channels - c);
  }
}

/* The input of output pixels that are computed together. */
typedef struct
{
  /* Where all lie inside the picture: the first of each line, and how far they are apart. */
  const float *first[MAX_SIZE]; /* [size] */
  gsize        step;
  /* Where some do not. */
  const float *pixels[MAX_SIZE * MAX_COLUMNS]; /* [size][columns] */
} Window;

/* Returns: whether all pixels lie inside the picture */
KERNEL_INLINE gboolean
find_inner_pixels (const KomaCpuDepthwiseLine *line,
                   gssize                      left,
                   const guint                 size,
                   const guint                 n_columns,
                   Window                     *ret_window)
{
  const gssize last = left + (gssize) (n_columns - 1) * line->window->dilation_w;

  if (left < 0 || last >= (gssize) line->in_w)
    return FALSE;
  for (guint row = 0; row < size; row++) {
    if (line->lines[row] == NULL)
      return FALSE;
    ret_window->first[row] = line->lines[row] + left * (gssize) line->channels;
  }
  ret_window->step = line->channels * line->window->dilation_w;
  return TRUE;
}

/* Leaves a value that was loaded in its register. GCC would rather load it once more for each
 * instruction that can have an operand in memory. With vectors of 512 bits a load takes as long as
 * a multiply-add; with shorter ones there is time for both. */
KERNEL_INLINE Vector
vector_keep (Vector value)
{
#ifdef __AVX512F__
  __asm__(""
          : "+v"(value));
#endif
  return value;
}

/* One vector of channels of @n_pixels output pixels. @is_inner and what follows @weights are
 * constants wherever this is inlined. */
KERNEL_INLINE void
sum_together (const Window  *window,
              const gboolean is_inner,
              gsize          c,
              const float   *weights, /* [1 + size * size][VECTOR_ELEMS] */
              const guint    n_pixels,
              const guint    size,
              const guint    stride,
              Vector        *ret_sums) /* [n_pixels] */
{
  const guint n_columns = (n_pixels - 1) * stride + size;

  KERNEL_UNROLL
  for (guint i = 0; i < n_pixels; i++)
    ret_sums[i] = vector_load (weights);
  KERNEL_UNROLL
  for (guint row = 0; row < size; row++) {
    KERNEL_UNROLL
    for (guint column = 0; column < n_columns; column++) {
      const float *pixel = is_inner ? window->first[row] + column * window->step
                                    : window->pixels[row * n_columns + column];
      const Vector value = vector_keep (vector_load (pixel + c));

      KERNEL_UNROLL
      for (guint i = 0; i < n_pixels; i++)
        if (column >= i * stride && column - i * stride < size)
          ret_sums[i] +=
            value * vector_load (weights + (1 + row * size + column - i * stride) * VECTOR_ELEMS);
    }
  }
}

KERNEL_INLINE void
compute_channels (const KomaCpuDepthwiseLine *line,
                  const Window               *window,
                  const gboolean              is_inner,
                  float                      *out,
                  const guint                 n_pixels,
                  const guint                 size,
                  const guint                 stride)
{
  const gsize  channels = line->channels;
  const gsize  out_step = channels * line->window->dilation_w;
  const Vector min = vector_splat (line->clamp.min);
  const Vector max = vector_splat (line->clamp.max);
  const float *weights = line->weights;
  Vector       sums[MAX_TOGETHER];
  gsize        c = 0;

  for (; c + VECTOR_ELEMS <= channels; c += VECTOR_ELEMS) {
    sum_together (window, is_inner, c, weights, n_pixels, size, stride, sums);
    KERNEL_UNROLL
    for (guint i = 0; i < n_pixels; i++)
      vector_store (out + i * out_step + c, vector_clamp (sums[i], min, max));
    weights += (1 + size * size) * VECTOR_ELEMS;
  }
  if (c < channels) {
    sum_together (window, is_inner, c, weights, n_pixels, size, stride, sums);
    for (guint i = 0; i < n_pixels; i++)
      vector_store_some (out + i * out_step + c, vector_clamp (sums[i], min, max), channels - c);
  }
}

KERNEL_INLINE void
compute_together (const KomaCpuDepthwiseLine *line,
                  gsize                       x,
                  const guint                 n_pixels,
                  const guint                 size,
                  const guint                 stride)
{
  const guint  n_columns = (n_pixels - 1) * stride + size;
  const gssize left = (gssize) (x * stride) - (gssize) line->window->padding.left;
  float       *out = line->out + x * line->channels;
  Window       window;

  if (find_inner_pixels (line, left, size, n_columns, &window)) {
    compute_channels (line, &window, TRUE, out, n_pixels, size, stride);
    return;
  }
  for (guint row = 0; row < size; row++)
    gather_pixels (line, row, left, n_columns, window.pixels + row * n_columns);
  compute_channels (line, &window, FALSE, out, n_pixels, size, stride);
}

/* Pixels @first, @first + dilation and so on. If they are no multiple of @n_together, the last
 * block begins earlier: a few pixels are computed twice, with the same result. */
KERNEL_INLINE void
compute_pixels (const KomaCpuDepthwiseLine *line,
                gsize                       first,
                gsize                       n_pixels,
                const guint                 n_together,
                const guint                 size,
                const guint                 stride)
{
  const gsize step = line->window->dilation_w;

  for (gsize i = 0; i < n_pixels; i += n_together)
    compute_together (line, first + MIN (i, n_pixels - n_together) * step, n_together, size,
                      stride);
}

typedef void (*ComputePixels) (const KomaCpuDepthwiseLine *line,
                               gsize                       first,
                               gsize                       n_pixels);

#define DEFINE_WINDOW(size, stride)                                             \
  static void compute_few_##size##_##stride (const KomaCpuDepthwiseLine *line,  \
                                             gsize first, gsize n_pixels)       \
  {                                                                             \
    compute_pixels (line, first, n_pixels, FEW, size, stride);                  \
  }                                                                             \
  static void compute_many_##size##_##stride (const KomaCpuDepthwiseLine *line, \
                                              gsize first, gsize n_pixels)      \
  {                                                                             \
    compute_pixels (line, first, n_pixels, MANY, size, stride);                 \
  }

DEFINE_WINDOW (3, 1)
DEFINE_WINDOW (3, 2)
DEFINE_WINDOW (5, 1)
DEFINE_WINDOW (5, 2)
DEFINE_WINDOW (7, 1)

/* Where fewer pixels are computed twice then; with large windows also where as many are. */
static gboolean
many_pay (const KomaWindow2D *window,
          gsize               n_pixels)
{
  const gsize n_many = (n_pixels + MANY - 1) / MANY * MANY;
  const gsize n_few = (n_pixels + FEW - 1) / FEW * FEW;

  return n_pixels >= MANY && (window->kernel_w > 3 ? n_many <= n_few : n_many < n_few);
}

/* With a dilation d, pixels that lie d apart share their input. */
static void
compute_line (const KomaCpuDepthwiseLine *line,
              ComputePixels               few,
              ComputePixels               many)
{
  const gsize step = line->window->dilation_w;

  for (gsize first = 0; first < MIN (step, line->out_w); first++) {
    const gsize n_pixels = (line->out_w - first + step - 1) / step;

    if (many_pay (line->window, n_pixels))
      many (line, first, n_pixels);
    else if (n_pixels >= FEW)
      few (line, first, n_pixels);
    else
      for (gsize i = 0; i < n_pixels; i++)
        compute_pixel (line, first + i * step);
  }
}

static void
compute_line_of_any_window (const KomaCpuDepthwiseLine *line)
{
  for (gsize x = 0; x < line->out_w; x++)
    compute_pixel (line, x);
}

void
KERNEL (koma_cpu_depthwise_line) (const KomaCpuDepthwiseLine *line)
{
  const KomaWindow2D *window = line->window;
  const guint         size = window->kernel_w;
  const guint         stride = window->stride_w;

  if (window->kernel_h != size || stride > MAX_STRIDE || (stride > 1 && window->dilation_w > 1))
    compute_line_of_any_window (line);
  else if (size == 3 && stride == 1)
    compute_line (line, compute_few_3_1, compute_many_3_1);
  else if (size == 3)
    compute_line (line, compute_few_3_2, compute_many_3_2);
  else if (size == 5 && stride == 1)
    compute_line (line, compute_few_5_1, compute_many_5_1);
  else if (size == 5)
    compute_line (line, compute_few_5_2, compute_many_5_2);
  else if (size == 7 && stride == 1)
    compute_line (line, compute_few_7_1, compute_many_7_1);
  else
    compute_line_of_any_window (line);
}
