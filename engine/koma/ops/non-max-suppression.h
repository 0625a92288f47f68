/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "../tensor/tensor.h"

G_BEGIN_DECLS

/* The boxes that stay of those that overlap; they are read at once. */
KomaTensor *koma_tensor_non_max_suppression (KomaTensor *self,
                                             KomaTensor *scores,
                                             int         max_output_size,
                                             double      iou_threshold,
                                             double      score_threshold,
                                             GError    **error);
gboolean    koma_tensor_non_max_suppression_with_score (KomaTensor  *self,
                                                        KomaTensor  *scores,
                                                        int          max_output_size,
                                                        double       iou_threshold,
                                                        double       score_threshold,
                                                        double       soft_nms_sigma,
                                                        KomaTensor **ret_indices,
                                                        KomaTensor **ret_scores,
                                                        GError     **error);
gboolean    koma_tensor_non_max_suppression_padded (KomaTensor  *self,
                                                    KomaTensor  *scores,
                                                    int          max_output_size,
                                                    double       iou_threshold,
                                                    double       score_threshold,
                                                    gboolean     is_padded,
                                                    KomaTensor **ret_indices,
                                                    KomaTensor **ret_n_valid,
                                                    GError     **error);

G_END_DECLS
