/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "decompositions.h"

#include "engine/koma/tensor/formula.h"

/* The formulas have nodes for each column: this bounds them. */
#define MAX_COLUMNS 512

/**
 * koma_tensor_band_part:
 * @self: (nullable): [.., m, n], of any dtype, of 2 dimensions or more
 * @n_lower: diagonals that stay below the main one; a negative number: all
 * @n_upper: diagonals that stay above it; a negative number: all
 * @error: return location for an error
 *
 * Matrices with 0 outside of a band. Thread: that of the tensor.
 *
 * Errors: %KOMA_ERROR_SHAPE if @self has less than 2 dimensions; %KOMA_ERROR_ARGUMENT if @self was
 * disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): of the dtype and the shape of @self, floating, or the
 *   scope's in force
 */
KomaTensor *
koma_tensor_band_part (KomaTensor *self,
                       int         n_lower,
                       int         n_upper,
                       GError    **error)
{
  KomaExecution run;
  KomaBuilder  *builder = &run.builder;
  KomaValueId   y = KOMA_VALUE_NONE;

  if (!koma_execute_begin (&run, G_STRFUNC, &self, 1, error))
    return NULL;
  y = KOMA_BUILDER_NODE (builder, KOMA_OP_MATRIX_BAND_PART, NULL, run.x[0],
                         koma_builder_int (builder, n_lower), koma_builder_int (builder, n_upper));
  return koma_execute_end (&run, y, error);
}

/* A block of matrices [batch, m, n]. */
static KomaValueId
take (KomaBuilder *builder,
      KomaValueId  x,
      gint32       row,
      gint32       n_rows, /* -1: all that are left */
      gint32       column,
      gint32       n_columns)
{
  return koma_builder_slice (builder, x, (gint32[]){ 0, row, column },
                             (gint32[]){ -1, n_rows, n_columns });
}

static KomaValueId
multiply (KomaBuilder *builder,
          KomaValueId  a,
          KomaValueId  b)
{
  return koma_builder_mat_mul (builder, a, b, FALSE, FALSE);
}

static KomaValueId
subtract (KomaBuilder *builder,
          KomaValueId  a,
          KomaValueId  b)
{
  return koma_builder_binary (builder, KOMA_OP_SUB, a, b);
}

static KomaValueId
get_norm (KomaBuilder *builder,
          KomaValueId  x)
{
  KomaValueId y = koma_builder_unary (builder, KOMA_OP_SQUARE, x);

  y = koma_builder_reduce (builder, KOMA_OP_SUM, y, 1u << 1 | 1u << 2, TRUE);
  return koma_builder_unary (builder, KOMA_OP_SQRT, y);
}

static gboolean
check_columns (KomaBuilder *builder,
               gint64       n)
{
  if (n <= MAX_COLUMNS)
    return TRUE;
  koma_builder_fail (builder, KOMA_ERROR_UNSUPPORTED,
                     "a matrix has %" G_GINT64_FORMAT " vectors, expected at most %d", n,
                     MAX_COLUMNS);
  return FALSE;
}

/* The modified process: each vector is taken out of all that follow at once. */
static KomaValueId
build_gram_schmidt (KomaBuilder *builder,
                    KomaValueId  x)
{
  const KomaShape shape = koma_builder_get_shape (builder, x);
  KomaValueId     found[MAX_COLUMNS] = { 0 };
  KomaValueId     rest = KOMA_VALUE_NONE;

  if (shape.rank != 2 || shape.dims[0] < 1 || shape.dims[0] > shape.dims[1]) {
    g_autofree char *text = koma_shape_to_string (&shape);

    return koma_builder_fail (builder, KOMA_ERROR_SHAPE,
                              "argument 'self' has shape %s, expected [n,m] of 1 to m vectors",
                              text);
  }
  if (!check_columns (builder, shape.dims[0]))
    return KOMA_VALUE_NONE;
  rest = koma_builder_reshape (builder, x, KOMA_SHAPE (1, shape.dims[0], shape.dims[1]));
  for (guint i = 0; i < shape.dims[0] && builder->error == NULL; i++) {
    const KomaValueId vector = take (builder, rest, 0, 1, 0, -1);

    found[i] = koma_builder_binary (builder, KOMA_OP_DIV, vector, get_norm (builder, vector));
    if (i + 1 == shape.dims[0])
      break;
    rest = take (builder, rest, 1, -1, 0, -1);
    rest = subtract (
      builder, rest,
      multiply (builder, koma_builder_mat_mul (builder, rest, found[i], FALSE, TRUE), found[i]));
  }
  return koma_builder_reshape (builder, koma_builder_concat (builder, found, shape.dims[0], 1),
                               shape);
}

