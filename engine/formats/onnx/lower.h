/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/formats/format.h"
#include "engine/formats/onnx/onnx.pb-c.h"
#include "tensor.h"

G_BEGIN_DECLS

/* Fills graph, op_counts and unsupported of @raw. */
gboolean koma_onnx_lower (const Koma__Onnx__ModelProto *model,
                          KomaOnnxSource               *source,
                          KomaRawModel                 *raw,
                          GError                      **error) G_GNUC_WARN_UNUSED_RESULT;

/* Its part: an input of the graph, and the shape that stands for it while nodes are lowered. */
gboolean koma_onnx_input_read (const Koma__Onnx__ValueInfo *info,
                               const KomaShape             *given,  /* (nullable) */
                               const KomaOnnxSource        *source, /* for what is open */
                               KomaRawModel                *raw,    /* gets a warning */
                               KomaDType                   *ret_dtype,
                               KomaShape                   *ret_shape,
                               GError                     **error) G_GNUC_WARN_UNUSED_RESULT;

gboolean koma_onnx_output_read_shape (const Koma__Onnx__ValueInfo *info, KomaShape *ret_shape);

/* (nullable) names of classes in metadata_props, one a line */
char *koma_onnx_read_label_lines (const Koma__Onnx__ModelProto *model);
/* What metadata_props say of pictures: the normalisation and the channels of @raw, or its warning;
 * @side stays where they say none. */
void koma_onnx_read_picture (const Koma__Onnx__ModelProto *model, KomaRawModel *raw, gint64 *side);
/* (nullable) the first value of that key */
const char *koma_onnx_find_metadata (const Koma__Onnx__ModelProto *model, const char *key);

G_END_DECLS
