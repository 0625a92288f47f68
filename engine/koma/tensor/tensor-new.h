/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "tensor.h"

G_BEGIN_DECLS

/**
 * KOMA_VALUES:
 * @...: numbers
 *
 * Values written out, as the two arguments that constructors take:
 * `koma_tensor_new_1d (KOMA_VALUES (1, 2, 3), &error)`.
 */
#define KOMA_VALUES(...) \
  (const float[]){ __VA_ARGS__ }, sizeof ((const float[]){ __VA_ARGS__ }) / sizeof (float)

/**
 * KOMA_ROWS:
 * @rows: an array of arrays of float
 *
 * Values and shape of an array of rows, as the four arguments that koma_tensor_new_2d() takes:
 * `float rows[][2] = { { 1, 2 }, { 3, 4 } };`, `koma_tensor_new_2d (KOMA_ROWS (rows), &error)`.
 */
#define KOMA_ROWS(rows) \
  (rows)[0], sizeof (rows) / sizeof (float), G_N_ELEMENTS (rows), G_N_ELEMENTS ((rows)[0])

/* Of values; they are copied. */
KomaTensor *koma_tensor_new (const float *values,
                             gsize        n_values,
                             const int   *shape,
                             guint        rank,
                             GError     **error);
KomaTensor *koma_tensor_new_typed (KomaDType     dtype,
                                   const double *values,
                                   gsize         n_values,
                                   const int    *shape,
                                   guint         rank,
                                   GError      **error);
KomaTensor *koma_tensor_new_ints (const int *values,
                                  gsize      n_values,
                                  const int *shape,
                                  guint      rank,
                                  GError   **error);
KomaTensor *koma_tensor_new_from_memory (KomaDType     dtype,
                                         gconstpointer memory,
                                         gsize         n_bytes,
                                         const int    *shape,
                                         guint         rank,
                                         GError      **error);
KomaTensor *koma_tensor_new_from_bytes (KomaDType  dtype,
                                        GBytes    *bytes,
                                        const int *shape,
                                        guint      rank,
                                        GError   **error);
KomaTensor *koma_tensor_new_scalar (float value, GError **error);
KomaTensor *koma_tensor_new_1d (const float *values, gsize n_values, GError **error);
KomaTensor *koma_tensor_new_2d (const float *values,
                                gsize        n_values,
                                int          n0,
                                int          n1,
                                GError     **error);
KomaTensor *koma_tensor_new_3d (const float *values,
                                gsize        n_values,
                                int          n0,
                                int          n1,
                                int          n2,
                                GError     **error);
KomaTensor *koma_tensor_new_4d (const float *values,
                                gsize        n_values,
                                int          n0,
                                int          n1,
                                int          n2,
                                int          n3,
                                GError     **error);
KomaTensor *koma_tensor_new_5d (const float *values,
                                gsize        n_values,
                                int          n0,
                                int          n1,
                                int          n2,
                                int          n3,
                                int          n4,
                                GError     **error);
KomaTensor *koma_tensor_new_6d (const float *values,
                                gsize        n_values,
                                int          n0,
                                int          n1,
                                int          n2,
                                int          n3,
                                int          n4,
                                int          n5,
                                GError     **error);

/* Of one value. */
KomaTensor *koma_tensor_new_zeros (KomaDType dtype, const int *shape, guint rank, GError **error);
KomaTensor *koma_tensor_new_ones (KomaDType dtype, const int *shape, guint rank, GError **error);
KomaTensor *koma_tensor_new_fill (KomaDType  dtype,
                                  const int *shape,
                                  guint      rank,
                                  double     value,
                                  GError   **error);

G_END_DECLS
