/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* MirrorPad (x, paddings): x with its own elements around it; float32 or int32.
 * paddings [rank,2] must be known ahead. Attribute `mode`: "REFLECT" mirrors and
 * leaves the edge out (and can add at most size - 1 elements), "SYMMETRIC" repeats
 * the edge (at most size); beside TensorFlow's, "EDGE" repeats only the edge and
 * "WRAP" begins again at the other end. */
#include "pad.h"

static gboolean
read_mode (const KomaNode *node,
           KomaPadMode    *ret_mode,
           GError        **error)
{
  static const char *const names[] = {
    [KOMA_PAD_REFLECT] = "REFLECT",
    [KOMA_PAD_SYMMETRIC] = "SYMMETRIC",
    [KOMA_PAD_EDGE] = "EDGE",
    [KOMA_PAD_WRAP] = "WRAP",
  };
  const char *mode = koma_attrs_get_string (node->attrs, "mode", "(none)");

  for (guint i = KOMA_PAD_REFLECT; i < G_N_ELEMENTS (names); i++)
    if (g_str_equal (mode, names[i])) {
      *ret_mode = i;
      return TRUE;
    }
  return koma_fail (error, KOMA_ERROR_MODEL,
                    "mode is “%s”, expected “REFLECT”, “SYMMETRIC”, “EDGE” or “WRAP”", mode);
}

static gint64
find_room (KomaPadMode mode,
           gint64      size)
{
  if (size == 0)
    return 0;
  return mode == KOMA_PAD_REFLECT ? size - 1 : mode == KOMA_PAD_SYMMETRIC ? size
                                                                          : G_MAXINT32;
}

static gboolean
infer (KomaGraph *graph,
       KomaNode  *node,
       GError   **error)
{
  const KomaValue *input = koma_node_input (graph, node, 0);
  KomaOpParams     params = { 0 };
  KomaShape        shape = { 0 };

  if (!read_mode (node, &params.pad.mode, error) ||
      !koma_pad_infer (graph, node, &params, &shape, error))
    return FALSE;
  for (guint i = 0; i < shape.rank; i++) {
    gint64 room = find_room (params.pad.mode, input->shape.dims[i]);
    gint64 most = MAX (params.pad.before[i], params.pad.after[i]);

    if (most > room)
      return koma_fail (error, KOMA_ERROR_SHAPE,
                        "padding of dimension %u is %" G_GINT64_FORMAT
                        ", expected at most %" G_GINT64_FORMAT,
                        i, most, room);
  }
  node->params = params;
  return koma_infer_set_output (graph, node, 0, input->dtype, &shape, error);
}

const KomaOpClass koma_op_mirror_pad = {
  .min_inputs = 2,
  .max_inputs = 2,
  .infer = infer,
};
