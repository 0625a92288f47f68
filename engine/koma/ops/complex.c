/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "complex.h"

#include "fourier.h"

static gboolean
is_complex (KomaTensor *x)
{
  return koma_tensor_get_dtype (x) == KOMA_DTYPE_COMPLEX64;
}

/**
 * koma_tensor_complex:
 * @self: (nullable): float32, of up to 5 dimensions: the real parts; others are converted to it
 * @imag: (nullable): of the same shape: the imaginary parts
 * @error: return location for an error
 *
 * Complex numbers of their parts. Thread: that of the tensors.
 *
 * Errors: %KOMA_ERROR_SHAPE if the shapes differ; %KOMA_ERROR_UNSUPPORTED of 6 dimensions, or if an
 * argument is complex; %KOMA_ERROR_ARGUMENT if a tensor was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): complex64 of the shape of @self, floating, or the scope's in
 *   force
 */
KomaTensor *
koma_tensor_complex (KomaTensor *self,
                     KomaTensor *imag,
                     GError    **error)
{
  KomaExecution    run;
  KomaBuilder     *builder = &run.builder;
  KomaComplexValue y = { KOMA_VALUE_NONE, KOMA_VALUE_NONE };
  KomaShape        real_shape = { 0 };
  KomaShape        imag_shape = { 0 };

  if (!koma_execute_begin (&run, G_STRFUNC, (KomaTensor *[]){ self, imag }, 2, error))
    return NULL;
  y.re = koma_formula_real (builder, run.x[0]);
  y.im = koma_formula_real (builder, run.x[1]);
  real_shape = koma_builder_get_shape (builder, y.re);
  imag_shape = koma_builder_get_shape (builder, y.im);
  if (!koma_shape_equal (&real_shape, &imag_shape)) {
    g_autofree char *found = koma_shape_to_string (&imag_shape);
    g_autofree char *expected = koma_shape_to_string (&real_shape);

    koma_builder_fail (builder, KOMA_ERROR_SHAPE, "argument 'imag' has shape %s, expected %s",
                       found, expected);
  }
  run.is_complex = TRUE;
  return koma_execute_end (&run, koma_complex_join (builder, y), error);
}

/**
 * koma_tensor_real:
 * @self: (nullable): complex64, of any shape; a real one is its own real part
 * @error: return location for an error
 *
 * The real parts. Thread: that of the tensor.
 *
 * Errors: %KOMA_ERROR_ARGUMENT if @self was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): float32 of the shape of @self, floating, or the scope's in
 *   force
 */
KomaTensor *
koma_tensor_real (KomaTensor *self,
                  GError    **error)
{
  KomaExecution run;

  if (!koma_execute_begin_complex (&run, G_STRFUNC, &self, 1, error))
    return NULL;
  return koma_execute_end (
    &run, koma_complex_part (&run.builder, run.x[0], is_complex (self)).re, error);
}

/**
 * koma_tensor_imag:
 * @self: (nullable): complex64, of any shape; of a real one the parts are 0
 * @error: return location for an error
 *
 * The imaginary parts. Thread: that of the tensor.
 *
 * Errors: %KOMA_ERROR_ARGUMENT if @self was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): float32 of the shape of @self, floating, or the scope's in
 *   force
 */
KomaTensor *
koma_tensor_imag (KomaTensor *self,
                  GError    **error)
{
  KomaExecution    run;
  KomaBuilder     *builder = &run.builder;
  KomaComplexValue x = { KOMA_VALUE_NONE, KOMA_VALUE_NONE };

  if (!koma_execute_begin_complex (&run, G_STRFUNC, &self, 1, error))
    return NULL;
  x = koma_complex_part (builder, run.x[0], is_complex (self));
  if (x.im == KOMA_VALUE_NONE)
    x.im = koma_builder_broadcast_to (builder, koma_builder_float (builder, 0),
                                      koma_builder_get_shape (builder, x.re));
  return koma_execute_end (&run, x.im, error);
}

