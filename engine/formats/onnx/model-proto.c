/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "model-proto.h"

#include "engine/formats/protobuf-file.h"
#include "engine/koma-limits.h"

/**
 * koma_onnx_model_proto_read:
 * @path: a file of ONNX
 * @checksum: (nullable): is fed its bytes
 *
 * Thread: any; reads a file. Errors: those of koma_protobuf_file_read().
 *
 * Returns: (transfer full) (nullable):
 */
Koma__Onnx__ModelProto *
koma_onnx_model_proto_read (const char      *path,
                            KomaContentHash *checksum,
                            GError         **error)
{
  return koma_protobuf_file_read (path, KOMA_MAX_TENSOR_BYTES,
                                  &koma__onnx__model_proto__descriptor, "an ONNX model", checksum,
                                  error);
}

void
koma_onnx_model_proto_free (Koma__Onnx__ModelProto *model)
{
  koma__onnx__model_proto__free_unpacked (model, NULL);
}

/**
 * koma_onnx_source_of_file:
 * @folder: (transfer none): of @file
 *
 * Thread: any.
 */
KomaOnnxSource
koma_onnx_source_of_file (const KomaModelFile *file,
                          const char          *folder)
{
  return (KomaOnnxSource){
    .folder = folder,
    .checksum = file->checksum,
    .bytes_left = KOMA_MAX_WEIGHT_BYTES,
    .shapes = file->shapes,
    .n_shapes = file->n_shapes,
    .inputs = file->inputs,
    .n_inputs = file->n_inputs,
  };
}
