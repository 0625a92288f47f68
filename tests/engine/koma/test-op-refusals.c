/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What ops refuse that are made of others, or read their numbers at once. */
#include <math.h>

#include "tests/engine/koma/refused-fixture.h"
#include "tests/test-main.h"

static KomaTensor *
zeros (const int *shape,
       guint      rank)
{
  return koma_tensor_new_zeros (KOMA_DTYPE_FLOAT32, shape, rank, NULL);
}

static KomaTensor *
ints (const int *shape,
      guint      rank)
{
  return koma_tensor_new_zeros (KOMA_DTYPE_INT32, shape, rank, NULL);
}

#define EINSUM(equation, ...)                                        \
  koma_tensor_einsum ((equation), ((KomaTensor *[]){ __VA_ARGS__ }), \
                      G_N_ELEMENTS (((KomaTensor *[]){ __VA_ARGS__ })), &error)

static void
test_einsum (void)
{
  assert_refused (EINSUM ("ij,jk", zeros (KOMA_DIMS (2, 2)), zeros (KOMA_DIMS (2, 2))),
                  KOMA_ERROR_ARGUMENT, "einsum", "no “->”");
  assert_refused (EINSUM ("ij->ij", zeros (KOMA_DIMS (2, 2)), zeros (KOMA_DIMS (2, 2))),
                  KOMA_ERROR_ARGUMENT, "einsum", "of 1 tensors, but there are 2");
  assert_refused (EINSUM ("i.j->ij", zeros (KOMA_DIMS (2, 2))), KOMA_ERROR_ARGUMENT, "einsum",
                  "“.”");
  assert_refused (EINSUM ("ii->i", zeros (KOMA_DIMS (2, 2))), KOMA_ERROR_ARGUMENT, "einsum",
                  "“i” twice");
  assert_refused (EINSUM ("ij->k", zeros (KOMA_DIMS (2, 2))), KOMA_ERROR_ARGUMENT, "einsum",
                  "“k” of the result");
  assert_refused (EINSUM ("ijk->k", zeros (KOMA_DIMS (2, 3))), KOMA_ERROR_SHAPE, "einsum",
                  "tensor 0 has shape [2,3]");
  assert_refused (EINSUM ("ij,jk->ik", zeros (KOMA_DIMS (2, 3)), zeros (KOMA_DIMS (4, 5))),
                  KOMA_ERROR_SHAPE, "einsum", "“j” of tensor 1 is 4, but it was 3");
  assert_refused (EINSUM ("abcd,efgh->abcdefgh", zeros (KOMA_DIMS (1, 1, 1, 1)),
                          zeros (KOMA_DIMS (1, 1, 1, 1))),
                  KOMA_ERROR_UNSUPPORTED, "einsum", "8 dimensions");
}

static void
test_selections (void)
{
  const int   five = 5;
  KomaTensor *unused = NULL;

  assert_refused (
    koma_tensor_boolean_mask (zeros (KOMA_DIMS (2, 3)), ints (KOMA_DIMS (3)), 0, &error),
    KOMA_ERROR_SHAPE, "boolean_mask", "argument 'mask' has shape [3], expected that of [2,3]");
  assert_refused (
    koma_tensor_boolean_mask (zeros (KOMA_DIMS (2, 3)), ints (KOMA_DIMS (3)), 2, &error),
    KOMA_ERROR_SHAPE, "boolean_mask", "from axis 2 on");
  assert_refused (
    koma_tensor_gather_batches (zeros (KOMA_DIMS (2, 3)), ints (KOMA_DIMS (3, 1)), 1, 1, &error),
    KOMA_ERROR_SHAPE, "gather_batches", "dimension 0 of the indices is 3, expected 2");
  assert_refused (
    koma_tensor_gather_batches (zeros (KOMA_DIMS (2, 3)), ints (KOMA_DIMS (2, 1)), 0, 1, &error),
    KOMA_ERROR_SHAPE, "gather_batches", "batch_dims is 1");
  assert_refused (
    koma_tensor_gather_batches (zeros (KOMA_DIMS (1, 3)),
                                koma_tensor_new_ints (&five, 1, KOMA_DIMS (1, 1), NULL), 1, 1,
                                &error),
    KOMA_ERROR_ARGUMENT, "gather_batches", "5");
  assert_refused (koma_tensor_setdiff1d (zeros (KOMA_DIMS (2)), ints (KOMA_DIMS (2)), &unused,
                                         &unused, &error),
                  KOMA_ERROR_UNSUPPORTED, "setdiff1d", "'y' is int32, expected float32");
  assert_refused (koma_tensor_setdiff1d (zeros (KOMA_DIMS (2)), zeros (KOMA_DIMS (2, 1)), &unused,
                                         &unused, &error),
                  KOMA_ERROR_SHAPE, "setdiff1d", "'y' has shape [2,1]");
}

