/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Resizing treats rows and columns alike, one after the other. */
#pragma once

#include "oracle.h"

G_BEGIN_DECLS

typedef struct
{
  const KomaAttrs *attrs;
  guint            d; /* 1: rows, 2: columns */
  gint64           in;
  gint64           out;
  gboolean         is_nearest;
  gboolean         is_cubic;
} OracleSide;

double *oracle_make_resize_weights (const OracleSide *side);
double  oracle_weigh_plane (const OracleTensor *x,
                            const gint64       *at,
                            const double       *rows,
                            gint64              row_step,
                            const double       *columns,
                            gint64              column_step);

G_END_DECLS
