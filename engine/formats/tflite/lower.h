/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "tensors.h"

G_BEGIN_DECLS

void koma_tflite_lower (KomaTflite *tflite);

G_END_DECLS
