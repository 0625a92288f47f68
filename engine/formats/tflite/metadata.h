/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/formats/format.h"
#include "flatbuffer.h"

G_BEGIN_DECLS

/* What the makers of a model say of its input and its classes: in the schema of TensorFlow Lite
 * Support, in the buffer “TFLITE_METADATA”, with files in a zip archive behind the FlatBuffer.
 * Sets label_lines, the normalization and the warning of @raw. */
void koma_tflite_read_metadata (const KomaFlatTable *model,
                                KomaRawModel        *raw);

G_END_DECLS
