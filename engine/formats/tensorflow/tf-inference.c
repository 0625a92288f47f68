/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "tf-inference.h"

#include "lower.h"
#include "tf-outputs.h"

/**
 * koma_tf_lower_inference:
 * @graph: a graph as it was trained; it is changed
 * @raw: as with koma_tf_lower()
 * @error: return location
 *
 * Turns a graph as it was trained into one that classifies, and lowers it.
 *
 * Thread: any. Errors: those of koma_tf_resolve_switches() and koma_tf_lower().
 *
 * Returns: whether the graph makes sense
 */
gboolean
koma_tf_lower_inference (KomaTfGraph  *graph,
                         KomaRawModel *raw,
                         GError      **error)
{
  koma_tf_name_outputs (graph);
  if (!koma_tf_resolve_switches (graph, error))
    return FALSE;

  koma_tf_remove_dropout (graph);
  koma_tf_replace_decoder (graph);
  koma_tf_settle_placeholders (graph);
  return koma_tf_lower (graph, raw, error);
}
