/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/formats/tensorflow/tf-graph.h"

G_BEGIN_DECLS

/* A graph of TensorFlow's in a notation for tests, a node a line:
 *
 *     x = Placeholder shape=1,4
 *     w = Const float 1 0.5          float32 [2]
 *     axis = Const int 3             int32, a single number: []
 *     on = Const bool 1
 *     y = _FusedConv2D x w ^go fused_ops=BiasAdd,Relu6 alpha=0.5
 *     input x:0                      the signature's
 *     output y:0
 */
KomaTfGraph *tf_graph_parse (const char *text);
gboolean     tf_graph_try_parse (const char *text, KomaTfGraph **ret_graph, GError **error);

G_END_DECLS
