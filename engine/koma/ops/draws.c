/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "draws.h"

#include <math.h>

#include "creation.h"
#include "engine/koma/tensor/at-once.h"
#include "engine/koma/tensor/formula.h"
#include "engine/koma/tensor/tensor-private.h"
#include "engine/training/random.h"

/* x / (1 - rate) where the noise is rate or more, else 0. */
static KomaTensor *
apply_noise (KomaTensor *x,
             KomaTensor *noise,
             double      rate,
             GError    **error)
{
  const char   *name = "koma_tensor_dropout";
  KomaExecution run;
  KomaBuilder  *builder = &run.builder;
  KomaShape     shape = { 0 };
  KomaShape     both = { 0 };
  KomaShape     of_noise = { 0 };
  KomaValueId   kept = KOMA_VALUE_NONE;

  if (!koma_execute_begin (&run, name, (KomaTensor *[]){ x, noise }, 2, error))
    return NULL;
  run.x[0] = koma_formula_real (builder, run.x[0]);
  shape = koma_builder_get_shape (builder, run.x[0]);
  of_noise = koma_builder_get_shape (builder, run.x[1]);
  if (!koma_shape_broadcast (&shape, &of_noise, &both) || !koma_shape_equal (&shape, &both)) {
    g_autofree char *found = koma_shape_to_string (&of_noise);
    g_autofree char *expected = koma_shape_to_string (&shape);

    koma_builder_fail (builder, KOMA_ERROR_SHAPE,
                       "noise_shape is %s, which can not be broadcast to %s", found, expected);
  }
  kept = koma_builder_with_number (builder, KOMA_OP_GREATER_EQUAL, run.x[1], rate);
  kept = koma_builder_cast (builder, kept, KOMA_DTYPE_FLOAT32);
  kept = koma_builder_with_number (builder, KOMA_OP_DIV, kept, 1 - rate);
  return koma_execute_end (&run, koma_builder_binary (builder, KOMA_OP_MUL, run.x[0], kept), error);
}

/**
 * koma_tensor_dropout:
 * @self: (nullable): float32, of any shape; int32 and bool are converted to it
 * @rate: the share of elements that become 0, at least 0 and below 1
 * @noise_shape: (array length=noise_rank) (nullable): what one number is drawn for, broadcast to
 *   the shape of @self; %NULL: each element
 * @noise_rank: 0 to the dimensions of @self
 * @seed: the same seed drops the same elements, on every machine
 * @error: return location for an error
 *
 * Drops elements at random, and divides the others by 1 - @rate, so that their mean stays
 * (Srivastava et al. 2014). It does so whenever it is called: a layer drops in training alone.
 * Thread: that of the tensor.
 *
 * Errors: %KOMA_ERROR_ARGUMENT if @rate is out of its range, or @self was disposed of;
 * %KOMA_ERROR_SHAPE if @noise_shape can not be broadcast to that of @self; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): float32, of the shape of @self, floating, or the scope's in
 *   force
 */
KomaTensor *
koma_tensor_dropout (KomaTensor *self,
                     double      rate,
                     const int  *noise_shape,
                     guint       noise_rank,
                     guint64     seed,
                     GError    **error)
{
  KomaTensor *noise = NULL;
  KomaTensor *y = NULL;

  if (!koma_at_once_begin (&self, 1, G_STRFUNC, error))
    return NULL;
  if (!(rate >= 0 && rate < 1)) {
    koma_fail (error, KOMA_ERROR_ARGUMENT, "%s: rate is %g, expected at least 0 and below 1",
               G_STRFUNC, rate);
    return NULL;
  }
  noise = koma_tensor_new_random_uniform (noise_shape != NULL ? noise_shape : self->dims,
                                          noise_shape != NULL ? noise_rank : self->shape.rank, 0, 1,
                                          seed, error);
  if (noise == NULL)
    return NULL;
  y = apply_noise (self, noise, rate, error);
  koma_at_once_drop (noise);
  return y;
}

