/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What ONNX needs beside koma_builder_…: shapes are inferred and constants folded as nodes are
 * added, with a batch of 1, for many operators mean something else for another rank. What depends
 * on the batch is forgotten in the end (forget.c). The names of nodes have their ops in them. */
#pragma once

#include "attrs.h"
#include "engine/graph/builder.h"
#include "tensor.h"

G_BEGIN_DECLS

/* A graph that is being built. */
typedef struct
{
  KomaBuilder nodes;      /* their graph is borrowed */
  GArray     *is_of_1;    /* gboolean [n_values]: known ahead for a batch of 1 alone */
  GArray     *is_removed; /* gboolean [n_nodes]: computed ahead, whatever the batch is */
  void      **scratch;    /* of koma_cpu_fold () */
  guint       n_scratch;
} KomaOnnxBuilder;

/* A node of ONNX while its rule runs. */
typedef struct
{
  KomaBuilder                 *nodes;  /* keeps the first error; has the name of the node */
  KomaOnnxSource              *source; /* of the bytes of a Constant */
  const Koma__Onnx__NodeProto *node;
  gint64                       opset;  /* of the operators of ONNX itself */
  KomaOp                       op;     /* of the operator's row in rules.inc */
  const KomaValueId           *inputs; /* KOMA_VALUE_NONE where an optional one is left out */
  guint                        n_inputs;
  guint                        n_outputs;
  GArray                      *others; /* KomaValueId, what the rule gives behind the first */
} KomaOnnxCall;

void koma_onnx_builder_init (KomaOnnxBuilder *self, KomaGraph *graph);
void koma_onnx_builder_clear (KomaOnnxBuilder *self);
void koma_onnx_builder_forget (KomaOnnxBuilder *self);

/* Looking. */
gboolean    koma_onnx_has_input (const KomaOnnxCall *call, guint index);
KomaValueId koma_onnx_input (const KomaOnnxCall *call, guint index);
KomaValueId koma_onnx_need_input (KomaOnnxCall *call, guint index);
gboolean    koma_onnx_is_8_bit (const KomaOnnxCall *call, KomaValueId value);
/* The contents of a value that is known ahead, with a batch of 1; NULL where it is not. */
const KomaArray *koma_onnx_known (const KomaOnnxCall *call, KomaValueId value);
/* A list that was an attribute once and an input later: axes, pads. */
gboolean koma_onnx_list (KomaOnnxCall *call,
                         const char   *attr,
                         guint         input,
                         gint64      **ret_numbers, /* (nullable) where it is left out */
                         gsize        *ret_n_numbers);
/* An axis that may count from the end; that of the attribute "axis" is one of the first input. */
guint koma_onnx_axis (KomaOnnxCall *call, gint64 axis, guint rank);
guint koma_onnx_attr_axis (KomaOnnxCall *call, gint64 fallback);

/* Constants and nodes of a file's numbers, which need not fit into int32. */
KomaValueId koma_onnx_ints (KomaOnnxCall *call, const gint64 *numbers, guint n);
KomaValueId koma_onnx_slice (KomaOnnxCall *call,
                             KomaValueId   x,
                             const gint64 *begin, /* [n] */
                             const gint64 *size,  /* [n] -1: all that is left */
                             guint         n);

/* Nodes. Other than koma_builder_cast () this leaves @x alone where it has that type. */
KomaValueId koma_onnx_cast (KomaOnnxCall *call, KomaValueId x, KomaDType dtype);
/* With a float32, so that @x has to be one. */
KomaValueId koma_onnx_with_float (KomaOnnxCall *call, KomaOp op, KomaValueId x, double number);
KomaValueId koma_onnx_clip (KomaOnnxCall *call, KomaValueId x, double low, double high);
/* From [n,c,…] to [n,…,c] and back. */
KomaValueId koma_onnx_to_channels_last (KomaOnnxCall *call, KomaValueId x);
KomaValueId koma_onnx_to_channels_first (KomaOnnxCall *call, KomaValueId x);

/* The next result of the node behind its first, which the rule returns. */
void koma_onnx_give (KomaOnnxCall *call, KomaValueId value);

G_END_DECLS
