/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "tensor.h"

G_BEGIN_DECLS

/* Of arrays in arrays, whose lengths are the shape. */
KomaTensor *koma_tensor_new_nested (GVariant *values,
                                    KomaDType dtype,
                                    int       rank, /* -1: any */
                                    GError  **error);

G_END_DECLS
