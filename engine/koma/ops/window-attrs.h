/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/koma/tensor/formula.h"
#include "window-options.h"

G_BEGIN_DECLS

/* The attributes of convolutions and pools: strides, dilations, padding, and ksize of a pool.
 * @n_dims: 3: planes, rows, columns; 2: no planes; 1: columns, of a picture of one row */
KomaAttrs *koma_window_attrs (KomaBuilder             *builder,
                              const KomaWindowOptions *options, /* (nullable) */
                              guint                    n_dims,
                              gboolean                 is_pool);

/* How a window goes over the rows of pictures, or over their columns. */
typedef struct
{
  gint64 size;
  gint64 stride;
  gint64 dilation;
  gint64 before; /* padding */
  gint64 after;
  gint64 n_out; /* windows */
} KomaWindowSide;

/* Of pictures [n, h, w, c]. @kernel: (nullable): rows and columns of a filter; NULL: a pool's.
 * FALSE where no window fits, which is the builder's error. */
gboolean koma_window_get_sides (KomaBuilder             *builder,
                                const KomaWindowOptions *options, /* (nullable) */
                                gboolean                 is_pool,
                                const KomaShape         *shape,
                                const gint64            *kernel,
                                KomaWindowSide          *ret_sides /* [2] */);

/* How the window goes over planes, as if these were rows: of a picture whose columns stay apart. */
KomaWindowOptions koma_window_get_planes (const KomaWindowOptions *options, gboolean is_pool);

/* The op, given its attributes and a batch; where x has none, it gets one for the time. */
KomaValueId koma_window_build (KomaBuilder             *builder,
                               KomaOp                   op,
                               const KomaWindowOptions *options,
                               KomaValueId              x,
                               KomaValueId              filter, /* NONE: a pool */
                               guint                    n_dims);

G_END_DECLS