static void
test_searches (void)
{
  assert_refused (koma_tensor_search_sorted (zeros (KOMA_DIMS (2, 3)), zeros (KOMA_DIMS (3, 3)),
                                             KOMA_SIDE_LEFT, &error),
                  KOMA_ERROR_SHAPE, "search_sorted", "'values' has shape [3,3]");
  assert_refused (
    koma_tensor_search_sorted (zeros (KOMA_DIMS (3)), zeros (KOMA_DIMS (3)), 7, &error),
    KOMA_ERROR_ARGUMENT, "search_sorted", "side is 7");
  assert_refused (koma_tensor_lower_bound (zeros (NULL, 0), zeros (KOMA_DIMS (3)), &error),
                  KOMA_ERROR_SHAPE, "lower_bound", "'self' has shape []");
  assert_refused (koma_tensor_upper_bound (zeros (KOMA_DIMS (3)), zeros (NULL, 0), &error),
                  KOMA_ERROR_SHAPE, "upper_bound", "'values' has shape []");
  assert_refused (koma_tensor_in_top_k (zeros (KOMA_DIMS (3)), ints (NULL, 0), 1, &error),
                  KOMA_ERROR_SHAPE, "in_top_k", "'self' has shape [3]");
  assert_refused (koma_tensor_in_top_k (zeros (KOMA_DIMS (2, 3)), ints (KOMA_DIMS (3)), 1, &error),
                  KOMA_ERROR_SHAPE, "in_top_k", "'targets' has shape [3], expected [2]");
  assert_refused (koma_tensor_in_top_k (zeros (KOMA_DIMS (2, 3)), ints (KOMA_DIMS (2)), 4, &error),
                  KOMA_ERROR_ARGUMENT, "in_top_k", "k is 4, expected 1 to 3");
}

static void
test_others (void)
{
  KomaTensor *unused = NULL;

  assert_refused (koma_tensor_bitwise_and (zeros (KOMA_DIMS (2)), ints (KOMA_DIMS (2)), &error),
                  KOMA_ERROR_UNSUPPORTED, "bitwise_and", "'self' is float32, expected int32");
  assert_refused (koma_tensor_bitwise_or (ints (KOMA_DIMS (2)), ints (KOMA_DIMS (3)), &error),
                  KOMA_ERROR_SHAPE, "bitwise_or", "'b' has shape [3]");
  assert_refused (koma_tensor_ensure_shape (zeros (KOMA_DIMS (2, 3)), KOMA_DIMS (-1, 4), &error),
                  KOMA_ERROR_SHAPE, "ensure_shape", "[2,3], expected [-1,4]");
  assert_refused (koma_tensor_moving_average (zeros (KOMA_DIMS (2)), zeros (KOMA_DIMS (1)), 0.9, 0,
                                              &error),
                  KOMA_ERROR_SHAPE, "moving_average", "'value' has shape [1], expected [2]");
  assert_refused (koma_tensor_moving_average (zeros (KOMA_DIMS (2)), zeros (KOMA_DIMS (2)), 2, 0,
                                              &error),
                  KOMA_ERROR_ARGUMENT, "moving_average", "decay is 2");
  assert_refused (koma_tensor_meshgrid (zeros (KOMA_DIMS (2)), zeros (KOMA_DIMS (2)), 5, &unused,
                                        &unused, &error),
                  KOMA_ERROR_ARGUMENT, "meshgrid", "indexing is 5");
}

