/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "../tensor/tensor.h"

G_BEGIN_DECLS

/* Signals, which run along the last dimension. */
KomaTensor *koma_tensor_new_hann_window (int n, GError **error);
KomaTensor *koma_tensor_new_hamming_window (int n, GError **error);
KomaTensor *koma_tensor_frame (KomaTensor *self,
                               int         frame_length,
                               int         frame_step,
                               gboolean    is_padded,
                               double      value,
                               GError    **error);
KomaTensor *koma_tensor_stft (KomaTensor *self,
                              int         frame_length,
                              int         frame_step,
                              int         fft_length,
                              KomaTensor *window,
                              GError    **error);

G_END_DECLS
