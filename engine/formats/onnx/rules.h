/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "build.h"

G_BEGIN_DECLS

/* Makes Koma's nodes of one of ONNX's, and returns its first result; koma_onnx_give () takes those
 * behind that. Sets the error of call->nodes: %KOMA_ERROR_UNSUPPORTED if no op of
 * Koma's computes the node, the message being what is missing; %KOMA_ERROR_MODEL or
 * %KOMA_ERROR_SHAPE if it is damaged; %KOMA_ERROR_MEMORY. */
typedef KomaValueId (KomaOnnxRule) (KomaOnnxCall *call);

/* A row of rules.inc. */
typedef struct
{
  const char   *name; /* "Conv"; of other domains "com.microsoft.Gelu" */
  KomaOnnxRule *rule;
  guint         min_inputs; /* that must be there */
  KomaOp        op;         /* for rules that serve several operators */
} KomaOnnxRow;

#define KOMA_ONNX(name, rule, min_inputs, op) extern KomaOnnxRule koma_onnx_rule_##rule;
#include "rules.inc"
#undef KOMA_ONNX

const KomaOnnxRow *koma_onnx_row_find (const char *name);

G_END_DECLS