static void
test_windows (void)
{
  const KomaWindowOptions large = { .size = 5 };
  const KomaWindowOptions negative = { .size = 2, .stride = -1 };
  KomaTensor             *unused = NULL;

  assert_refused (koma_tensor_dilation2d (zeros (KOMA_DIMS (1, 4, 4, 2)),
                                          zeros (KOMA_DIMS (2, 2, 3)), NULL, &error),
                  KOMA_ERROR_SHAPE, "dilation2d", "'filter' [2,2,3]");
  assert_refused (koma_tensor_dilation2d (zeros (KOMA_DIMS (4, 4, 2)), zeros (KOMA_DIMS (5, 2, 2)),
                                          NULL, &error),
                  KOMA_ERROR_SHAPE, "dilation2d", "a window of 5 does not fit into 4");
  assert_refused (koma_tensor_max_pool_with_argmax (zeros (KOMA_DIMS (1, 4, 4, 1)), &large, FALSE,
                                                    &unused, &unused, &error),
                  KOMA_ERROR_SHAPE, "max_pool_with_argmax", "does not fit into 4");
  assert_refused (koma_tensor_max_pool_with_argmax (zeros (KOMA_DIMS (1, 4, 4, 1)), &negative,
                                                    FALSE, &unused, &unused, &error),
                  KOMA_ERROR_ARGUMENT, "max_pool_with_argmax", "out of its range");
  assert_refused (koma_tensor_max_pool_with_argmax (zeros (KOMA_DIMS (4, 4, 1)), &large, FALSE,
                                                    &unused, &unused, &error),
                  KOMA_ERROR_SHAPE, "max_pool_with_argmax", "'self' has shape [4,4,1]");
  assert_refused (
    koma_tensor_local_response_normalization (zeros (KOMA_DIMS (4, 4)), 5, 1, 1, 0.5, &error),
    KOMA_ERROR_SHAPE, "local_response_normalization", "[4,4]");
}

static void
test_matrices (void)
{
  KomaTensor *unused = NULL;

  assert_refused (koma_tensor_band_part (zeros (KOMA_DIMS (3)), 0, 0, &error), KOMA_ERROR_SHAPE,
                  "band_part", "[3]");
  assert_refused (koma_tensor_gram_schmidt (zeros (KOMA_DIMS (3, 2)), &error), KOMA_ERROR_SHAPE,
                  "gram_schmidt", "'self' has shape [3,2]");
  assert_refused (koma_tensor_gram_schmidt (zeros (KOMA_DIMS (513, 513)), &error),
                  KOMA_ERROR_UNSUPPORTED, "gram_schmidt", "513 vectors, expected at most 512");
  assert_refused (koma_tensor_qr (zeros (KOMA_DIMS (3)), FALSE, &unused, &unused, &error),
                  KOMA_ERROR_SHAPE, "qr", "'self' has shape [3]");
  assert_refused (koma_tensor_solve (zeros (KOMA_DIMS (2, 3)), zeros (KOMA_DIMS (2, 1)), &error),
                  KOMA_ERROR_SHAPE, "solve", "'self' has shape [2,3]");
  assert_refused (koma_tensor_solve (zeros (KOMA_DIMS (2, 2)), zeros (KOMA_DIMS (2)), &error),
                  KOMA_ERROR_SHAPE, "solve", "'b' has shape [2]");
  assert_refused (koma_tensor_svd (zeros (KOMA_DIMS (3)), FALSE, &unused, NULL, NULL, &error),
                  KOMA_ERROR_SHAPE, "svd", "'self' has shape [3]");
  assert_refused (koma_tensor_singular_values (zeros (KOMA_DIMS (2, 0)), &error), KOMA_ERROR_SHAPE,
                  "singular_values", "'self' has shape [2,0]");
  assert_refused (koma_tensor_singular_values (
                    koma_tensor_new_2d (KOMA_VALUES (1, 2, 3, NAN), 2, 2, &error), &error),
                  KOMA_ERROR_ARGUMENT, "singular_values", "a NaN or an infinity in matrix 0");
  assert_refused (
    koma_tensor_svd (koma_tensor_new_3d (KOMA_VALUES (1, 2, 3, INFINITY), 2, 1, 2, &error), TRUE,
                     &unused, &unused, &unused, &error),
    KOMA_ERROR_ARGUMENT, "svd", "in matrix 1");
}

