/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/graph/builder.h"

G_BEGIN_DECLS

typedef enum {
  KOMA_CONSTRAINT_NONE,
  KOMA_CONSTRAINT_MAX_NORM,
  KOMA_CONSTRAINT_MIN_MAX_NORM,
  KOMA_CONSTRAINT_NON_NEG,
  KOMA_CONSTRAINT_UNIT_NORM,
} KomaConstraintKind;

/* Where a weight has to be after each update. */
typedef struct
{
  KomaConstraintKind kind;
  guint              axis;      /* along which norms are taken; 0 unless told otherwise */
  double             min_value; /* min_max_norm: 0 */
  double             max_value; /* max_norm: 2; min_max_norm: 1 */
  double             rate;      /* min_max_norm: 1; less: part of the way */
} KomaConstraint;

gboolean    koma_constraint_init (KomaConstraint *self, /* with what Keras takes by default */
                                  const char     *name, /* "max_norm", "maxNorm", "MaxNorm" */
                                  GError        **error);
KomaValueId koma_constraint_build (KomaBuilder          *builder,
                                   const KomaConstraint *constraint,
                                   KomaValueId           weight);

G_END_DECLS
