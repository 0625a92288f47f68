/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "../tensor/tensor.h"

G_BEGIN_DECLS

/* A mean that forgets. */
KomaTensor *koma_tensor_moving_average (KomaTensor *self,
                                        KomaTensor *value,
                                        double      decay,
                                        double      step,
                                        GError    **error);

G_END_DECLS
