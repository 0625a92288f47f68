/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* ONNX has operators of two kinds: of networks, and, in the domain ai.onnx.ml, of what else learns
 * from tables: trees, support vectors, scalers. A file of the latter alone names no opset of the
 * former. */
#include <string.h>

#include "engine/koma/koma-error.h"
#include "tables.h"

static gboolean
has_networks (const Koma__Onnx__ModelProto *model)
{
  for (gsize i = 0; i < model->n_opset_import; i++) {
    const char *domain = model->opset_import[i]->domain;

    if (*domain == '\0' || strcmp (domain, "ai.onnx") == 0)
      return TRUE;
  }
  return FALSE;
}

/**
 * koma_onnx_check_tables:
 *
 * Errors: %KOMA_ERROR_UNSUPPORTED where it is a model for tables and no network.
 */
gboolean
koma_onnx_check_tables (const Koma__Onnx__ModelProto *model,
                        GError                      **error)
{
  const Koma__Onnx__GraphProto *graph = model->graph;

  if (graph == NULL || has_networks (model))
    return TRUE;
  for (gsize i = 0; i < graph->n_node; i++) {
    const Koma__Onnx__NodeProto *node = graph->node[i];

    if (strcmp (node->domain, "ai.onnx.ml") != 0 || !g_utf8_validate (node->op_type, -1, NULL))
      continue;
    return koma_fail (error, KOMA_ERROR_UNSUPPORTED,
                      "it is a model of %s (%s of ai.onnx.ml), and no network for pictures",
                      g_str_has_prefix (node->op_type, "TreeEnsemble") ? "trees for tables"
                                                                       : "another kind, for tables",
                      node->op_type);
  }
  return TRUE;
}
