/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <protobuf-c/protobuf-c.h>

#include "engine/model/content-hash.h"

G_BEGIN_DECLS

/* A file that is one message of protocol buffers; freed as its type is. */
gpointer koma_protobuf_file_read (const char                       *path,
                                  guint64                           max_bytes,
                                  const ProtobufCMessageDescriptor *type,
                                  const char                       *what, /* "an ONNX model" */
                                  KomaContentHash                  *checksum,
                                  GError                          **error)
  G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
