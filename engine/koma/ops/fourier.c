/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Fourier transforms as formulas, products with small matrices above all, so that they have
 * gradients. */
#include "fourier.h"

#include <math.h>

/* Up to these a transform is one product; the second if its length is prime to all below. */
#define MAX_DENSE       32
#define MAX_PRIME_DENSE 128
#define MAX_RADIX       64

KomaComplexValue
koma_complex_part (KomaBuilder *builder,
                   KomaValueId  x,
                   gboolean     is_complex)
{
  const guint rank = koma_builder_get_rank (builder, x);
  KomaValueId parts[2] = { KOMA_VALUE_NONE, KOMA_VALUE_NONE };

  if (!is_complex)
    return (KomaComplexValue){ koma_formula_real (builder, x), KOMA_VALUE_NONE };
  koma_builder_split (builder, x, 2, parts);
  return (KomaComplexValue){ koma_builder_squeeze (builder, parts[0], rank - 1),
                             koma_builder_squeeze (builder, parts[1], rank - 1) };
}

KomaValueId
koma_complex_join (KomaBuilder     *builder,
                   KomaComplexValue x)
{
  const guint rank = koma_builder_get_rank (builder, x.re);
  KomaValueId parts[2] = { KOMA_VALUE_NONE, KOMA_VALUE_NONE };

  if (rank >= KOMA_MAX_RANK)
    return koma_builder_fail (builder, KOMA_ERROR_UNSUPPORTED,
                              "complex64 has %u dimensions, expected at most %d", rank,
                              KOMA_MAX_RANK - 1);
  if (x.im == KOMA_VALUE_NONE)
    x.im = koma_builder_broadcast_to (builder, koma_builder_float (builder, 0),
                                      koma_builder_get_shape (builder, x.re));
  parts[0] = koma_builder_expand_dims (builder, x.re, rank);
  parts[1] = koma_builder_expand_dims (builder, x.im, rank);
  return koma_builder_concat (builder, parts, 2, rank);
}

static KomaComplexValue
reshape (KomaBuilder     *builder,
         KomaComplexValue x,
         KomaShape        shape)
{
  x.re = koma_builder_reshape (builder, x.re, shape);
  if (x.im != KOMA_VALUE_NONE)
    x.im = koma_builder_reshape (builder, x.im, shape);
  return x;
}

/* [rows, a, b] to [rows, b, a] */
static KomaComplexValue
swap (KomaBuilder     *builder,
      KomaComplexValue x)
{
  static const guint perm[] = { 0, 2, 1 };

  x.re = koma_builder_transpose (builder, x.re, perm);
  if (x.im != KOMA_VALUE_NONE)
    x.im = koma_builder_transpose (builder, x.im, perm);
  return x;
}

static KomaValueId
combine (KomaBuilder *builder,
         KomaOp       op,
         KomaValueId  a,
         KomaValueId  b)
{
  return op == KOMA_OP_MAT_MUL ? koma_builder_mat_mul (builder, a, b, FALSE, FALSE)
                               : koma_builder_binary (builder, op, a, b);
}

/* The product, by elements or of matrices. */
static KomaComplexValue
multiply (KomaBuilder     *builder,
          KomaOp           op,
          KomaComplexValue a,
          KomaComplexValue b)
{
  KomaComplexValue y = { combine (builder, op, a.re, b.re), combine (builder, op, a.re, b.im) };

  if (a.im == KOMA_VALUE_NONE)
    return y;
  y.re = koma_builder_binary (builder, KOMA_OP_SUB, y.re, combine (builder, op, a.im, b.im));
  y.im = koma_builder_binary (builder, KOMA_OP_ADD, y.im, combine (builder, op, a.im, b.re));
  return y;
}

/* exp (sign · 2πi · index / n), whose quarters are exact. */
static void
set_root (float *re,
          float *im,
          double sign,
          gint64 index,
          gint64 n)
{
  static const float quarters[] = { 1, 0, -1, 0, 1 };
  const double       angle = sign * 2 * G_PI * (double) index / (double) n;
  const gboolean     is_quarter = 4 * index % n == 0;

  *re = is_quarter ? quarters[4 * index / n] : (float) cos (angle);
  *im = is_quarter ? (float) sign * -quarters[4 * index / n + 1] : (float) sin (angle);
}

