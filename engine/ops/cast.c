/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Cast (x): another element type; attribute `DstT`: its name, as
 * koma_dtype_from_name() knows it ("DT_FLOAT").
 *
 * A float becomes an integer by cutting towards 0, one out of range the
 * nearest bound, NaN 0; int32 becomes uint8 or int8 as in C, by its lowest byte;
 * anything but 0 becomes true. */
#include "infer.h"

static gboolean
infer (KomaGraph *graph,
       KomaNode  *node,
       GError   **error)
{
  const KomaValue *input = koma_node_input (graph, node, 0);
  const char      *name = koma_attrs_get_string (node->attrs, "DstT", "(none)");
  KomaDType        dtype = KOMA_DTYPE_FLOAT32;

  if (!koma_dtype_from_name (name, &dtype) || dtype == KOMA_DTYPE_FLOAT16)
    return koma_fail (error, KOMA_ERROR_UNSUPPORTED,
                      "DstT is “%s”, expected float32, int32, bool, uint8 or int8", name);
  return koma_infer_set_output (graph, node, 0, dtype, &input->shape, error);
}

const KomaOpClass koma_op_cast = {
  .min_inputs = 1,
  .max_inputs = 1,
  .infer = infer,
};
