/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/graph/shape.h"
#include "tensor-info.h"

G_BEGIN_DECLS

KomaTensorInfo *koma_tensor_info_new (const char      *name, /* (nullable) */
                                      KomaDType        dtype,
                                      const KomaShape *shape); /* (nullable) not known */

G_END_DECLS
