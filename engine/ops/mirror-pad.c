/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* MirrorPad (x, paddings): x with its own elements, mirrored, around it;
 * float32. paddings [rank,2] must be known ahead. Attribute `mode`: "REFLECT"
 * leaves the edge out of the mirror (and can add at most size - 1 elements),
 * "SYMMETRIC" repeats it (at most size). */
#include "pad.h"

static gboolean
infer (KomaGraph *graph,
       KomaNode  *node,
       GError   **error)
{
  const KomaValue *input = koma_node_input (graph, node, 0);
  const char      *mode = koma_attrs_get_string (node->attrs, "mode", "(none)");
  KomaOpParams     params = { .pad = { .is_symmetric = g_str_equal (mode, "SYMMETRIC") } };
  KomaShape        shape = { 0 };

  if (!params.pad.is_symmetric && !g_str_equal (mode, "REFLECT"))
    return koma_fail (error, KOMA_ERROR_MODEL,
                      "mode is “%s”, expected “REFLECT” or “SYMMETRIC”", mode);
  if (!koma_pad_infer (graph, node, &params, &shape, error))
    return FALSE;
  for (guint i = 0; i < shape.rank; i++) {
    gint64 room = input->shape.dims[i] - (params.pad.is_symmetric ? 0 : 1);
    gint64 most = MAX (params.pad.before[i], params.pad.after[i]);

    if (most > MAX (room, 0))
      return koma_fail (error, KOMA_ERROR_SHAPE,
                        "padding of dimension %u is %" G_GINT64_FORMAT
                        ", expected at most %" G_GINT64_FORMAT,
                        i, most, MAX (room, 0));
  }
  node->params = params;
  return koma_infer_set_output (graph, node, 0, input->dtype, &shape, error);
}

const KomaOpClass koma_op_mirror_pad = {
  .min_inputs = 2,
  .max_inputs = 2,
  .infer = infer,
};
