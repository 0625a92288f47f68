/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* [.., m, k] · [.., k, n]; the leading dimensions broadcast. Packing the right
 * side also transposes it where necessary; a transposed left side is turned
 * back one block of rows at a time. Where all matrices of the left side meet
 * the same right side, they are one matrix with the rows of all. */
#include "mat-mul-int.h"
#include "mat-mul-offsets.h"
#include "mat-mul-outer.h"

#include "kernels/product.h"

typedef struct
{
  KomaCpuProduct product; /* one for each matrix of the result */
  gsize          elem_bytes;
  gboolean       is_a_transposed;
  gboolean       is_b_transposed;
  gsize         *a_offsets; /* [n_products] elements; NULL when all are 0 */
  gsize         *b_offsets; /* [n_products] likewise */
} MatMul;

static void
mat_mul_free (gpointer data)
{
  MatMul *mat_mul = data;

  koma_cpu_product_clear (&mat_mul->product);
  g_free (mat_mul->a_offsets);
  g_free (mat_mul->b_offsets);
  g_free (mat_mul);
}

static void
make_rows (const KomaCpuStep *step,
           gsize              index,
           gsize              first_row,
           gsize              n_rows,
           gpointer           ret_rows)
{
  const MatMul *mat_mul = step->data;
  const gsize   m = mat_mul->product.split.m;
  const gsize   k = mat_mul->product.split.k;
  const float  *a = (const float *) step->in[0] + mat_mul->a_offsets[index] + first_row;
  float        *rows = ret_rows;

  for (gsize i = 0; i < k; i++)
    for (gsize row = 0; row < n_rows; row++)
      rows[row * k + i] = a[i * m + row];
}

static void
pack_right_side (const KomaCpuStep *step,
                 gsize              index,
                 gsize              first_column,
                 gsize              n_columns)
{
  const MatMul *mat_mul = step->data;
  const gsize   n = mat_mul->product.split.n;
  const gsize   k = mat_mul->product.split.k;

  const KomaCpuPack pack = {
    .b = (const guint8 *) step->in[1] + mat_mul->b_offsets[index] * mat_mul->elem_bytes,
    .k_stride = mat_mul->is_b_transposed ? 1 : n,
    .n_stride = mat_mul->is_b_transposed ? k : 1,
    .bias = koma_cpu_pack_get_bias (step, KOMA_CPU_BIAS, 0),
    .n_rows = k,
  };

  koma_cpu_product_pack (&mat_mul->product, index, &pack, first_column, n_columns);
}

static void
mat_mul_run (const KomaCpuStep *step,
             gsize              index)
{
  const MatMul            *mat_mul = step->data;
  const KomaCpuProductUnit unit = koma_cpu_product_get_unit (&mat_mul->product, index);
  const KomaCpuSplit      *split = &mat_mul->product.split;

  const KomaCpuGemm gemm = {
    .a = (const guint8 *) step->in[0] + mat_mul->a_offsets[unit.product] * mat_mul->elem_bytes,
    .a_stride = split->k * mat_mul->elem_bytes,
    .c = (guint8 *) step->out[0] + unit.product * split->m * split->n * mat_mul->elem_bytes,
    .c_stride = split->n * mat_mul->elem_bytes,
    .clamp = step->node->clamp,
  };

  koma_cpu_product_run (&mat_mul->product, &unit, &gemm, step);
}

static gboolean
is_one_product (const KomaCpuStep *step)
{
  const KomaShape *b = koma_cpu_step_in_shape (step, 1);
  const KomaShape  matrix = koma_shape_make (2, &b->dims[b->rank - 2]);

  return !step->node->params.mat_mul.is_a_transposed &&
         koma_cpu_step_in_shape (step, 0)->rank == koma_cpu_step_out_shape (step, 0)->rank &&
         koma_shape_count (b) == koma_shape_count (&matrix);
}

static void
set_shapes (MatMul            *mat_mul,
            const KomaCpuStep *step)
{
  const KomaMatMulParams *params = &step->node->params.mat_mul;
  const KomaShape        *a = koma_cpu_step_in_shape (step, 0);
  const KomaShape        *b = koma_cpu_step_in_shape (step, 1);
  const KomaShape        *out = koma_cpu_step_out_shape (step, 0);
  KomaCpuProduct         *product = &mat_mul->product;

  mat_mul->elem_bytes = koma_dtype_size (koma_cpu_step_in_dtype (step, 0));
  mat_mul->is_a_transposed = params->is_a_transposed;
  mat_mul->is_b_transposed = params->is_b_transposed;
  mat_mul->a_offsets = koma_cpu_mat_mul_list_offsets (a, out);
  mat_mul->b_offsets = koma_cpu_mat_mul_list_offsets (b, out);
  product->split.m = out->dims[out->rank - 2];
  product->split.n = out->dims[out->rank - 1];
  product->split.k = a->dims[a->rank - (params->is_a_transposed ? 2 : 1)];
  product->n_products = 1;
  for (guint d = 0; d + 2 < out->rank; d++)
    product->n_products *= out->dims[d];
  if (is_one_product (step)) {
    product->split.m *= product->n_products;
    product->n_products = 1;
  }
  product->is_packed_ahead = koma_cpu_pack_is_ahead (step, KOMA_CPU_WEIGHTS, KOMA_CPU_BIAS);
  product->n_packed = b->rank == 2 ? 1 : product->n_products;
  product->pack_columns = pack_right_side;
  product->is_whole = TRUE;
  product->is_turned = params->is_b_transposed;
  product->make_rows = params->is_a_transposed ? make_rows : NULL;
}

gboolean
koma_cpu_mat_mul_prepare (KomaCpuStep *step,
                          GError     **error)
{
  MatMul *mat_mul = NULL;

  if (koma_cpu_step_in_dtype (step, 0) == KOMA_DTYPE_INT32)
    return koma_cpu_mat_mul_int_prepare (step, error);
  if (koma_cpu_step_in_dtype (step, 0) != KOMA_DTYPE_FLOAT32 && !koma_cpu_step_is_8_bit (step))
    return koma_fail (error, KOMA_ERROR_UNSUPPORTED,
                      "expected float32 or int32, found %s",
                      koma_dtype_name (koma_cpu_step_in_dtype (step, 0)));

  if (koma_cpu_mat_mul_is_outer (step))
    return koma_cpu_mat_mul_outer_prepare (step, error);
  mat_mul = g_new0 (MatMul, 1);
  step->data = mat_mul;
  step->free_data = mat_mul_free;
  step->run = mat_mul_run;
  set_shapes (mat_mul, step);
  return koma_cpu_product_init (&mat_mul->product, step, KOMA_CPU_SPLIT_FREELY, error);
}
