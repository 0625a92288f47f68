/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <json-glib/json-glib.h>

#include "engine/koma/koma.h"

G_BEGIN_DECLS

#define EXPRESSION_MAX_RESULTS 256

/* A call of an op: its arguments, those that are missing are NULL, and room for results. */
typedef struct
{
  KomaTensor *const *x;
  guint              n_x;
  JsonObject        *a; /* (nullable) attributes */
  KomaTensor        *y[EXPRESSION_MAX_RESULTS];
} ExpressionCall;

/* Sets y[0], and more where there are more results; y[0] stays NULL where it failed. */
typedef void (*ExpressionFunc) (ExpressionCall *call, GError **error);

typedef struct
{
  const char    *name;
  guint          n_x; /* the least number of arguments */
  ExpressionFunc func;
} ExpressionOp;

/* Each ends with a name that is NULL. */
extern const ExpressionOp expression_core[];
extern const ExpressionOp expression_elementwise[];
extern const ExpressionOp expression_gradients[];
extern const ExpressionOp expression_images[];
extern const ExpressionOp expression_matrices[];
extern const ExpressionOp expression_reductions[];
extern const ExpressionOp expression_shapes[];
extern const ExpressionOp expression_signals[];
extern const ExpressionOp expression_windows[];
extern const ExpressionOp expression_losses[];
extern const ExpressionOp expression_new[];

G_END_DECLS
