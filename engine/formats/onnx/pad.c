/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Pad (x, pads, value, axes): pads are attributes before opset 11; negative ones cut. */

#include "parts.h"
#include "rules.h"

typedef struct
{
  gint64 at[KOMA_MAX_RANK][2]; /* before and after each dimension */
  guint  rank;
} Pads;

static gboolean
read_pads (KomaOnnxCall *call,
           Pads         *ret_pads)
{
  g_autofree gint64 *pads = NULL;
  g_autofree gint64 *axes = NULL;
  gsize              n = 0;
  gsize              n_axes = 0;
  Pads               read = { .rank = koma_builder_get_rank (call->nodes, call->inputs[0]) };

  if (!koma_onnx_list (call, "pads", 1, &pads, &n) ||
      !koma_onnx_list (call, "axes", 3, &axes, &n_axes))
    return FALSE;
  if (axes == NULL)
    n_axes = read.rank;
  if (pads == NULL || n != 2 * n_axes)
    koma_builder_fail (call->nodes, KOMA_ERROR_SHAPE, "pads has %zu numbers, expected %zu", n,
                       2 * n_axes);
  for (gsize i = 0; i < n_axes && call->nodes->error == NULL; i++) {
    const guint axis = axes != NULL ? koma_onnx_axis (call, axes[i], read.rank) : (guint) i;

    for (guint k = 0; k < 2; k++)
      read.at[axis][k] = CLAMP (pads[k * n_axes + i], G_MININT32, G_MAXINT32);
  }
  *ret_pads = read;
  return call->nodes->error == NULL;
}

/* What negative pads cut away; they are 0 then. */
static KomaValueId
cut (KomaOnnxCall *call,
     KomaValueId   x,
     Pads         *pads)
{
  const KomaShape shape = koma_builder_get_shape (call->nodes, x);
  gint64          begin[KOMA_MAX_RANK] = { 0 };
  gint64          size[KOMA_MAX_RANK] = { 0 };
  gboolean        is_cut = FALSE;

  for (guint i = 0; i < pads->rank; i++) {
    gint64 *at = pads->at[i];

    begin[i] = MAX (-at[0], 0);
    size[i] = at[0] < 0 || at[1] < 0 ? shape.dims[i] - begin[i] - MAX (-at[1], 0) : -1;
    is_cut = is_cut || size[i] != -1;
    at[0] = MAX (at[0], 0);
    at[1] = MAX (at[1], 0);
  }
  return is_cut ? koma_onnx_slice (call, x, begin, size, pads->rank) : x;
}

static KomaValueId
pad_constant (KomaOnnxCall *call,
              KomaValueId   x,
              const Pads   *pads)
{
  KomaValueId value = koma_onnx_input (call, 2);

  if (value == KOMA_VALUE_NONE)
    value = koma_builder_number (call->nodes, koma_onnx_attr_float (call->node, "value", 0), x);
  if (koma_onnx_known (call, value) == NULL)
    return koma_builder_fail (call->nodes, KOMA_ERROR_UNSUPPORTED,
                              "a value known only when it runs");
  return KOMA_BUILDER_NODE (call->nodes, KOMA_OP_PAD, NULL, x,
                            koma_onnx_paddings (call, pads->at[0], pads->rank), value);
}

KomaValueId
koma_onnx_rule_pad (KomaOnnxCall *call)
{
  g_autofree char *mode = koma_onnx_attr_string (call->node, "mode", "constant");
  g_autofree char *upper = g_ascii_strup (mode, -1);
  KomaValueId      x = call->inputs[0];
  KomaAttrs       *attrs = NULL;
  Pads             pads = { 0 };

  if (!read_pads (call, &pads))
    return KOMA_VALUE_NONE;
  x = cut (call, x, &pads);
  if (g_str_equal (mode, "constant"))
    return pad_constant (call, x, &pads);
  if (!g_str_equal (mode, "reflect") && !g_str_equal (mode, "edge") && !g_str_equal (mode, "wrap"))
    return koma_builder_fail (call->nodes, KOMA_ERROR_UNSUPPORTED, "mode %s", mode);
  attrs = koma_attrs_new ();
  koma_attrs_set_string (attrs, "mode", upper);
  return KOMA_BUILDER_NODE (call->nodes, KOMA_OP_MIRROR_PAD, attrs, x,
                            koma_onnx_paddings (call, pads.at[0], pads.rank));
}