static KomaTensor *
call_transform (KomaTensor *self,
                gboolean    is_inverse,
                const char *name,
                GError    **error)
{
  KomaExecution    run;
  KomaBuilder     *builder = &run.builder;
  KomaComplexValue x = { KOMA_VALUE_NONE, KOMA_VALUE_NONE };

  if (!koma_execute_begin_complex (&run, name, &self, 1, error))
    return NULL;
  x = koma_complex_part (builder, run.x[0], is_complex (self));
  x = koma_fourier_transform (builder, x, is_inverse);
  run.is_complex = TRUE;
  if (is_inverse && builder->error == NULL) {
    const KomaShape shape = koma_builder_get_shape (builder, x.re);
    const double    scale = 1.0 / (double) shape.dims[shape.rank - 1];

    x.re = koma_builder_with_number (builder, KOMA_OP_MUL, x.re, scale);
    if (x.im != KOMA_VALUE_NONE)
      x.im = koma_builder_with_number (builder, KOMA_OP_MUL, x.im, scale);
  }
  return koma_execute_end (&run, koma_complex_join (builder, x), error);
}

/**
 * koma_tensor_fft:
 * @self: (nullable): complex64 or float32 [.., n], of 1 to 5 dimensions, n of any size
 * @error: return location for an error
 *
 * The discrete Fourier transform along the last dimension, y_k = Σ x_j exp (-2πi j k / n). It takes
 * n log n operations: lengths are split into their divisors, and those with none up to 64 are
 * computed by Bluestein's convolution. Thread: that of the tensor.
 *
 * Errors: %KOMA_ERROR_SHAPE if @self has no dimension, or the last one no element;
 * %KOMA_ERROR_UNSUPPORTED of 6 dimensions;
 * %KOMA_ERROR_ARGUMENT if @self was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): complex64 of the shape of @self, floating, or the scope's in
 *   force
 */
KomaTensor *
koma_tensor_fft (KomaTensor *self,
                 GError    **error)
{
  return call_transform (self, FALSE, G_STRFUNC, error);
}

/**
 * koma_tensor_ifft:
 * @self: (nullable): complex64 or float32 [.., n], of 1 to 5 dimensions
 * @error: return location for an error
 *
 * The inverse of koma_tensor_fft(), x_j = 1 / n Σ y_k exp (2πi j k / n). Thread: that of the
 * tensor.
 *
 * Errors: those of koma_tensor_fft().
 *
 * Returns: (transfer none) (nullable): complex64 of the shape of @self, floating, or the scope's in
 *   force
 */
KomaTensor *
koma_tensor_ifft (KomaTensor *self,
                  GError    **error)
{
  return call_transform (self, TRUE, G_STRFUNC, error);
}

/* The last dimension cut, or continued with zeros. */
static KomaValueId
resize (KomaBuilder *builder,
        KomaValueId  x, /* (nullable) */
        gint64       n)
{
  const KomaShape shape = koma_builder_get_shape (builder, x);
  const guint     last = shape.rank - 1;
  gint32          begin[KOMA_MAX_RANK] = { 0 };
  gint32          size[KOMA_MAX_RANK] = { -1, -1, -1, -1, -1, -1 };
  gint32          paddings[2 * KOMA_MAX_RANK] = { 0 };

  if (x == KOMA_VALUE_NONE || shape.rank == 0 || n == shape.dims[last])
    return x;
  if (n < shape.dims[last]) {
    size[last] = (gint32) n;
    return koma_builder_slice (builder, x, begin, size);
  }
  paddings[2 * last + 1] = (gint32) (n - shape.dims[last]);
  return KOMA_BUILDER_NODE (builder, KOMA_OP_PAD, NULL, x,
                            koma_builder_ints (builder, paddings, 2 * shape.rank));
}

static gboolean
check_length (KomaBuilder *builder,
              int          n)
{
  if (n >= 0)
    return TRUE;
  koma_builder_fail (builder, KOMA_ERROR_ARGUMENT, "argument 'n' is %d, expected 0 or more", n);
  return FALSE;
}

/**
 * koma_tensor_rfft:
 * @self: (nullable): float32 [.., m], of 1 to 5 dimensions; int32 and bool are converted to it
 * @n: numbers that are transformed: the first of the last dimension, or zeros behind it; 0: m
 * @error: return location for an error
 *
 * koma_tensor_fft() of real numbers, without the second half, which is the first one mirrored.
 * Thread: that of the tensor.
 *
 * Errors: %KOMA_ERROR_SHAPE if @self has no dimension, or the last one no element;
 * %KOMA_ERROR_UNSUPPORTED of 6 dimensions, or of complex64; %KOMA_ERROR_ARGUMENT if @n is negative,
 * or @self was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): complex64 [.., n / 2 + 1], floating, or the scope's in force
 */