/* exp (sign · 2πi · j k / n) for j to @n_rows and k to @n_columns. */
static KomaComplexValue
make_roots (KomaBuilder *builder,
            double       sign,
            gint64       n,
            gint64       n_rows,
            gint64       n_columns)
{
  const KomaShape   shape = KOMA_SHAPE (n_rows, n_columns);
  g_autofree float *re = g_new (float, n_rows *n_columns);
  g_autofree float *im = g_new (float, n_rows *n_columns);

  for (gint64 j = 0; j < n_rows; j++)
    for (gint64 k = 0; k < n_columns; k++)
      set_root (&re[j * n_columns + k], &im[j * n_columns + k], sign, j * k % n, n);
  return (KomaComplexValue){ koma_builder_data (builder, KOMA_DTYPE_FLOAT32, shape, re),
                             koma_builder_data (builder, KOMA_DTYPE_FLOAT32, shape, im) };
}

/* The divisor that is nearest to the root, of those that a product takes; 1: there is none. */
static gint64
find_divisor (gint64 n)
{
  gint64 best = 1;

  for (gint64 i = 2; i <= MAX_RADIX && i * i <= n; i++)
    if (n % i == 0)
      best = i;
  return best;
}

static KomaComplexValue transform_rows (KomaBuilder     *builder,
                                        KomaComplexValue x,
                                        double           sign);

/* Cooley and Tukey: of j = j1 b + j2, the sums over j1, turned, and then those over j2. */
static KomaComplexValue
transform_parts (KomaBuilder     *builder,
                 KomaComplexValue x,
                 double           sign,
                 gint64           a)
{
  const KomaShape shape = koma_builder_get_shape (builder, x.re);
  const gint64    n_rows = shape.dims[0];
  const gint64    n = shape.dims[1];
  const gint64    b = n / a;

  x = swap (builder, reshape (builder, x, KOMA_SHAPE (n_rows, a, b)));
  x = multiply (builder, KOMA_OP_MAT_MUL, reshape (builder, x, KOMA_SHAPE (n_rows * b, a)),
                make_roots (builder, sign, a, a, a));
  x = multiply (builder, KOMA_OP_MUL, reshape (builder, x, KOMA_SHAPE (n_rows, b, a)),
                make_roots (builder, sign, n, b, a));
  x = reshape (builder, swap (builder, x), KOMA_SHAPE (n_rows * a, b));
  x = transform_rows (builder, x, sign);
  x = swap (builder, reshape (builder, x, KOMA_SHAPE (n_rows, a, b)));
  return reshape (builder, x, shape);
}

/* exp (sign · πi j² / n), which makes a convolution of a transform. */
static void
fill_chirp (float *re,
            float *im,
            gint64 n,
            double sign)
{
  for (gint64 j = 0; j < n; j++) {
    const double angle = sign * G_PI * (double) (j * j % (2 * n)) / (double) n;

    re[j] = (float) cos (angle);
    im[j] = (float) sin (angle);
  }
}

/* The chirp [1, n], and what it is convolved with, [1, m], that of the opposite sign on both sides
 * of 0. */
static void
make_chirps (KomaBuilder      *builder,
             gint64            n,
             gint64            m,
             double            sign,
             KomaComplexValue *ret_chirp,
             KomaComplexValue *ret_filter)
{
  g_autofree float *re = g_new0 (float, m);
  g_autofree float *im = g_new0 (float, m);

  fill_chirp (re, im, n, sign);
  ret_chirp->re = koma_builder_data (builder, KOMA_DTYPE_FLOAT32, KOMA_SHAPE (1, n), re);
  ret_chirp->im = koma_builder_data (builder, KOMA_DTYPE_FLOAT32, KOMA_SHAPE (1, n), im);
  fill_chirp (re, im, n, -sign);
  for (gint64 j = 1; j < n; j++) {
    re[m - j] = re[j];
    im[m - j] = im[j];
  }
  ret_filter->re = koma_builder_data (builder, KOMA_DTYPE_FLOAT32, KOMA_SHAPE (1, m), re);
  ret_filter->im = koma_builder_data (builder, KOMA_DTYPE_FLOAT32, KOMA_SHAPE (1, m), im);
}