static KomaTensor *
complexes (const int *shape,
           guint      rank)
{
  return koma_tensor_complex (zeros (shape, rank), zeros (shape, rank), NULL);
}

/* What takes no complex numbers says so. */
static void
test_complex (void)
{
  const char *text = "complex64 is taken by real, imag, abs, clone, fft, ifft and irfft alone";
  KomaTensor *unused = NULL;

  assert_refused (koma_tensor_mul (complexes (KOMA_DIMS (2)), zeros (KOMA_DIMS (2)), &error),
                  KOMA_ERROR_UNSUPPORTED, "mul", text);
  assert_refused (koma_tensor_cast (complexes (KOMA_DIMS (2)), KOMA_DTYPE_FLOAT32, &error),
                  KOMA_ERROR_UNSUPPORTED, "cast", text);
  assert_refused (koma_tensor_cast (complexes (KOMA_DIMS (2)), KOMA_DTYPE_FLOAT16, &error),
                  KOMA_ERROR_UNSUPPORTED, "cast", text);
  assert_refused (koma_tensor_cast (zeros (KOMA_DIMS (2)), KOMA_DTYPE_COMPLEX64, &error),
                  KOMA_ERROR_ARGUMENT, "cast", "dtype is 6, expected 0 to 5");
  assert_refused (koma_tensor_reshape (complexes (KOMA_DIMS (2)), KOMA_DIMS (1, 2), &error),
                  KOMA_ERROR_UNSUPPORTED, "reshape", text);
  assert_refused (koma_tensor_rfft (complexes (KOMA_DIMS (2)), 0, &error), KOMA_ERROR_UNSUPPORTED,
                  "rfft", text);
  assert_refused (koma_tensor_singular_values (complexes (KOMA_DIMS (2, 2)), &error),
                  KOMA_ERROR_UNSUPPORTED, "singular_values", text);
  assert_refused (koma_tensor_unique (complexes (KOMA_DIMS (2)), 0, &unused, &unused, &error),
                  KOMA_ERROR_UNSUPPORTED, "unique", text);
  assert_refused (koma_tensor_complex (zeros (KOMA_DIMS (2)), zeros (KOMA_DIMS (3)), &error),
                  KOMA_ERROR_SHAPE, "complex", "'imag' has shape [3], expected [2]");
  assert_refused (koma_tensor_complex (zeros (KOMA_DIMS (1, 1, 1, 1, 1, 1)),
                                       zeros (KOMA_DIMS (1, 1, 1, 1, 1, 1)), &error),
                  KOMA_ERROR_UNSUPPORTED, "complex", "6 dimensions, expected at most 5");
}

static void
test_signals (void)
{
  assert_refused (koma_tensor_fft (zeros (NULL, 0), &error), KOMA_ERROR_SHAPE, "fft",
                  "'self' has shape []");
  assert_refused (koma_tensor_irfft (complexes (KOMA_DIMS (2, 0)), 0, &error), KOMA_ERROR_SHAPE,
                  "irfft", "[2,0], expected [..,m]");
  assert_refused (koma_tensor_rfft (zeros (KOMA_DIMS (4)), -1, &error), KOMA_ERROR_ARGUMENT, "rfft",
                  "'n' is -1");
  assert_refused (koma_tensor_frame (zeros (KOMA_DIMS (4)), 0, 1, FALSE, 0, &error),
                  KOMA_ERROR_ARGUMENT, "frame", "0 elements and a step of 1");
  assert_refused (koma_tensor_frame (zeros (NULL, 0), 2, 1, FALSE, 0, &error), KOMA_ERROR_SHAPE,
                  "frame", "'self' has shape []");
  assert_refused (koma_tensor_stft (zeros (KOMA_DIMS (9)), 4, 2, 0, zeros (KOMA_DIMS (3)), &error),
                  KOMA_ERROR_SHAPE, "stft", "'window' has shape [3], expected [4]");
  assert_refused (koma_tensor_new_hann_window (0, &error), KOMA_ERROR_ARGUMENT, "new_hann_window",
                  "'n' is 0");
}

