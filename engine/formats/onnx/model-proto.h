/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/formats/model-file.h"
#include "engine/formats/onnx/onnx.pb-c.h"
#include "tensor.h"

G_BEGIN_DECLS

/* @checksum: (nullable) is fed the file's bytes */
Koma__Onnx__ModelProto *koma_onnx_model_proto_read (const char      *path,
                                                    KomaContentHash *checksum,
                                                    GError         **error)
  G_GNUC_WARN_UNUSED_RESULT;
void koma_onnx_model_proto_free (Koma__Onnx__ModelProto *model);
/* Where the bytes of its tensors are, and what the caller knows of its inputs. */
KomaOnnxSource koma_onnx_source_of_file (const KomaModelFile *file,
                                         const char          *folder /* (borrowed) */);

typedef Koma__Onnx__ModelProto KomaOnnxModelProto;
G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaOnnxModelProto, koma_onnx_model_proto_free)

G_END_DECLS
