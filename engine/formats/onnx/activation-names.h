/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/graph/op.h"

G_BEGIN_DECLS

/* An operator of one input, as attributes of others name it. */
typedef struct
{
  const char *name;
  KomaOp      op;
  const char *attr;   /* (nullable) of the op */
  double      number; /* of that attribute, where the node says none */
} KomaOnnxActivation;

/* (nullable) Letters of either case are the same. */
const KomaOnnxActivation *koma_onnx_activation_find (const char *name);

G_END_DECLS
