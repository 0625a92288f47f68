/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "../tensor/tensor.h"

G_BEGIN_DECLS

/* Of a formula. */
KomaTensor *koma_tensor_new_eye (KomaDType dtype, int n_rows, int n_columns, GError **error);
KomaTensor *koma_tensor_new_linspace (double start, double stop, int n, GError **error);
KomaTensor *koma_tensor_new_range (KomaDType dtype,
                                   double    start,
                                   double    stop,
                                   double    step,
                                   GError  **error);

/* Of chance; the same seed gives the same numbers. */
KomaTensor *koma_tensor_new_random_uniform (const int *shape,
                                            guint      rank,
                                            double     min,
                                            double     max,
                                            guint64    seed,
                                            GError   **error);
KomaTensor *koma_tensor_new_random_normal (const int *shape,
                                           guint      rank,
                                           double     mean,
                                           double     deviation,
                                           guint64    seed,
                                           GError   **error);
KomaTensor *koma_tensor_new_truncated_normal (const int *shape,
                                              guint      rank,
                                              double     mean,
                                              double     deviation,
                                              guint64    seed,
                                              GError   **error);

G_END_DECLS