/**
 * koma_tensor_gram_schmidt:
 * @self: (nullable): float32 [n, m]: n vectors, at most m; int32 is converted to it
 * @error: return location for an error
 *
 * Vectors of length 1 that are orthogonal to each other; the first k are combinations of the first
 * k of @self (the modified Gram-Schmidt process). Thread: that of the tensor.
 *
 * Errors: %KOMA_ERROR_SHAPE if @self has another shape; %KOMA_ERROR_UNSUPPORTED of more than 512
 * vectors; %KOMA_ERROR_ARGUMENT if @self was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): float32 [n, m], floating, or the scope's in force
 */
KomaTensor *
koma_tensor_gram_schmidt (KomaTensor *self,
                          GError    **error)
{
  KomaExecution run;
  KomaBuilder  *builder = &run.builder;

  if (!koma_execute_begin (&run, G_STRFUNC, &self, 1, error))
    return NULL;
  run.x[0] = koma_formula_real (builder, run.x[0]);
  return koma_execute_end (&run, build_gram_schmidt (builder, run.x[0]), error);
}

/* H = I - τ w wᵀ, which makes zeros of a column below its first element; all of them of a batch. */
typedef struct
{
  KomaValueId w;   /* [batch, k, 1], whose first element is 1 */
  KomaValueId tau; /* [batch, 1, 1] */
} Reflection;

/* Golub and Van Loan, Matrix Computations, 5.1.3; a column of zeros stays. @x: [batch, k, 1] */
static Reflection
reflect (KomaBuilder *builder,
         KomaValueId  x)
{
  const gint64      k = koma_builder_get_shape (builder, x).dims[1];
  const KomaValueId norm = get_norm (builder, x);
  const KomaValueId first = take (builder, x, 0, 1, 0, 1);
  KomaValueId       sign = koma_builder_with_number (builder, KOMA_OP_GREATER, first, 0);
  KomaValueId       u = KOMA_VALUE_NONE;
  Reflection        h = { 0 };

  /* -1 of what is above 0, else 1: so nothing cancels out. */
  sign = koma_builder_cast (builder, sign, KOMA_DTYPE_FLOAT32);
  sign = koma_builder_with_number (builder, KOMA_OP_MUL, sign, -2);
  sign = koma_builder_with_number (builder, KOMA_OP_ADD, sign, 1);
  u = subtract (builder, first, koma_builder_binary (builder, KOMA_OP_MUL, sign, norm));
  h.w = koma_builder_broadcast_to (builder, koma_builder_float (builder, 1),
                                   koma_builder_get_shape (builder, first));
  if (k > 1) {
    const KomaValueId rest =
      koma_builder_binary (builder, KOMA_OP_DIV_NO_NAN, take (builder, x, 1, -1, 0, 1), u);

    h.w = koma_builder_concat (builder, (KomaValueId[]){ h.w, rest }, 2, 1);
  }
  h.tau = koma_builder_binary (builder, KOMA_OP_MUL, sign, u);
  h.tau = koma_builder_unary (
    builder, KOMA_OP_NEG, koma_builder_binary (builder, KOMA_OP_DIV_NO_NAN, h.tau, norm));
  return h;
}

