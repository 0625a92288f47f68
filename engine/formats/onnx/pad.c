/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Pad (x, pads, value, axes): pads are attributes before opset 11; negative ones cut. */

#include "rules.h"

typedef struct
{
  gint64 before[KOMA_MAX_RANK];
  gint64 after[KOMA_MAX_RANK];
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
  Pads               read = { .rank = koma_onnx_rank (call, call->inputs[0]) };

  if (!koma_onnx_list (call, "pads", 1, &pads, &n) ||
      !koma_onnx_list (call, "axes", 3, &axes, &n_axes))
    return FALSE;
  if (axes == NULL)
    n_axes = read.rank;
  if (pads == NULL || n != 2 * n_axes) {
    koma_onnx_fail (call, KOMA_ERROR_SHAPE, "pads has %zu numbers, expected %zu", n, 2 * n_axes);
    return FALSE;
  }
  for (gsize i = 0; i < n_axes && call->error == NULL; i++) {
    const guint axis = axes != NULL ? koma_onnx_axis (call, axes[i], read.rank) : (guint) i;

    read.before[axis] = CLAMP (pads[i], G_MININT32, G_MAXINT32);
    read.after[axis] = CLAMP (pads[n_axes + i], G_MININT32, G_MAXINT32);
  }
  *ret_pads = read;
  return call->error == NULL;
}

/* What negative pads cut away; they are 0 then. */
static KomaValueId
cut (KomaOnnxCall *call,
     KomaValueId   x,
     Pads         *pads)
{
  gint64   begin[KOMA_MAX_RANK] = { 0 };
  gint64   size[KOMA_MAX_RANK] = { 0 };
  gboolean is_cut = FALSE;

  for (guint i = 0; i < pads->rank; i++) {
    const gint64 dim = koma_onnx_shape (call, x)->dims[i];

    begin[i] = MAX (-pads->before[i], 0);
    size[i] = pads->before[i] < 0 || pads->after[i] < 0
                ? dim - begin[i] - MAX (-pads->after[i], 0)
                : -1;
    is_cut = is_cut || size[i] != -1;
    pads->before[i] = MAX (pads->before[i], 0);
    pads->after[i] = MAX (pads->after[i], 0);
  }
  return is_cut ? koma_onnx_add (call, KOMA_OP_SLICE, NULL, 3, x,
                                 koma_onnx_ints (call, begin, pads->rank),
                                 koma_onnx_ints (call, size, pads->rank))
                : x;
}

static KomaValueId
make_paddings (KomaOnnxCall *call,
               const Pads   *pads)
{
  const gint64 dims[] = { pads->rank, 2 };
  gint64       paddings[2 * KOMA_MAX_RANK] = { 0 };

  for (guint i = 0; i < pads->rank; i++) {
    paddings[2 * i] = pads->before[i];
    paddings[2 * i + 1] = pads->after[i];
  }
  return koma_onnx_reshape (call, koma_onnx_ints (call, paddings, 2 * pads->rank), dims, 2);
}

static KomaValueId
pad_constant (KomaOnnxCall *call,
              KomaValueId   x,
              const Pads   *pads)
{
  KomaValueId value = koma_onnx_input (call, 2);

  if (value == KOMA_VALUE_NONE)
    value = koma_onnx_number (call, koma_onnx_dtype (call, x),
                              koma_onnx_attr_float (call->node, "value", 0));
  if (koma_onnx_known (call, value) == NULL)
    return koma_onnx_fail (call, KOMA_ERROR_UNSUPPORTED, "a value known only when it runs");
  return koma_onnx_add (call, KOMA_OP_PAD, NULL, 3, x, make_paddings (call, pads), value);
}

void
koma_onnx_rule_pad (KomaOnnxCall *call)
{
  g_autofree char *mode = koma_onnx_attr_string (call->node, "mode", "constant");
  g_autofree char *upper = g_ascii_strup (mode, -1);
  KomaValueId      x = call->inputs[0];
  KomaAttrs       *attrs = NULL;
  Pads             pads = { 0 };

  if (!read_pads (call, &pads))
    return;
  x = cut (call, x, &pads);
  if (g_str_equal (mode, "constant")) {
    koma_onnx_return (call, pad_constant (call, x, &pads));
  } else if (g_str_equal (mode, "reflect") || g_str_equal (mode, "edge") ||
             g_str_equal (mode, "wrap")) {
    attrs = koma_attrs_new ();
    koma_attrs_set_string (attrs, "mode", upper);
    koma_onnx_return (call, koma_onnx_add (call, KOMA_OP_MIRROR_PAD, attrs, 2, x,
                                           make_paddings (call, &pads)));
  } else {
    koma_onnx_fail (call, KOMA_ERROR_UNSUPPORTED, "mode %s", mode);
  }
}