KomaTensor *
koma_tensor_rfft (KomaTensor *self,
                  int         n,
                  GError    **error)
{
  KomaExecution    run;
  KomaBuilder     *builder = &run.builder;
  KomaComplexValue x = { KOMA_VALUE_NONE, KOMA_VALUE_NONE };
  KomaShape        shape = { 0 };

  if (!koma_execute_begin (&run, G_STRFUNC, &self, 1, error))
    return NULL;
  x = koma_complex_part (builder, run.x[0], FALSE);
  if (check_length (builder, n) && n > 0)
    x.re = resize (builder, x.re, n);
  x = koma_fourier_transform (builder, x, FALSE);
  shape = koma_builder_get_shape (builder, x.re);
  if (builder->error == NULL) {
    const gint64 n_kept = shape.dims[shape.rank - 1] / 2 + 1;

    x.re = resize (builder, x.re, n_kept);
    x.im = resize (builder, x.im, n_kept);
  }
  run.is_complex = TRUE;
  return koma_execute_end (&run, koma_complex_join (builder, x), error);
}

/* The second half: the elements 1 to @n_mirrored in the opposite order behind the others. */
static KomaValueId
add_mirrored (KomaBuilder *builder,
              KomaValueId  x, /* (nullable) */
              gint64       n_mirrored,
              gboolean     is_negated)
{
  const guint rank = koma_builder_get_rank (builder, x);
  gint32      begin[KOMA_MAX_RANK] = { 0 };
  gint32      size[KOMA_MAX_RANK] = { -1, -1, -1, -1, -1, -1 };
  KomaValueId parts[2] = { x, KOMA_VALUE_NONE };

  if (x == KOMA_VALUE_NONE || n_mirrored == 0)
    return x;
  begin[rank - 1] = 1;
  size[rank - 1] = (gint32) n_mirrored;
  parts[1] = koma_builder_slice (builder, x, begin, size);
  parts[1] = koma_builder_reverse (builder, parts[1], (gint32) rank - 1);
  if (is_negated)
    parts[1] = koma_builder_unary (builder, KOMA_OP_NEG, parts[1]);
  return koma_builder_concat (builder, parts, 2, rank - 1);
}

static KomaValueId
build_irfft (KomaBuilder     *builder,
             KomaComplexValue x,
             int              length)
{
  const KomaShape shape = koma_builder_get_shape (builder, x.re);
  const gint64    n_given = shape.rank > 0 ? shape.dims[shape.rank - 1] : 0;
  const gint64    n = length > 0 ? length : MAX (2 * (n_given - 1), 1);

  if (!check_length (builder, length))
    return KOMA_VALUE_NONE;
  if (n_given < 1) {
    g_autofree char *text = koma_shape_to_string (&shape);

    return koma_builder_fail (builder, KOMA_ERROR_SHAPE,
                              "argument 'self' has shape %s, expected [..,m] of 1 or more", text);
  }
  x.re = add_mirrored (builder, resize (builder, x.re, n / 2 + 1), (n - 1) / 2, FALSE);
  x.im = add_mirrored (builder, resize (builder, x.im, n / 2 + 1), (n - 1) / 2, TRUE);
  x = koma_fourier_transform (builder, x, TRUE);
  return koma_builder_with_number (builder, KOMA_OP_MUL, x.re, 1.0 / (double) n);
}

/**
 * koma_tensor_irfft:
 * @self: (nullable): complex64 [.., m], of 1 to 5 dimensions; a real one is taken too
 * @n: length of the result; 0: 2 (m - 1), or 1 where m is 1
 * @error: return location for an error
 *
 * The inverse of koma_tensor_rfft(). Of a spectrum whose length is not n / 2 + 1 the end is cut, or
 * continued with zeros. Thread: that of the tensor.
 *
 * Errors: %KOMA_ERROR_SHAPE if @self has no dimension, or the last one no element;
 * %KOMA_ERROR_ARGUMENT if @n is negative, or @self was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): float32 [.., n], floating, or the scope's in force
 */
KomaTensor *
koma_tensor_irfft (KomaTensor *self,
                   int         n,
                   GError    **error)
{
  KomaExecution    run;
  KomaComplexValue x = { KOMA_VALUE_NONE, KOMA_VALUE_NONE };

  if (!koma_execute_begin_complex (&run, G_STRFUNC, &self, 1, error))
    return NULL;
  x = koma_complex_part (&run.builder, run.x[0], is_complex (self));
  return koma_execute_end (&run, build_irfft (&run.builder, x, n), error);
}