/* H x, x [batch, k, n] */
static KomaValueId
apply_left (KomaBuilder *builder,
            Reflection   h,
            KomaValueId  x)
{
  KomaValueId product = koma_builder_mat_mul (builder, h.w, x, TRUE, FALSE);

  product = koma_builder_binary (builder, KOMA_OP_MUL, product, h.tau);
  return subtract (builder, x, multiply (builder, h.w, product));
}

/* x H, x [batch, m, k] */
static KomaValueId
apply_right (KomaBuilder *builder,
             Reflection   h,
             KomaValueId  x)
{
  KomaValueId product = multiply (builder, x, h.w);

  product = koma_builder_binary (builder, KOMA_OP_MUL, product, h.tau);
  return subtract (builder, x, koma_builder_mat_mul (builder, product, h.w, FALSE, TRUE));
}

/* Zeros [batch, rows, columns] of a batch like that of @like; NONE where there are none. */
static KomaValueId
make_zeros (KomaBuilder *builder,
            KomaValueId  like,
            gint64       n_rows,
            gint64       n_columns)
{
  const KomaShape shape = koma_builder_get_shape (builder, like);

  if (n_rows == 0 || n_columns == 0)
    return KOMA_VALUE_NONE;
  return koma_builder_broadcast_to (builder, koma_builder_float (builder, 0),
                                    KOMA_SHAPE (shape.dims[0], n_rows, n_columns));
}

/* [batch, m, m], of a batch like that of @like. */
static KomaValueId
make_eye (KomaBuilder *builder,
          KomaValueId  like,
          gint64       m)
{
  const KomaShape   shape = koma_builder_get_shape (builder, like);
  const KomaValueId none = koma_builder_int (builder, 0);
  const KomaValueId ones = koma_builder_broadcast_to (builder, koma_builder_float (builder, 1),
                                                      KOMA_SHAPE (shape.dims[0], m, m));

  return KOMA_BUILDER_NODE (builder, KOMA_OP_MATRIX_BAND_PART, NULL, ones, none, none);
}

/* Both where both are there. */
static KomaValueId
join (KomaBuilder *builder,
      KomaValueId  a,
      KomaValueId  b,
      guint        axis)
{
  if (a == KOMA_VALUE_NONE || b == KOMA_VALUE_NONE)
    return a == KOMA_VALUE_NONE ? b : a;
  return koma_builder_concat (builder, (KomaValueId[]){ a, b }, 2, axis);
}

typedef struct
{
  KomaValueId q; /* [batch, m, m], or its first columns */
  KomaValueId r; /* [batch, m, n], or its first rows */
} Factors;

/* By one reflection for each column, which leaves a smaller matrix for the next one. */
static Factors
factorize (KomaBuilder *builder,
           KomaValueId  x,
           gboolean     is_full)
{
  const KomaShape shape = koma_builder_get_shape (builder, x);
  const gint64    m = shape.dims[1];
  const gint64    n = shape.dims[2];
  const gint64    n_steps = MIN (m, n);
  KomaValueId     columns[MAX_COLUMNS + 1] = { 0 };
  KomaValueId     rows[MAX_COLUMNS + 1] = { 0 };
  KomaValueId     left = make_eye (builder, x, m);
  KomaValueId     rest = x;
  guint           n_columns = 0;
  guint           n_rows = 0;

  for (gint64 i = 0; i < n_steps && builder->error == NULL; i++) {
    const Reflection h = reflect (builder, take (builder, rest, 0, -1, 0, 1));

    left = apply_right (builder, h, left);
    rest = apply_left (builder, h, rest);
    columns[n_columns++] = take (builder, left, 0, -1, 0, 1);
    rows[n_rows++] =
      join (builder, make_zeros (builder, x, 1, i), take (builder, rest, 0, 1, 0, -1), 2);
    if (i + 1 < m)
      left = take (builder, left, 0, -1, 1, -1);
    if (i + 1 < n_steps)
      rest = take (builder, rest, 1, -1, 1, -1);
  }
  if (is_full && m > n) {
    columns[n_columns++] = left;
    rows[n_rows++] = make_zeros (builder, x, m - n, n);
  }
  return (Factors){
    .q = koma_builder_concat (builder, columns, n_columns, 2),
    .r = koma_builder_concat (builder, rows, n_rows, 1),
  };
}

