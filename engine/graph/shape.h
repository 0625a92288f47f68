/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

#include "engine/koma-limits.h"

G_BEGIN_DECLS

/* A dimension that is not known before the graph is bound to its inputs. */
#define KOMA_DIM_UNKNOWN (-1)

/**
 * KomaShape:
 * @rank: number of dimensions, 0 (a scalar) to %KOMA_MAX_RANK
 * @dims: sizes, outermost first; at most %G_MAXINT32 each, or
 *   %KOMA_DIM_UNKNOWN; those past @rank are 0
 *
 * Tensors are dense and row-major: the last dimension is contiguous.
 * Pictures are NHWC.
 */
typedef struct
{
  guint  rank;
  gint64 dims[KOMA_MAX_RANK];
} KomaShape;

/* A shape as [n_outer, n_axis, n_inner], with one dimension in the middle. */
typedef struct
{
  gsize n_outer;
  gsize n_axis;
  gsize n_inner;
} KomaShapeAxis;

#define KOMA_SHAPE(...)                                        \
  koma_shape_make (G_N_ELEMENTS (((gint64[]){ __VA_ARGS__ })), \
                   (gint64[]){ __VA_ARGS__ })
#define KOMA_SHAPE_SCALAR koma_shape_make (0, NULL)

KomaShape koma_shape_make (guint         rank,
                           const gint64 *dims);
gboolean  koma_shape_parse (const char *text, /* "1,224,224,3" */
                            KomaShape  *ret_shape,
                            GError    **error);

gboolean koma_shape_equal (const KomaShape *a,
                           const KomaShape *b);
gboolean koma_shape_is_known (const KomaShape *shape);
gboolean koma_shape_check (const KomaShape *shape,
                           gsize            elem_size,
                           gsize           *ret_count,
                           GError         **error) G_GNUC_WARN_UNUSED_RESULT;
gsize    koma_shape_count (const KomaShape *shape); /* of a checked shape */
void     koma_shape_strides (const KomaShape *shape,
                             gsize           *ret_strides_elems);
gboolean koma_shape_broadcast (const KomaShape *a,
                               const KomaShape *b,
                               KomaShape       *ret_shape);
/* Elements before, along and behind dimension @axis. */
KomaShapeAxis koma_shape_split_at (const KomaShape *shape,
                                   guint            axis);
char         *koma_shape_to_string (const KomaShape *shape); /* "[1,224,224,3]" */

G_END_DECLS
