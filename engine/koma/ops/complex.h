/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "../tensor/tensor.h"

G_BEGIN_DECLS

/* Complex numbers, and their Fourier transforms along the last dimension. */
KomaTensor *koma_tensor_complex (KomaTensor *self, KomaTensor *imag, GError **error);
KomaTensor *koma_tensor_real (KomaTensor *self, GError **error);
KomaTensor *koma_tensor_imag (KomaTensor *self, GError **error);
KomaTensor *koma_tensor_fft (KomaTensor *self, GError **error);
KomaTensor *koma_tensor_ifft (KomaTensor *self, GError **error);
KomaTensor *koma_tensor_rfft (KomaTensor *self, int n, GError **error);
KomaTensor *koma_tensor_irfft (KomaTensor *self, int n, GError **error);

G_END_DECLS
