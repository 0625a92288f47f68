/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "tensors.h"

G_BEGIN_DECLS

gboolean koma_tflite_lower (KomaTflite *tflite, GError **error);

G_END_DECLS
