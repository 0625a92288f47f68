/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

#include "engine/formats/onnx/onnx.pb-c.h"

G_BEGIN_DECLS

/* Attributes of a node; one of another type than asked for counts as missing. */
gboolean koma_onnx_has_attr (const Koma__Onnx__NodeProto *node, const char *name);
gint64   koma_onnx_attr_int (const Koma__Onnx__NodeProto *node, const char *name, gint64 fallback);
double   koma_onnx_attr_float (const Koma__Onnx__NodeProto *node,
                               const char                  *name,
                               double                       fallback);
char    *koma_onnx_attr_string (const Koma__Onnx__NodeProto *node,
                                const char                  *name,
                                const char                  *fallback);
/* NULL when missing */
const gint64 *koma_onnx_attr_ints (const Koma__Onnx__NodeProto *node,
                                   const char                  *name,
                                   gsize                       *ret_n);
const float  *koma_onnx_attr_floats (const Koma__Onnx__NodeProto *node,
                                     const char                  *name,
                                     gsize                       *ret_n);
/* (transfer full) (nullable) each made text */
char                         **koma_onnx_attr_strings (const Koma__Onnx__NodeProto *node,
                                                       const char                  *name,
                                                       gsize                       *ret_n);
const Koma__Onnx__TensorProto *koma_onnx_attr_tensor (const Koma__Onnx__NodeProto *node,
                                                      const char                  *name);

G_END_DECLS
