/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What passes change of a value: its numbers go, its integers stand for others. */
#include "graph.h"

#include "quantization.h"

/**
 * koma_graph_drop_constant:
 * @id: a value that nothing reads any more
 *
 * Frees the memory of a constant; a value that is none is left as it is.
 */
void
koma_graph_drop_constant (KomaGraph  *graph,
                          KomaValueId id)
{
  KomaValue *value = koma_graph_get_value (graph, id);

  g_clear_pointer (&value->constant, koma_array_unref);
}

/**
 * koma_graph_set_quantization:
 * @quantization: (transfer none) (nullable): a reference is taken
 *
 * Says what the integers of a value stand for.
 */
void
koma_graph_set_quantization (KomaGraph              *graph,
                             KomaValueId             id,
                             const KomaQuantization *quantization)
{
  KomaValue        *value = koma_graph_get_value (graph, id);
  KomaQuantization *before = value->quantization;

  value->quantization = koma_quantization_ref (quantization);
  g_clear_pointer (&before, koma_quantization_unref);
}
