/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Products of int32, exact, as unsigned numbers that wrap around. No network spends its time here:
 * either side is read as it lies. A unit is some rows of the result. */
#include "mat-mul-int.h"

#include <string.h>

#include "mat-mul-offsets.h"
#include "units.h"

typedef struct
{
  KomaCpuUnits units; /* items are rows of the result */
  gsize        m;
  gsize        k;
  gsize        n;
  gsize        a_strides[2]; /* of m, k */
  gsize        b_strides[2]; /* of k, n */
  gsize       *a_offsets;    /* [matrices] elements */
  gsize       *b_offsets;    /* [matrices] elements */
} Product;

static void
product_free (gpointer data)
{
  Product *self = data;

  g_free (self->a_offsets);
  g_free (self->b_offsets);
  g_free (self);
}

/* @out [n] = row @a [k] · @b [k, n] */
static void
multiply_row (const Product *self,
              const guint32 *a,
              const guint32 *b,
              guint32 *restrict out)
{
  const gsize b_stride = self->b_strides[1];

  memset (out, 0, self->n * sizeof *out);
  for (gsize i = 0; i < self->k; i++) {
    const guint32  factor = a[i * self->a_strides[1]];
    const guint32 *row = b + i * self->b_strides[0];

    for (gsize j = 0; j < self->n; j++)
      out[j] += factor * row[j * b_stride];
  }
}

static void
product_run (const KomaCpuStep *step,
             gsize              unit)
{
  const Product     *self = step->data;
  const KomaCpuRange range = koma_cpu_units_get_range (&self->units, unit);

  for (gsize i = range.begin; i < range.end; i++) {
    const gsize    matrix = i / self->m;
    const guint32 *a = (const guint32 *) step->in[0] + self->a_offsets[matrix];
    const guint32 *b = (const guint32 *) step->in[1] + self->b_offsets[matrix];

    multiply_row (self, a + i % self->m * self->a_strides[0], b,
                  (guint32 *) step->out[0] + i * self->n);
  }
}

/**
 * koma_cpu_mat_mul_int_prepare:
 * @step: of a MatMul of int32, which has no bias
 *
 * Errors: none.
 */
gboolean
koma_cpu_mat_mul_int_prepare (KomaCpuStep *step,
                              GError     **error)
{
  const KomaMatMulParams *params = &step->node->params.mat_mul;
  const KomaShape        *a = koma_cpu_step_in_shape (step, 0);
  const KomaShape        *out = koma_cpu_step_out_shape (step, 0);
  const gsize             count = koma_shape_count (out);
  Product                *self = g_new0 (Product, 1);

  self->m = out->dims[out->rank - 2];
  self->n = out->dims[out->rank - 1];
  self->k = a->dims[a->rank - (params->is_a_transposed ? 2 : 1)];
  self->a_strides[0] = params->is_a_transposed ? 1 : self->k;
  self->a_strides[1] = params->is_a_transposed ? self->m : 1;
  self->b_strides[0] = params->is_b_transposed ? 1 : self->n;
  self->b_strides[1] = params->is_b_transposed ? self->k : 1;
  self->a_offsets = koma_cpu_mat_mul_list_offsets (a, out);
  self->b_offsets = koma_cpu_mat_mul_list_offsets (koma_cpu_step_in_shape (step, 1), out);
  self->units =
    koma_cpu_units_make (count == 0 ? 0 : count / self->n, (double) self->k * self->n + 1);
  step->data = self;
  step->free_data = product_free;
  step->run = product_run;
  step->n_units = koma_cpu_units_get_n (&self->units);
  return TRUE;
}
