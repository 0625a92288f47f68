/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "build.h"

G_BEGIN_DECLS

/* What operators that do the work of several are made of. */

/* Another operator of ONNX, with the attributes of this node; its first result. */
KomaValueId koma_onnx_apply (KomaOnnxCall      *call,
                             const char        *operator_name,
                             const KomaValueId *inputs,
                             guint              n_inputs);
/* @x, and @y added to it unless that is KOMA_VALUE_NONE. */
KomaValueId koma_onnx_plus (KomaOnnxCall *call, KomaValueId x, KomaValueId y);
/* Pieces of @x along @axis; all are KOMA_VALUE_NONE where the call has an error. */
void koma_onnx_split (KomaOnnxCall *call,
                      KomaValueId   x,
                      guint         axis,
                      const gint64 *sizes, /* [n] */
                      guint         n,
                      KomaValueId  *ret_pieces);
/* Before and after each dimension: int32 [rank,2]. */
KomaValueId koma_onnx_paddings (KomaOnnxCall *call,
                                const gint64 *pads, /* [2 * rank] */
                                guint         rank);
/* Refuses attributes that are not 0, and inputs that are there. */
gboolean koma_onnx_refuse_attr (KomaOnnxCall *call, const char *name);
gboolean koma_onnx_refuse_input (KomaOnnxCall *call, guint index, const char *name);

G_END_DECLS