static KomaValueId
resize (KomaBuilder *builder,
        KomaValueId  x, /* (nullable) [rows, n] */
        gint64       n_after)
{
  const gint64 n = koma_builder_get_dim (builder, x, 1);

  if (x == KOMA_VALUE_NONE || n == n_after)
    return x;
  if (n_after < n)
    return koma_builder_slice (builder, x, (gint32[]){ 0, 0 }, (gint32[]){ -1, (gint32) n_after });
  return KOMA_BUILDER_NODE (
    builder, KOMA_OP_PAD, NULL, x,
    koma_builder_ints (builder, (gint32[]){ 0, 0, 0, (gint32) (n_after - n) }, 4));
}

/* Bluestein, A Linear Filtering Approach to the Computation of Discrete Fourier Transform (1970),
 * by transforms whose length is a power of two. */
static KomaComplexValue
transform_chirp (KomaBuilder     *builder,
                 KomaComplexValue x,
                 double           sign)
{
  const gint64     n = koma_builder_get_dim (builder, x.re, 1);
  gint64           m = 1;
  KomaComplexValue chirp = { KOMA_VALUE_NONE, KOMA_VALUE_NONE };
  KomaComplexValue filter = { KOMA_VALUE_NONE, KOMA_VALUE_NONE };

  while (m < 2 * n - 1)
    m *= 2;
  make_chirps (builder, n, m, sign, &chirp, &filter);
  x = multiply (builder, KOMA_OP_MUL, x, chirp);
  x.re = resize (builder, x.re, m);
  x.im = resize (builder, x.im, m);
  x = multiply (builder, KOMA_OP_MUL, transform_rows (builder, x, -1),
                transform_rows (builder, filter, -1));
  x = transform_rows (builder, x, 1);
  x.re = koma_builder_with_number (builder, KOMA_OP_MUL, resize (builder, x.re, n), 1.0 / m);
  x.im = koma_builder_with_number (builder, KOMA_OP_MUL, resize (builder, x.im, n), 1.0 / m);
  return multiply (builder, KOMA_OP_MUL, x, chirp);
}

static KomaComplexValue
transform_rows (KomaBuilder     *builder,
                KomaComplexValue x, /* [rows, n] */
                double           sign)
{
  const gint64 n = koma_builder_get_dim (builder, x.re, 1);
  const gint64 divisor = find_divisor (n);

  if (builder->error != NULL || n <= 1)
    return x;
  if (n <= (divisor == 1 ? MAX_PRIME_DENSE : MAX_DENSE))
    return multiply (builder, KOMA_OP_MAT_MUL, x, make_roots (builder, sign, n, n, n));
  return divisor == 1 ? transform_chirp (builder, x, sign)
                      : transform_parts (builder, x, sign, divisor);
}

KomaComplexValue
koma_fourier_transform (KomaBuilder     *builder,
                        KomaComplexValue x,
                        gboolean         is_inverse)
{
  const KomaShape shape = koma_builder_get_shape (builder, x.re);
  const gint64    n = shape.rank > 0 ? shape.dims[shape.rank - 1] : 0;

  if (builder->error != NULL)
    return x;
  if (n < 1 || n > G_MAXINT32 / 4) {
    g_autofree char *text = koma_shape_to_string (&shape);

    koma_builder_fail (builder, KOMA_ERROR_SHAPE,
                       "argument 'self' has shape %s, expected [..,n] of 1 to %d", text,
                       G_MAXINT32 / 4);
    return x;
  }
  x = reshape (builder, x, KOMA_SHAPE ((gint64) koma_shape_count (&shape) / n, n));
  return reshape (builder, transform_rows (builder, x, is_inverse ? 1 : -1), shape);
}
