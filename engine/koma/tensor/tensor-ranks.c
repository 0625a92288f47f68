/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Tensors of one to six dimensions, whose sizes are arguments. */
#include "tensor-new.h"

/**
 * koma_tensor_new_1d: (constructor)
 * @values: (array length=n_values): the elements
 * @n_values: the only dimension
 * @error: return location for an error
 *
 * A tensor of float32 with the shape [n_values]. Thread: any; the tensor is the calling thread's.
 *
 * Errors: those of koma_tensor_new().
 *
 * Returns: (transfer none): the tensor, floating, or the scope's in force
 */
KomaTensor *
koma_tensor_new_1d (const float *values,
                    gsize        n_values,
                    GError     **error)
{
  return koma_tensor_new (values, n_values, KOMA_DIMS (MIN (n_values, G_MAXINT)), error);
}

/**
 * koma_tensor_new_2d: (constructor)
 * @values: (array length=n_values): as many as the product of the sizes, the last dimension
 *   running fastest
 * @n_values: number of values
 * @n0: size of dimension 0
 * @n1: size of dimension 1
 * @error: return location for an error
 *
 * A tensor of float32 with two dimensions. Thread: any; the tensor is the calling thread's.
 *
 * Errors: those of koma_tensor_new().
 *
 * Returns: (transfer none): the tensor, floating, or the scope's in force
 */
KomaTensor *
koma_tensor_new_2d (const float *values,
                    gsize        n_values,
                    int          n0,
                    int          n1,
                    GError     **error)
{
  return koma_tensor_new (values, n_values, KOMA_DIMS (n0, n1), error);
}

/**
 * koma_tensor_new_3d: (constructor)
 * @values: (array length=n_values): as many as the product of the sizes, the last dimension
 *   running fastest
 * @n_values: number of values
 * @n0: size of dimension 0
 * @n1: size of dimension 1
 * @n2: size of dimension 2
 * @error: return location for an error
 *
 * A tensor of float32 with three dimensions. Thread: any; the tensor is the calling thread's.
 *
 * Errors: those of koma_tensor_new().
 *
 * Returns: (transfer none): the tensor, floating, or the scope's in force
 */
KomaTensor *
koma_tensor_new_3d (const float *values,
                    gsize        n_values,
                    int          n0,
                    int          n1,
                    int          n2,
                    GError     **error)
{
  return koma_tensor_new (values, n_values, KOMA_DIMS (n0, n1, n2), error);
}

/**
 * koma_tensor_new_4d: (constructor)
 * @values: (array length=n_values): as many as the product of the sizes, the last dimension
 *   running fastest
 * @n_values: number of values
 * @n0: size of dimension 0
 * @n1: size of dimension 1
 * @n2: size of dimension 2
 * @n3: size of dimension 3
 * @error: return location for an error
 *
 * A tensor of float32 with four dimensions. Thread: any; the tensor is the calling thread's.
 *
 * Errors: those of koma_tensor_new().
 *
 * Returns: (transfer none): the tensor, floating, or the scope's in force
 */
KomaTensor *
koma_tensor_new_4d (const float *values,
                    gsize        n_values,
                    int          n0,
                    int          n1,
                    int          n2,
                    int          n3,
                    GError     **error)
{
  return koma_tensor_new (values, n_values, KOMA_DIMS (n0, n1, n2, n3), error);
}

/**
 * koma_tensor_new_5d: (constructor)
 * @values: (array length=n_values): as many as the product of the sizes, the last dimension
 *   running fastest
 * @n_values: number of values
 * @n0: size of dimension 0
 * @n1: size of dimension 1
 * @n2: size of dimension 2
 * @n3: size of dimension 3
 * @n4: size of dimension 4
 * @error: return location for an error
 *
 * A tensor of float32 with five dimensions. Thread: any; the tensor is the calling thread's.
 *
 * Errors: those of koma_tensor_new().
 *
 * Returns: (transfer none): the tensor, floating, or the scope's in force
 */
KomaTensor *
koma_tensor_new_5d (const float *values,
                    gsize        n_values,
                    int          n0,
                    int          n1,
                    int          n2,
                    int          n3,
                    int          n4,
                    GError     **error)
{
  return koma_tensor_new (values, n_values, KOMA_DIMS (n0, n1, n2, n3, n4), error);
}

/**
 * koma_tensor_new_6d: (constructor)
 * @values: (array length=n_values): as many as the product of the sizes, the last dimension
 *   running fastest
 * @n_values: number of values
 * @n0: size of dimension 0
 * @n1: size of dimension 1
 * @n2: size of dimension 2
 * @n3: size of dimension 3
 * @n4: size of dimension 4
 * @n5: size of dimension 5
 * @error: return location for an error
 *
 * A tensor of float32 with six dimensions. Thread: any; the tensor is the calling thread's.
 *
 * Errors: those of koma_tensor_new().
 *
 * Returns: (transfer none): the tensor, floating, or the scope's in force
 */
KomaTensor *
koma_tensor_new_6d (const float *values,
                    gsize        n_values,
                    int          n0,
                    int          n1,
                    int          n2,
                    int          n3,
                    int          n4,
                    int          n5,
                    GError     **error)
{
  return koma_tensor_new (values, n_values, KOMA_DIMS (n0, n1, n2, n3, n4, n5), error);
}
