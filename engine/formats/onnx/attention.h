/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "build.h"

G_BEGIN_DECLS

/* What changes the products of queries and keys before their softmax. */
typedef struct
{
  double      scale;     /* of the products; 0: 1 / sqrt (width of a head) */
  double      softcap;   /* 0: none; else tanh (x / softcap) * softcap */
  KomaValueId bias;      /* added; or KOMA_VALUE_NONE */
  gboolean    is_causal; /* a row sees no column behind its own */
} KomaOnnxAttention;

/* Added where a column is not seen. Not infinite: a row that sees nothing gives no NaN. */
#define KOMA_ONNX_UNSEEN (-1e30)

/* softmax (q · kᵀ * scale + …) · v, each [n,heads,rows,width]; fewer heads of k and v serve
 * several of q. */
KomaValueId koma_onnx_attend (KomaOnnxCall            *call,
                              KomaValueId              q,
                              KomaValueId              k,
                              KomaValueId              v,
                              const KomaOnnxAttention *how);
/* [n,rows,heads * width] as [n,heads,rows,width], and back. */
KomaValueId koma_onnx_split_heads (KomaOnnxCall *call, KomaValueId x, gint64 n_heads);
KomaValueId koma_onnx_join_heads (KomaOnnxCall *call, KomaValueId x);

G_END_DECLS
