/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/formats/onnx/onnx.pb-c.h"
#include "engine/graph/array.h"
#include "engine/model/content-hash.h"

G_BEGIN_DECLS

/* An element type of ONNX: TensorProto.DataType. */
typedef struct
{
  const char *name; /* "FLOAT16" */
  gsize       size; /* bytes in a file; 0: Koma does not read this type */
  KomaDType   dtype;
} KomaOnnxType;

KomaOnnxType koma_onnx_type_get (int number);

/* What stands beside a model: where the bytes of tensors may lie, and how many there may be; and
 * what the caller knows of its inputs. */
typedef struct
{
  const char      *folder;     /* (nullable) of files beside the model */
  KomaContentHash *checksum;   /* (nullable) is fed the bytes of those files */
  guint64          bytes_left; /* of all tensors that are still to be read */
  const KomaShape *shapes;     /* (nullable) [n_shapes] of inputs that the model leaves open */
  guint            n_shapes;
  GBytes *const   *inputs; /* (nullable) [n_inputs] (nullable) numbers, in Koma's types */
  guint            n_inputs;
  gint64           side[2]; /* rows and columns of its pictures, as the file says; 0: it does not */
  gint64           n_rows;  /* ids of a text, likewise */
} KomaOnnxSource;

KomaArray *koma_onnx_tensor_read (const Koma__Onnx__TensorProto *proto,
                                  KomaOnnxSource                *source,
                                  GError                       **error) G_GNUC_WARN_UNUSED_RESULT;

/* The bytes of a tensor that lie in another file. */
guint8 *koma_onnx_external_read (const Koma__Onnx__TensorProto *proto,
                                 gsize                          size_bytes,
                                 const KomaOnnxSource          *source,
                                 GError                       **error) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
