/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "tensor.h"

G_BEGIN_DECLS

/* Element by element; shapes are broadcast. */
KomaTensor *koma_tensor_add (KomaTensor *self, KomaTensor *b, GError **error);

G_END_DECLS
