/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/graph/builder.h"

G_BEGIN_DECLS

/* Adds the derivatives of a sum (y · dy) by the values x of a #KomaGradientCustom. */
typedef void (*KomaGradientFunc) (KomaBuilder *builder,
                                  KomaValueId  dy,     /* of the shape of y */
                                  KomaValueId *ret_dx, /* [n_x] KOMA_VALUE_NONE: none */
                                  gpointer     user_data);

/* A value whose gradient is given, not derived: what made y of x is not looked at. */
typedef struct
{
  KomaValueId        y; /* made by a node, after all of @x; none of them */
  const KomaValueId *x; /* [n_x] */
  guint              n_x;
  KomaGradientFunc   func;
  gpointer           user_data;
} KomaGradientCustom;

typedef struct
{
  const KomaValueId *y; /* [n_y] what is derived; float32 */
  /* (nullable) [n_y] factors of y, each of its shape; ones for KOMA_VALUE_NONE and NULL */
  const KomaValueId *dy;
  guint              n_y;
  const KomaValueId *x; /* [n_x] what it is derived by: any values of the graph */
  guint              n_x;

  const KomaGradientCustom *custom; /* (nullable) [n_custom] */
  guint                     n_custom;
} KomaGradientRequest;

/* Whether koma_gradient_add () gets past an op of this kind. */
gboolean koma_gradient_has (KomaOp op);
gboolean koma_gradient_add (KomaGraph                 *graph,
                            const KomaGradientRequest *request,
                            KomaValueId               *ret_dx, /* [n_x] */
                            GError                   **error) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
