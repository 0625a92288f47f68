/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

// APPLY(x): an expression.
#define ALPHA intBitsToFloat (params[1].x)

layout (std430, binding = 0) readonly buffer In { ONE in_data[]; };
layout (std430, binding = 1) WRITTEN Out { ONE out_data[]; };

float
compute (int index)
{
  float x = READ (in_data, index);
  return clamp_result (APPLY (x));
}

EACH_INDEX (compute)
