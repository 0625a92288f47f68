/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "tensor.h"

G_BEGIN_DECLS

float  *koma_tensor_read_floats (KomaTensor *self, gsize *ret_n_values, GError **error);
int    *koma_tensor_read_ints (KomaTensor *self, gsize *ret_n_values, GError **error);
GBytes *koma_tensor_read_bytes (KomaTensor *self, GError **error);

void   koma_tensor_read_async (KomaTensor         *self,
                               GCancellable       *cancellable,
                               GAsyncReadyCallback callback,
                               gpointer            user_data);
float *koma_tensor_read_finish (KomaTensor   *self,
                                GAsyncResult *result,
                                gsize        *ret_n_values,
                                GError      **error);

G_END_DECLS
