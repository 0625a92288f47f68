/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* aᵀ · b of two matrices that lie in memory as [k, m] and [k, n], such as the gradient of a
 * dense layer's weights: nothing is turned or packed. */
#include "mat-mul-outer.h"

#include <math.h>

#include "kernels/outer-product.h"

static void
outer_free (gpointer data)
{
  KomaCpuOuterProduct *product = data;

  koma_cpu_outer_product_clear (product);
  g_free (product);
}

static void
find_operands (const KomaCpuStep *step,
               gsize              index,
               KomaCpuOuter      *outer)
{
  const KomaCpuOuterProduct *product = step->data;

  outer->a = step->in[0];
  outer->a_stride = product->m;
  outer->b = step->in[1];
  outer->b_stride = product->n;
  outer->c = step->out[0];
  outer->c_stride = product->n;
}

/**
 * koma_cpu_mat_mul_is_outer:
 * @step: of a MatMul
 *
 * Returns: whether koma_cpu_mat_mul_outer_prepare() computes it: float32 matrices, the left one
 *   transposed, without a bias or a clamp
 */
gboolean
koma_cpu_mat_mul_is_outer (const KomaCpuStep *step)
{
  const KomaNode         *node = step->node;
  const KomaMatMulParams *params = &node->params.mat_mul;

  return params->is_a_transposed && !params->is_b_transposed && node->n_inputs == 2 &&
         koma_cpu_step_in_dtype (step, 0) == KOMA_DTYPE_FLOAT32 &&
         koma_cpu_step_out_shape (step, 0)->rank == 2 &&
         node->clamp.min == -INFINITY && node->clamp.max == INFINITY;
}

/**
 * koma_cpu_mat_mul_outer_prepare:
 *
 * Errors: those of koma_cpu_outer_product_prepare().
 */
gboolean
koma_cpu_mat_mul_outer_prepare (KomaCpuStep *step,
                                GError     **error)
{
  const KomaShape     *a = koma_cpu_step_in_shape (step, 0);
  const KomaShape     *out = koma_cpu_step_out_shape (step, 0);
  KomaCpuOuterProduct *product = g_new0 (KomaCpuOuterProduct, 1);

  product->n_products = 1;
  product->m = out->dims[0];
  product->n = out->dims[1];
  product->k = a->dims[0];
  product->find_operands = find_operands;
  step->data = product;
  step->free_data = outer_free;
  return koma_cpu_outer_product_prepare (product, step, error);
}
