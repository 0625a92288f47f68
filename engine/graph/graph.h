/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <math.h>

#include "engine/koma/koma-error.h"
#include "graph-info.h"
#include "op.h"
#include "array.h"

G_BEGIN_DECLS

#define KOMA_VALUE_NONE   G_MAXUINT32
#define KOMA_RANK_UNKNOWN G_MAXUINT
#define KOMA_CLAMP_NONE   ((KomaClamp){ -INFINITY, INFINITY })

struct _KomaNode
{
  KomaOp       op;
  char        *name;
  KomaValueId *inputs;
  guint        n_inputs;
  KomaValueId *outputs;
  guint        n_outputs;
  KomaAttrs   *attrs;  /* as the file gives them */
  KomaOpParams params; /* as backends want them; filled by inference */
  KomaClamp    clamp;  /* activation that a pass fused into this node */
};

/* The small intermediate form that every format is read into and every
 * backend compiled from. Not thread-safe while it is being built. */
KomaGraph *koma_graph_new (void);
KomaGraph *koma_graph_expose (const KomaGraph *graph); /* every value is an output */

/* Building. Names are copied; a value or node name need not be unique. */
KomaValueId koma_graph_add_input (KomaGraph       *graph,
                                  const char      *name,
                                  KomaDType        dtype,
                                  const KomaShape *shape);
KomaValueId koma_graph_add_constant (KomaGraph *graph, const char *name, KomaArray *tensor);
KomaNode   *koma_graph_add_node (KomaGraph         *graph, /* (borrowed) */
                                 KomaOp             op,
                                 const char        *name,
                                 const KomaValueId *inputs,
                                 guint              n_inputs,
                                 KomaAttrs         *attrs, /* (transfer full) (nullable) */
                                 GError           **error);
void        koma_graph_add_output (KomaGraph *graph, const char *name, KomaValueId value);
void        koma_graph_clear_outputs (KomaGraph *graph);

/* Looking. */
guint       koma_graph_get_n_values (const KomaGraph *graph);
guint       koma_graph_get_n_nodes (const KomaGraph *graph);
KomaNode   *koma_graph_get_node (const KomaGraph *graph, guint index);
KomaValueId koma_graph_find_value (const KomaGraph *graph, const char *name);  /* or NONE */
KomaValueId koma_graph_find_output (const KomaGraph *graph, const char *name); /* likewise */

/* What @values need; its inputs are @ret_inputs of those of @graph. */
KomaGraph *koma_graph_extract (const KomaGraph   *graph,
                               const KomaValueId *values,
                               guint              n_values,
                               GArray            *ret_inputs);
/* The same, added to another graph, where they are @ret_values. */
void koma_graph_extract_into (const KomaGraph   *graph,
                              const KomaValueId *values,
                              guint              n_values,
                              KomaGraph         *to,
                              GArray            *ret_inputs,
                              KomaValueId       *ret_values); /* [n_values] */
/* What the output of that name needs. */
KomaGraph *koma_graph_extract_output (const KomaGraph *graph, const char *name, GError **error);
GBytes    *koma_graph_make_key (const KomaGraph *graph); /* equal: one program computes both */

guint *koma_graph_find_producers (const KomaGraph *graph); /* [n_values], node indices */
/* (nullable) That of one value, where few are asked for. */
const KomaNode *koma_graph_find_producer (const KomaGraph *graph, KomaValueId value);
guint          *koma_graph_count_uses (const KomaGraph *graph); /* [n_values] */

/* Changing, for passes. */
void koma_graph_set_output (KomaGraph *graph, guint index, KomaValueId value);
void koma_graph_set_constant (KomaGraph *graph, KomaValueId id, KomaArray *tensor);
void koma_graph_drop_constant (KomaGraph *graph, KomaValueId id); /* nothing reads it */
void koma_graph_set_quantization (KomaGraph              *graph,
                                  KomaValueId             id,
                                  const KomaQuantization *quantization);
void koma_graph_replace_uses (KomaGraph *graph, const KomaValueId *to); /* [n_values] */
void koma_graph_put_behind_input (KomaGraph      *graph,
                                  KomaValueId     input,
                                  KomaNode       *first,
                                  const KomaNode *last);
void koma_graph_remove_nodes (KomaGraph *graph, const gboolean *is_removed); /* [n_nodes] */
void koma_graph_reorder_nodes (KomaGraph *graph, const guint *order);        /* [n_nodes] */
void koma_node_set_inputs (KomaNode *node, const KomaValueId *inputs, guint n_inputs);
/* Nodes in an order in which every value is made before it is used. */
gboolean koma_graph_sort (KomaGraph *graph,
                          GError   **error) G_GNUC_WARN_UNUSED_RESULT;

/* For `infer`: the node's i-th input; an input that must be
 * known ahead (NULL and an error if it is not). */
KomaValue *koma_node_input (const KomaGraph *graph, const KomaNode *node, guint index);
gboolean   koma_node_infer (KomaGraph *graph, KomaNode *node, GError **error);
/* What nodes were found to give: neither shapes nor constants are known any more, as readers leave
 * their graphs. */
void       koma_graph_forget_inferred (KomaGraph *graph);
gboolean   koma_node_is_8_bit (const KomaGraph *graph, const KomaNode *node);
gboolean   koma_node_is_constant (const KomaGraph *graph, const KomaNode *node, guint index);
KomaArray *koma_node_constant_input (const KomaGraph *graph,
                                     const KomaNode  *node,
                                     guint            index,
                                     const char      *what,
                                     GError         **error);

G_END_DECLS