/* [batch, m, n], of all dimensions before the last two; NONE of less than 2, or of none. */
static KomaValueId
as_batch (KomaBuilder *builder,
          KomaValueId  x,
          const char  *argument)
{
  const KomaShape  shape = koma_builder_get_shape (builder, x);
  g_autofree char *text = koma_shape_to_string (&shape);
  gint64           m = shape.rank >= 2 ? shape.dims[shape.rank - 2] : 0;
  gint64           n = shape.rank >= 2 ? shape.dims[shape.rank - 1] : 0;
  gint64           n_matrices = 1;

  if (m < 1 || n < 1)
    return koma_builder_fail (builder, KOMA_ERROR_SHAPE,
                              "argument '%s' has shape %s, expected [..,m,n] of 1 or more",
                              argument, text);
  for (guint d = 0; d + 2 < shape.rank; d++)
    n_matrices *= shape.dims[d];
  return check_columns (builder, MIN (m, n))
           ? koma_builder_reshape (builder, x, KOMA_SHAPE (n_matrices, m, n))
           : KOMA_VALUE_NONE;
}

/* The dimensions of @like before the last two again. */
static KomaValueId
unbatch (KomaBuilder *builder,
         KomaValueId  y,
         KomaShape    like)
{
  const KomaShape own = koma_builder_get_shape (builder, y);

  if (builder->error != NULL)
    return KOMA_VALUE_NONE;
  like.dims[like.rank - 2] = own.dims[1];
  like.dims[like.rank - 1] = own.dims[2];
  return koma_builder_reshape (builder, y, like);
}

/**
 * koma_tensor_qr:
 * @self: (nullable): float32 [.., m, n], of 2 dimensions or more; int32 is converted to it
 * @is_full: whether Q is square, of m columns; else it has min (m, n)
 * @ret_q: (out) (transfer none) (optional): float32 [.., m, m] or [.., m, min (m, n)]: Q, floating,
 *   or the scope's in force
 * @ret_r: (out) (transfer none) (optional): float32 [.., m, n] or [.., min (m, n), n]: R, floating,
 *   or the scope's in force
 * @error: return location for an error
 *
 * Q R = @self, where the columns of Q have length 1 and are orthogonal, and R is 0 below its
 * diagonal; by Householder's reflections (Golub and Van Loan, Matrix Computations, 5.2). The
 * diagonal of R has the opposite signs of the columns that it was made of, as in LAPACK. Thread:
 * that of the tensor.
 *
 * Errors: %KOMA_ERROR_SHAPE if @self has less than 2 dimensions, or no element;
 * %KOMA_ERROR_UNSUPPORTED of more than 512 columns and rows; %KOMA_ERROR_ARGUMENT if @self was
 * disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: whether it was done; %FALSE without an error where @self is %NULL
 */
gboolean
koma_tensor_qr (KomaTensor  *self,
                gboolean     is_full,
                KomaTensor **ret_q,
                KomaTensor **ret_r,
                GError     **error)
{
  KomaExecution run;
  KomaBuilder  *builder = &run.builder;
  KomaTensor   *tensors[2] = { NULL, NULL };
  KomaValueId   ys[2] = { KOMA_VALUE_NONE, KOMA_VALUE_NONE };
  KomaValueId   x = KOMA_VALUE_NONE;

  if (!koma_execute_begin (&run, G_STRFUNC, &self, 1, error))
    return FALSE;
  x = as_batch (builder, koma_formula_real (builder, run.x[0]), "self");
  if (x != KOMA_VALUE_NONE) {
    const KomaShape shape = koma_builder_get_shape (builder, run.x[0]);
    const Factors   factors = factorize (builder, x, is_full);

    ys[0] = unbatch (builder, factors.q, shape);
    ys[1] = unbatch (builder, factors.r, shape);
  }
  if (!koma_execute_end_all (&run, ys, 2, tensors, error))
    return FALSE;
  koma_formula_return (tensors[0], ret_q);
  koma_formula_return (tensors[1], ret_r);
  return TRUE;
}

