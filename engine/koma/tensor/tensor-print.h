/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "tensor.h"

G_BEGIN_DECLS

char    *koma_tensor_to_string (KomaTensor *self, gboolean is_verbose, GError **error);
gboolean koma_tensor_print (KomaTensor *self, gboolean is_verbose, GError **error);

G_END_DECLS
