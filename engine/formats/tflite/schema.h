/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The fields of TensorFlow Lite's schema, version 3, that Koma reads: their order in
 * tensorflow/lite/schema/schema.fbs. Those of options are where they are read. */
#pragma once

#include "flatbuffer.h"

#define KOMA_TFLITE_IDENTIFIER "TFL3"
#define KOMA_TFLITE_VERSION    3

#define FIELD(index, name) ((KomaFlatField){ index, name })

#define MODEL_VERSION        FIELD (0, "version")
#define MODEL_OPERATOR_CODES FIELD (1, "operator_codes")
#define MODEL_SUBGRAPHS      FIELD (2, "subgraphs")
#define MODEL_BUFFERS        FIELD (4, "buffers")
#define MODEL_METADATA       FIELD (6, "metadata")

#define OPERATOR_CODE_DEPRECATED_BUILTIN FIELD (0, "deprecated_builtin_code")
#define OPERATOR_CODE_CUSTOM             FIELD (1, "custom_code")
#define OPERATOR_CODE_BUILTIN            FIELD (3, "builtin_code")

#define SUBGRAPH_TENSORS   FIELD (0, "tensors")
#define SUBGRAPH_INPUTS    FIELD (1, "inputs")
#define SUBGRAPH_OUTPUTS   FIELD (2, "outputs")
#define SUBGRAPH_OPERATORS FIELD (3, "operators")

#define TENSOR_SHAPE        FIELD (0, "shape")
#define TENSOR_TYPE         FIELD (1, "type")
#define TENSOR_BUFFER       FIELD (2, "buffer")
#define TENSOR_NAME         FIELD (3, "name")
#define TENSOR_QUANTIZATION FIELD (4, "quantization")
#define TENSOR_IS_VARIABLE  FIELD (5, "is_variable")
#define TENSOR_SPARSITY     FIELD (6, "sparsity")
#define TENSOR_SIGNATURE    FIELD (7, "shape_signature")

#define QUANTIZATION_SCALE      FIELD (2, "scale")
#define QUANTIZATION_ZERO_POINT FIELD (3, "zero_point")
#define QUANTIZATION_DIMENSION  FIELD (6, "quantized_dimension")

#define SPARSITY_TRAVERSAL_ORDER FIELD (0, "traversal_order")
#define SPARSITY_BLOCK_MAP       FIELD (1, "block_map")
#define SPARSITY_DIM_METADATA    FIELD (2, "dim_metadata")

#define DIMENSION_FORMAT        FIELD (0, "format")
#define DIMENSION_DENSE_SIZE    FIELD (1, "dense_size")
#define DIMENSION_SEGMENTS_TYPE FIELD (2, "array_segments_type")
#define DIMENSION_SEGMENTS      FIELD (3, "array_segments")
#define DIMENSION_INDICES_TYPE  FIELD (4, "array_indices_type")
#define DIMENSION_INDICES       FIELD (5, "array_indices")

#define OPERATOR_CODE_INDEX FIELD (0, "opcode_index")
#define OPERATOR_INPUTS     FIELD (1, "inputs")
#define OPERATOR_OUTPUTS    FIELD (2, "outputs")
#define OPERATOR_OPTIONS    FIELD (4, "builtin_options")

/* Of the last two, where the file has more bytes than offsets of 32 bits reach. */
#define BUFFER_DATA   FIELD (0, "data")
#define BUFFER_OFFSET FIELD (1, "offset")
#define BUFFER_SIZE   FIELD (2, "size")

#define METADATA_NAME   FIELD (0, "name")
#define METADATA_BUFFER FIELD (1, "buffer")

typedef enum {
  KOMA_TFLITE_FLOAT32 = 0,
  KOMA_TFLITE_FLOAT16 = 1,
  KOMA_TFLITE_INT32 = 2,
  KOMA_TFLITE_UINT8 = 3,
  KOMA_TFLITE_INT64 = 4,
  KOMA_TFLITE_BOOL = 6,
  KOMA_TFLITE_INT8 = 9,
} KomaTfliteType;
