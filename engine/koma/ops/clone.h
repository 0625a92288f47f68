/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "../tensor/tensor.h"

G_BEGIN_DECLS

KomaTensor *koma_tensor_clone (KomaTensor *self, GError **error);

G_END_DECLS