static void
test_volumes (void)
{
  const KomaWindowOptions both = { .stride = 2, .dilation = 2 };
  const int               output[] = { 1, 3, 3, 3, 1 };
  KomaTensor             *x = NULL;

  assert_refused (koma_tensor_conv3d_transpose (zeros (KOMA_DIMS (1, 2, 2, 2, 1)),
                                                zeros (KOMA_DIMS (2, 2, 2, 1, 2)), output, 5, NULL,
                                                &error),
                  KOMA_ERROR_SHAPE, "conv3d_transpose", "with the channels of the input");
  assert_refused (koma_tensor_conv3d_transpose (zeros (KOMA_DIMS (1, 4, 2, 2, 1)),
                                                zeros (KOMA_DIMS (2, 2, 2, 1, 1)), output, 5, NULL,
                                                &error),
                  KOMA_ERROR_SHAPE, "conv3d_transpose", "an input of 2 planes, but it has 4");
  assert_refused (koma_tensor_conv3d_transpose (zeros (KOMA_DIMS (1, 2, 2, 2, 1)),
                                                zeros (KOMA_DIMS (2, 2, 2, 1, 1)), output, 4, NULL,
                                                &error),
                  KOMA_ERROR_SHAPE, "conv3d_transpose", "has 4 dimensions, expected 5");
  assert_refused (koma_tensor_conv3d_transpose (zeros (KOMA_DIMS (1, 2, 2, 2, 1)),
                                                zeros (KOMA_DIMS (2, 2, 2, 1, 1)), output, 5, &both,
                                                &error),
                  KOMA_ERROR_ARGUMENT, "conv3d_transpose", "strides and dilations");
  g_assert_null (koma_tensor_conv3d_transpose (x, x, output, 5, NULL, NULL));
}

static void
test_pictures (void)
{
  const int two = 2;

  assert_refused (koma_tensor_flip_left_right (zeros (KOMA_DIMS (2, 3, 1)), &error),
                  KOMA_ERROR_SHAPE, "flip_left_right", "'self' has 3 dimensions, expected 4");
  assert_refused (koma_tensor_grayscale_to_rgb (zeros (KOMA_DIMS (2, 3)), &error),
                  KOMA_ERROR_SHAPE, "grayscale_to_rgb", "[2,3], expected [..,1]");
  assert_refused (koma_tensor_rgb_to_grayscale (zeros (KOMA_DIMS (3)), &error), KOMA_ERROR_SHAPE,
                  "rgb_to_grayscale", "[3], expected [..,3]");
  assert_refused (
    koma_tensor_rotate_with_offset (zeros (KOMA_DIMS (2, 2, 1)), 1, NULL, 0, 0.5, 0.5, &error),
    KOMA_ERROR_SHAPE, "rotate_with_offset", "'self' has shape [2,2,1]");
  assert_refused (koma_tensor_rotate_with_offset (zeros (KOMA_DIMS (1, 2, 2, 4)), 1,
                                                  KOMA_VALUES (1, 2), 0.5, 0.5, &error),
                  KOMA_ERROR_ARGUMENT, "rotate_with_offset", "2 numbers, but there are 4");
  assert_refused (koma_tensor_transform (zeros (KOMA_DIMS (2, 2, 2, 1)), zeros (KOMA_DIMS (3, 8)),
                                         0, 0, 0, 0, 0, &error),
                  KOMA_ERROR_SHAPE, "transform", "'transforms' has shape [3,8]");
  assert_refused (koma_tensor_transform (zeros (KOMA_DIMS (2, 2, 2, 1)), zeros (KOMA_DIMS (1, 8)),
                                         0, 9, 0, 0, 0, &error),
                  KOMA_ERROR_ARGUMENT, "transform", "fill_mode 9");
  assert_refused (koma_tensor_crop_and_resize (
                    zeros (KOMA_DIMS (2, 2, 2, 1)), zeros (KOMA_DIMS (1, 4)),
                    koma_tensor_new_ints (&two, 1, KOMA_DIMS (1), NULL), 1, 1, 0, 0, &error),
                  KOMA_ERROR_ARGUMENT, "crop_and_resize", "box index 0 is 2, expected 0 to 1");
  assert_refused (koma_tensor_crop_and_resize (zeros (KOMA_DIMS (2, 2, 2, 1)),
                                               zeros (KOMA_DIMS (4)), ints (KOMA_DIMS (1)), 1, 1, 0,
                                               0, &error),
                  KOMA_ERROR_SHAPE, "crop_and_resize", "'boxes' has shape [4]");
  assert_refused (koma_tensor_crop_and_resize (zeros (KOMA_DIMS (2, 2, 2, 1)),
                                               zeros (KOMA_DIMS (1, 4)), ints (KOMA_DIMS (1)), 0, 1,
                                               0, 0, &error),
                  KOMA_ERROR_ARGUMENT, "crop_and_resize", "size is 0×1");
  assert_refused (koma_tensor_threshold (zeros (KOMA_DIMS (2, 2, 2)), 0, FALSE, 0.5, &error),
                  KOMA_ERROR_SHAPE, "threshold", "[2,2,2]");
  assert_refused (koma_tensor_threshold (zeros (KOMA_DIMS (2, 2, 1)), 4, FALSE, 0.5, &error),
                  KOMA_ERROR_ARGUMENT, "threshold", "method is 4");
}