/* Sums of the first 1, 2 … probabilities, up to a factor. */
static void
accumulate (const float *logits,
            gsize        n,
            gboolean     is_normalized,
            double      *sums)
{
  double greatest = -INFINITY;
  double sum = 0;

  for (gsize i = 0; i < n; i++)
    greatest = MAX (greatest, logits[i]);
  for (gsize i = 0; i < n; i++) {
    sum += is_normalized ? logits[i] : exp (logits[i] - greatest);
    sums[i] = sum;
  }
}

/* The first sum above a number. */
static gint32
find_class (const double *sums,
            gint32        n,
            double        number)
{
  gint32 first = 0;
  gint32 last = n - 1;

  while (first < last) {
    const gint32 middle = first + (last - first) / 2;

    if (sums[middle] > number)
      last = middle;
    else
      first = middle + 1;
  }
  return first;
}

static void
draw_classes (const KomaArray *logits,
              gsize            n_classes,
              gsize            n_samples,
              gboolean         is_normalized,
              guint64          seed,
              gint32          *classes)
{
  KomaRandom         random = { seed };
  g_autofree double *sums = g_new (double, n_classes);

  for (gsize row = 0; row < logits->count / n_classes; row++) {
    accumulate ((const float *) logits->data + row * n_classes, n_classes, is_normalized, sums);
    for (gsize i = 0; i < n_samples; i++)
      *classes++ =
        find_class (sums, n_classes, koma_random_uniform (&random) * sums[n_classes - 1]);
  }
}

/**
 * koma_tensor_multinomial:
 * @self: (nullable): float32 [classes] or [n, classes], of 2 classes or more: logarithms of
 *   probabilities, up to a summand; int32 is converted to it
 * @n_samples: drawn of each row, 0 or more
 * @seed: the same seed gives the same numbers, on every machine
 * @is_normalized: whether @self has probabilities, and no logarithms
 * @error: return location for an error
 *
 * Draws classes by their probabilities, with replacement. The numbers are read at once: there is no
 * gradient. Thread: that of the tensor.
 *
 * Errors: %KOMA_ERROR_SHAPE if @self has other dimensions; %KOMA_ERROR_ARGUMENT if @n_samples is
 * negative, or @self was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): int32 [@n_samples] or [n, @n_samples], floating, or the
 *   scope's in force
 */
KomaTensor *
koma_tensor_multinomial (KomaTensor *self,
                         int         n_samples,
                         guint64     seed,
                         gboolean    is_normalized,
                         GError    **error)
{
  g_autoptr (KomaArray) logits = NULL;
  g_autoptr (KomaArray) classes = NULL;
  KomaShape shape = { 0 };

  if (!koma_at_once_begin (&self, 1, G_STRFUNC, error))
    return NULL;
  shape = self->shape;
  if (shape.rank < 1 || shape.rank > 2 || shape.dims[shape.rank - 1] < 2) {
    koma_at_once_fail_shape (G_STRFUNC, "self", self, "[classes] or [n,classes] of 2 or more",
                             error);
    return NULL;
  }
  if (n_samples < 0) {
    koma_fail (error, KOMA_ERROR_ARGUMENT, "%s: n_samples is %d, expected 0 or more", G_STRFUNC,
               n_samples);
    return NULL;
  }
  logits = koma_at_once_read (self, KOMA_DTYPE_FLOAT32, G_STRFUNC, error);
  shape.dims[shape.rank - 1] = n_samples;
  classes = logits != NULL ? koma_array_new (KOMA_DTYPE_INT32, &shape, error) : NULL;
  if (classes == NULL)
    return NULL;
  draw_classes (logits, self->shape.dims[shape.rank - 1], n_samples, is_normalized, seed,
                classes->data);
  return koma_tensor_new_from_array (classes);
}
