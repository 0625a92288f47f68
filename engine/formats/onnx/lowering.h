/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Between lower.c and what it lowers with: nodes one by one (lower-node.c), branches of If
 * (branch.c), functions (function.c). */
#pragma once

#include "build.h"
#include "engine/formats/format.h"
#include "order.h"

G_BEGIN_DECLS

/* Stands in a scope for an input of a function that its caller leaves out. */
#define KOMA_ONNX_LEFT_OUT (KOMA_VALUE_NONE - 1)

/* Inputs whose numbers the caller knows, and that nodes must know ahead: known-inputs.h. */
typedef struct
{
  gboolean *is_wanted; /* [source->n_inputs] */
  gboolean  has_grown; /* since the graph was begun */
  guint     n_searches;
} KomaOnnxKnownInputs;

typedef struct _KomaOnnxLowering KomaOnnxLowering;
typedef struct _KomaOnnxScope    KomaOnnxScope;

/* A graph that is being made. */
struct _KomaOnnxLowering
{
  const Koma__Onnx__ModelProto *model;
  KomaOnnxSource               *source;
  KomaRawModel                 *raw;
  KomaOnnxBuilder               builder;
  KomaOnnxSubgraphs             subgraphs;
  GHashTable                   *functions; /* "domain.Name" → FunctionProto (borrowed) */
  guint                         n_nodes;   /* of all scopes so far */
  KomaOnnxKnownInputs          *known;
  /* koma_onnx_lower_nodes (), for nodes in nodes. */
  gboolean (*lower_nodes) (KomaOnnxLowering             *self,
                           KomaOnnxScope                *scope,
                           Koma__Onnx__NodeProto *const *nodes,
                           const GArray                 *order,
                           GError                      **error);
};

/* Nodes that share names: of the graph, of a branch of If within it, or of a function. */
struct _KomaOnnxScope
{
  const KomaOnnxScope *parent; /* (nullable) whose values are seen */
  guint                depth;
  gint64               opset;        /* of the operators of ONNX itself */
  GHashTable          *initializers; /* char * (borrowed) → TensorProto (borrowed) */
  GHashTable          *values;       /* char * (borrowed) → KomaValueId + 1; 0: not lowered */
  GHashTable          *needed;       /* (borrowed) (nullable) set of char *: of KomaOnnxOrder */
  /* (nullable) whose attributes nodes may name, and with what it was called */
  const Koma__Onnx__FunctionProto *function;
  const Koma__Onnx__NodeProto     *call;
};

void koma_onnx_scope_init (KomaOnnxScope       *self,
                           const KomaOnnxScope *parent); /* (nullable) */
void koma_onnx_scope_clear (KomaOnnxScope *self);
void koma_onnx_scope_add_initializers (KomaOnnxScope                *self,
                                       const Koma__Onnx__GraphProto *graph);
/* What to call an operator: behind its domain if that is not ONNX's own. */
char *koma_onnx_get_full_name (const char *op, const char *domain);
/* Of opset_import, for the operators of ONNX itself. */
gint64 koma_onnx_get_opset (Koma__Onnx__OperatorSetId *const *imports,
                            gsize                             n_imports,
                            gint64                            fallback);

gboolean koma_onnx_scope_set (KomaOnnxScope *self,
                              const char    *name,
                              KomaValueId    value,
                              GError       **error) G_GNUC_WARN_UNUSED_RESULT;
/* KOMA_VALUE_NONE, without an error, where it was not lowered. */
gboolean koma_onnx_scope_find (KomaOnnxScope    *self,
                               KomaOnnxLowering *lowering,
                               const char       *name,
                               KomaValueId      *ret_value,
                               GError          **error) G_GNUC_WARN_UNUSED_RESULT;

gboolean koma_onnx_lower_enter (KomaOnnxLowering             *self,
                                Koma__Onnx__NodeProto *const *nodes,
                                gsize                         n_nodes,
                                GError                      **error) G_GNUC_WARN_UNUSED_RESULT;
gboolean koma_onnx_lower_nodes (KomaOnnxLowering             *self,
                                KomaOnnxScope                *scope,
                                Koma__Onnx__NodeProto *const *nodes,
                                const GArray                 *order, /* gsize */
                                GError                      **error) G_GNUC_WARN_UNUSED_RESULT;

/* Nodes that stand for others. They append a value for each output of the node to @outputs. */
gboolean koma_onnx_lower_if (KomaOnnxLowering            *self,
                             KomaOnnxScope               *scope,
                             const Koma__Onnx__NodeProto *node,
                             KomaValueId                  condition,
                             GArray                      *outputs,
                             GError                     **error) G_GNUC_WARN_UNUSED_RESULT;
gboolean koma_onnx_lower_function (KomaOnnxLowering                *self,
                                   KomaOnnxScope                   *scope,
                                   const Koma__Onnx__FunctionProto *function,
                                   const Koma__Onnx__NodeProto     *node,
                                   const GArray                    *inputs,
                                   GArray                          *outputs,
                                   GError                         **error)
  G_GNUC_WARN_UNUSED_RESULT;

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (KomaOnnxScope, koma_onnx_scope_clear)

G_END_DECLS