static void
test_boxes (void)
{
  KomaTensor *unused = NULL;

  assert_refused (koma_tensor_non_max_suppression (zeros (KOMA_DIMS (3, 3)), zeros (KOMA_DIMS (3)),
                                                   1, 0.5, 0, &error),
                  KOMA_ERROR_SHAPE, "non_max_suppression", "'self' has shape [3,3]");
  assert_refused (koma_tensor_non_max_suppression (zeros (KOMA_DIMS (3, 4)), zeros (KOMA_DIMS (2)),
                                                   1, 0.5, 0, &error),
                  KOMA_ERROR_SHAPE, "non_max_suppression", "'scores' has shape [2]");
  assert_refused (koma_tensor_non_max_suppression (zeros (KOMA_DIMS (3, 4)), zeros (KOMA_DIMS (3)),
                                                   1, 1.5, 0, &error),
                  KOMA_ERROR_ARGUMENT, "non_max_suppression", "iou_threshold is 1.5");
  assert_refused (
    koma_tensor_non_max_suppression_with_score (zeros (KOMA_DIMS (3, 4)), zeros (KOMA_DIMS (3)), 1,
                                                0.5, 0, -1, &unused, &unused, &error),
    KOMA_ERROR_ARGUMENT, "non_max_suppression_with_score", "soft_nms_sigma is -1");
  assert_refused (
    koma_tensor_non_max_suppression_padded (zeros (KOMA_DIMS (3, 4)), zeros (KOMA_DIMS (3)), -1,
                                            0.5, 0, TRUE, &unused, &unused, &error),
    KOMA_ERROR_ARGUMENT, "non_max_suppression_padded", "max_output_size is -1");
}

static void
test_disposed (void)
{
  g_autoptr (KomaScope) scope = koma_scope_begin ();
  KomaTensor *x = zeros (KOMA_DIMS (2));

  koma_tensor_dispose_data (x);
  assert_refused (koma_tensor_where_indices (x, &error), KOMA_ERROR_ARGUMENT, "where_indices",
                  "disposed");
  assert_refused (koma_tensor_dropout (x, 0.5, NULL, 0, 0, &error), KOMA_ERROR_ARGUMENT, "dropout",
                  "disposed");
  koma_scope_end (scope);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/op-refusals/einsum", test_einsum);
  g_test_add_func ("/op-refusals/selections", test_selections);
  g_test_add_func ("/op-refusals/searches", test_searches);
  g_test_add_func ("/op-refusals/others", test_others);
  g_test_add_func ("/op-refusals/windows", test_windows);
  g_test_add_func ("/op-refusals/matrices", test_matrices);
  g_test_add_func ("/op-refusals/complex", test_complex);
  g_test_add_func ("/op-refusals/signals", test_signals);
  g_test_add_func ("/op-refusals/volumes", test_volumes);
  g_test_add_func ("/op-refusals/pictures", test_pictures);
  g_test_add_func ("/op-refusals/boxes", test_boxes);
  g_test_add_func ("/op-refusals/disposed", test_disposed);
  return g_test_run ();
}
