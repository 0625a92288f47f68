/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

#include "engine/formats/onnx/onnx.pb-c.h"

G_BEGIN_DECLS

/* How deep graphs may lie in graphs, and functions call functions. */
#define KOMA_ONNX_MAX_DEPTH 16

/* The graphs in attributes that were read so far. */
typedef struct
{
  GHashTable *graphs; /* bytes of the attribute (borrowed) → GraphProto (owned) */
  guint64     n_seen; /* nodes, each as often as it was looked at */
} KomaOnnxSubgraphs;

void koma_onnx_subgraphs_init (KomaOnnxSubgraphs *self);
void koma_onnx_subgraphs_clear (KomaOnnxSubgraphs *self);

/* (transfer none): the graph in an attribute of a node. */
const Koma__Onnx__GraphProto *
koma_onnx_subgraphs_read (KomaOnnxSubgraphs                *self,
                          const Koma__Onnx__AttributeProto *attr,
                          GError                          **error) G_GNUC_WARN_UNUSED_RESULT;

/* Adds to @names (borrowed) what a node needs: its inputs, and what graphs in it take from
 * outside. */
gboolean koma_onnx_subgraphs_collect (KomaOnnxSubgraphs           *self,
                                      const Koma__Onnx__NodeProto *node,
                                      GPtrArray                   *names,
                                      GError                     **error) G_GNUC_WARN_UNUSED_RESULT;

/* Names stand in messages and in the window: all must be text. */
gboolean koma_onnx_check_names (const Koma__Onnx__GraphProto *graph,
                                GError                      **error) G_GNUC_WARN_UNUSED_RESULT;
gboolean koma_onnx_check_node_names (Koma__Onnx__NodeProto *const *nodes,
                                     gsize                         n_nodes,
                                     GError                      **error) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
