/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* MatMul of quantised values, with one matrix of weights. */
#include "product-8.h"

typedef struct
{
  KomaCpuProduct8 product;
  gsize           n;
  gsize           k;
  gsize           k_stride; /* of the weights */
  gsize           n_stride;
} MatMul8;

static void
mat_mul_8_free (gpointer data)
{
  MatMul8 *mat_mul = data;

  koma_cpu_product_8_clear (&mat_mul->product);
  g_free (mat_mul);
}

/* A unit is a row of the result. */
static void
mat_mul_8_run (const KomaCpuStep *step,
               gsize              unit)
{
  const MatMul8 *mat_mul = step->data;
  const guint8  *row = (const guint8 *) step->in[0] + unit * mat_mul->k;
  guint8        *out = (guint8 *) step->out[0] + unit * mat_mul->n;

  for (gsize i = 0; i < mat_mul->n; i++) {
    const guint8 *column = (const guint8 *) step->in[1] + i * mat_mul->n_stride;
    gint32        sum = 0;

    for (gsize k = 0; k < mat_mul->k; k++)
      sum += koma_cpu_grid_load (&mat_mul->product.x, row[k]) *
             koma_cpu_grid_load (&mat_mul->product.weights, column[k * mat_mul->k_stride]);
    out[i] = koma_cpu_product_8_finish (&mat_mul->product, i, sum);
  }
}

/**
 * koma_cpu_mat_mul_8_prepare:
 *
 * Prepares a matrix product of 8 bits, whose types inference has checked. Errors: none.
 */
gboolean
koma_cpu_mat_mul_8_prepare (KomaCpuStep *step,
                            GError     **error)
{
  const KomaShape *out = koma_cpu_step_out_shape (step, 0);
  const KomaShape *b = koma_cpu_step_in_shape (step, 1);
  const gboolean   is_transposed = step->node->params.mat_mul.is_b_transposed;
  MatMul8         *mat_mul = g_new0 (MatMul8, 1);

  step->data = mat_mul;
  step->free_data = mat_mul_8_free;
  step->run = mat_mul_8_run;
  mat_mul->n = out->dims[out->rank - 1];
  mat_mul->k = b->dims[is_transposed ? 1 : 0];
  mat_mul->k_stride = is_transposed ? 1 : mat_mul->n;
  mat_mul->n_stride = is_transposed ? mat_mul->k : 1;
  step->n_units = mat_mul->n > 0 ? koma_shape_count (out) / mat_mul->n : 0;
  koma_cpu_product_8_init (&mat_mul->product, step, mat_mul->n);
  return TRUE;
}
