/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "graph.h"

#include <string.h>

/**
 * koma_graph_find_output:
 *
 * Returns: the value of the first output of that name, or %KOMA_VALUE_NONE
 */
KomaValueId
koma_graph_find_output (const KomaGraph *graph,
                        const char      *name)
{
  for (guint i = 0; i < koma_graph_get_n_outputs (graph); i++)
    if (g_strcmp0 (koma_graph_get_output_name (graph, i), name) == 0)
      return koma_graph_get_output (graph, i);
  return KOMA_VALUE_NONE;
}

/**
 * koma_graph_find_value:
 * @name: of an output, or of any value that is no constant; with or without TensorFlow's ":0"
 *
 * Outputs come first; of values with the same name the last that was made.
 *
 * Returns: the value, or %KOMA_VALUE_NONE
 */
KomaValueId
koma_graph_find_value (const KomaGraph *graph,
                       const char      *name)
{
  g_autofree char *plain = g_strdup (name);
  KomaValueId      output = KOMA_VALUE_NONE;

  if (g_str_has_suffix (plain, ":0"))
    plain[strlen (plain) - 2] = '\0';
  output = koma_graph_find_output (graph, plain);
  if (output != KOMA_VALUE_NONE)
    return output;
  for (KomaValueId id = koma_graph_get_n_values (graph); id-- > 0;) {
    const KomaValue *value = koma_graph_get_value (graph, id);

    if (value->constant == NULL && g_strcmp0 (value->name, plain) == 0)
      return id;
  }
  return KOMA_VALUE_NONE;
}
