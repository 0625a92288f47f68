/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "tensor.h"

G_BEGIN_DECLS

/* Element by element. */
KomaTensor *koma_tensor_square (KomaTensor *self, GError **error);

G_END_DECLS