/* The last unknown first: x_i = (y_i - Σ_j>i r_ij x_j) / r_ii. @r: [batch, n, n], @y: [batch, n,
 * k] */
static KomaValueId
substitute_back (KomaBuilder *builder,
                 KomaValueId  r,
                 KomaValueId  y)
{
  const gint64 n = koma_builder_get_shape (builder, r).dims[1];
  KomaValueId  x = KOMA_VALUE_NONE;

  for (gint32 i = n; i-- > 0 && builder->error == NULL;) {
    KomaValueId row = take (builder, y, i, 1, 0, -1);

    if (x != KOMA_VALUE_NONE)
      row = subtract (builder, row, multiply (builder, take (builder, r, i, 1, i + 1, -1), x));
    row = koma_builder_binary (builder, KOMA_OP_DIV, row, take (builder, r, i, 1, i, 1));
    x = join (builder, row, x, 1);
  }
  return x;
}

static gboolean
check_system (KomaBuilder *builder,
              KomaValueId  a,
              KomaValueId  b)
{
  const KomaShape  matrix = koma_builder_get_shape (builder, a);
  const KomaShape  right = koma_builder_get_shape (builder, b);
  KomaShape        expected = matrix;
  g_autofree char *of_a = koma_shape_to_string (&matrix);
  g_autofree char *of_b = koma_shape_to_string (&right);

  if (matrix.rank < 2 || matrix.dims[matrix.rank - 1] != matrix.dims[matrix.rank - 2])
    koma_builder_fail (builder, KOMA_ERROR_SHAPE, "argument 'self' has shape %s, expected [..,n,n]",
                       of_a);
  else if (right.rank == matrix.rank)
    expected.dims[matrix.rank - 1] = right.dims[matrix.rank - 1];
  if (builder->error == NULL && !koma_shape_equal (&expected, &right))
    koma_builder_fail (builder, KOMA_ERROR_SHAPE,
                       "argument 'b' has shape %s, expected [..,n,k] for %s", of_b, of_a);
  return builder->error == NULL;
}

/**
 * koma_tensor_solve:
 * @self: (nullable): a: float32 [.., n, n]; int32 is converted to it
 * @b: (nullable): float32 [.., n, k]: k right sides of each matrix
 * @error: return location for an error
 *
 * x of a x = b, by koma_tensor_qr() and substitution; of a matrix that is singular, infinities or
 * numbers that mean nothing. Thread: that of the tensors.
 *
 * Errors: %KOMA_ERROR_SHAPE if the shapes do not go together, or there is no element;
 * %KOMA_ERROR_UNSUPPORTED of n above 512; %KOMA_ERROR_ARGUMENT if a tensor was disposed of;
 * %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): float32 [.., n, k], floating, or the scope's in force
 */
KomaTensor *
koma_tensor_solve (KomaTensor *self,
                   KomaTensor *b,
                   GError    **error)
{
  KomaExecution run;
  KomaBuilder  *builder = &run.builder;
  KomaValueId   a = KOMA_VALUE_NONE;
  KomaValueId   right = KOMA_VALUE_NONE;
  KomaValueId   y = KOMA_VALUE_NONE;

  if (!koma_execute_begin (&run, G_STRFUNC, (KomaTensor *[]){ self, b }, 2, error))
    return NULL;
  if (check_system (builder, run.x[0], run.x[1])) {
    a = as_batch (builder, koma_formula_real (builder, run.x[0]), "self");
    right = as_batch (builder, koma_formula_real (builder, run.x[1]), "b");
  }
  if (a != KOMA_VALUE_NONE && right != KOMA_VALUE_NONE) {
    const Factors factors = factorize (builder, a, FALSE);

    y = koma_builder_mat_mul (builder, factors.q, right, TRUE, FALSE);
    y = unbatch (builder, substitute_back (builder, factors.r, y),
                 koma_builder_get_shape (builder, run.x[1]));
  }
  return koma_execute_end (&run, y, error);
}
