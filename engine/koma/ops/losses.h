/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "../tensor/tensor.h"

G_BEGIN_DECLS

/**
 * KomaReduction:
 * @KOMA_REDUCTION_SUM_BY_NONZERO_WEIGHTS: the sum, divided by the number of weights that are not 0
 * @KOMA_REDUCTION_NONE: none: the loss of each element
 * @KOMA_REDUCTION_MEAN: the sum, divided by that of the weights
 * @KOMA_REDUCTION_SUM: the sum
 *
 * How the losses of the elements become one number.
 */
typedef enum {
  KOMA_REDUCTION_SUM_BY_NONZERO_WEIGHTS,
  KOMA_REDUCTION_NONE,
  KOMA_REDUCTION_MEAN,
  KOMA_REDUCTION_SUM,
} KomaReduction;

/* How far predictions are from labels. */
KomaTensor *koma_tensor_absolute_difference (KomaTensor   *self,
                                             KomaTensor   *predictions,
                                             KomaTensor   *weights,
                                             KomaReduction reduction,
                                             GError      **error);
KomaTensor *koma_tensor_cosine_distance (KomaTensor   *self,
                                         KomaTensor   *predictions,
                                         int           axis,
                                         KomaTensor   *weights,
                                         KomaReduction reduction,
                                         GError      **error);
KomaTensor *koma_tensor_hinge_loss (KomaTensor   *self,
                                    KomaTensor   *predictions,
                                    KomaTensor   *weights,
                                    KomaReduction reduction,
                                    GError      **error);
KomaTensor *koma_tensor_huber_loss (KomaTensor   *self,
                                    KomaTensor   *predictions,
                                    double        delta,
                                    KomaTensor   *weights,
                                    KomaReduction reduction,
                                    GError      **error);
KomaTensor *koma_tensor_log_loss (KomaTensor   *self,
                                  KomaTensor   *predictions,
                                  double        epsilon,
                                  KomaTensor   *weights,
                                  KomaReduction reduction,
                                  GError      **error);
KomaTensor *koma_tensor_mean_squared_error (KomaTensor   *self,
                                            KomaTensor   *predictions,
                                            KomaTensor   *weights,
                                            KomaReduction reduction,
                                            GError      **error);
KomaTensor *koma_tensor_sigmoid_cross_entropy (KomaTensor   *self,
                                               KomaTensor   *predictions,
                                               double        label_smoothing,
                                               KomaTensor   *weights,
                                               KomaReduction reduction,
                                               GError      **error);
KomaTensor *koma_tensor_softmax_cross_entropy (KomaTensor   *self,
                                               KomaTensor   *predictions,
                                               double        label_smoothing,
                                               KomaTensor   *weights,
                                               KomaReduction reduction,
                                               GError      **error);

G_END_DECLS
