/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "rules.h"

/* DepthToSpace, SpaceToDepth (x): channels into space and back, of [n,c,h,w]. */
void
koma_onnx_rule_depth (KomaOnnxCall *call)
{
  g_autofree char *mode = koma_onnx_attr_string (call->node, "mode", "DCR");
  KomaAttrs       *attrs = koma_attrs_new ();
  KomaValueId      value = KOMA_VALUE_NONE;

  koma_attrs_set_int (attrs, "block_size", koma_onnx_attr_int (call->node, "blocksize", 0));
  koma_attrs_set_string (attrs, "mode", mode);
  value = koma_onnx_add_named (call, call->koma_op, attrs, 1,
                               koma_onnx_to_channels_last (call, call->inputs[0]));
  koma_onnx_return (call, koma_onnx_to_channels_first (call, value));
}
