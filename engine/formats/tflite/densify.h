/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/graph/shape.h"
#include "flatbuffer.h"

G_BEGIN_DECLS

guint8 *koma_tflite_densify (const KomaFlatTable  *table,
                             const char           *name,
                             const KomaShape      *shape,
                             gsize                 elem_bytes,
                             const KomaFlatVector *data,
                             GError              **error);

G_END_DECLS
