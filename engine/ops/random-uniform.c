/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* StatelessRandomUniform (shape, seed): numbers from [0, 1), float32, of a shape that must be
 * known ahead. seed [2], int32, need not be: another one makes other numbers, the same one
 * makes the same. They are TensorFlow's, see backends/cpu/random-uniform.c. */
#include "infer-shape.h"

static gboolean
infer (KomaGraph *graph,
       KomaNode  *node,
       GError   **error)
{
  const KomaValue *seed = koma_node_input (graph, node, 1);
  const KomaShape  pair = KOMA_SHAPE (2);
  KomaShape        shape = { 0 };

  return koma_infer_shape (graph, node, 0, "shape", &shape, error) &&
         koma_infer_check_dtype (seed, "seed", KOMA_DTYPES_INT32, error) &&
         koma_infer_check_shape (seed, "seed", &pair, error) &&
         koma_infer_set_output (graph, node, 0, KOMA_DTYPE_FLOAT32, &shape, error);
}

const KomaOpClass koma_op_random_uniform = {
  .min_inputs = 2,
  .max_inputs = 2,
  .infer = infer,
};
