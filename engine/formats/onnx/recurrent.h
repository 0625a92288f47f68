/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "build.h"

G_BEGIN_DECLS

#define KOMA_ONNX_MAX_STATES 2
#define KOMA_ONNX_MAX_SHARED 4

/* LSTM, GRU, RNN: what one step does. */
typedef struct _KomaOnnxCell KomaOnnxCell;

/* One direction of a node, or within the body one step of it. */
typedef struct
{
  const KomaOnnxCell *cell;
  guint               direction; /* 0, 1 */
  gint64              units;
  const char         *activations[3];
  gboolean            is_reset_after; /* GRU: linear_before_reset */
  KomaValueId         weights;        /* R, transposed: [units, n_gates * units] */
  KomaValueId         bias;           /* (or none) of R: [n_gates * units] */
  KomaValueId         peephole;       /* (or none) [3 * units] */
  KomaValueId         x;              /* with its weights and bias: [n, steps, n_gates * units] */
  KomaValueId         states[KOMA_ONNX_MAX_STATES];
  KomaValueId         shared[KOMA_ONNX_MAX_SHARED];
  guint               n_shared;
} KomaOnnxDirection;

struct _KomaOnnxCell
{
  const char *op;
  guint       n_gates;
  guint       n_states;
  const char *activations[3]; /* (nullable) */
  /* Fills `shared`, and adds to `x` what needs no state. */
  void (*prepare) (KomaOnnxCall *call, KomaOnnxDirection *direction);
  /* In the body: `x` is [n, n_gates * units], `states` become the new ones. */
  void (*step) (KomaOnnxCall *call, KomaOnnxDirection *direction);
};

const KomaOnnxCell *koma_onnx_cell_find (const char *op);
gboolean            koma_onnx_is_activation (const char *name);
/* Part @index of @n of the last dimension. */
KomaValueId koma_onnx_take_part (KomaOnnxCall *call, KomaValueId x, guint index, guint n);

G_END_DECLS
