/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "kernel.h"

G_BEGIN_DECLS

/* Output channels that one invocation computes. Weights are packed as
 *
 *   [groups, tiles of a group][1 + n_taps * in_c][KOMA_GLES_TILE]
 *
 * whose first row is the bias; zeros fill the last tile of a group. A tile of
 * the second tier has 4 channels. In buffers of float16 the bias is the sum of
 * two rows. */
#define KOMA_GLES_TILE 16

/* A filter, or a matrix, whose element (tap, k, channel) lies at
 * tap * tap_stride + k * k_stride + channel * channel_stride. */
typedef struct
{
  const float *weights;
  const float *bias; /* (nullable) [groups * out_c] */
  gsize        n_groups;
  gsize        n_taps;
  gsize        in_c;  /* of a group */
  gsize        out_c; /* of a group */
  gsize        tap_stride;
  gsize        k_stride;
  gsize        channel_stride;
} KomaGlesFilter;

gboolean koma_gles_tiles_supports (gsize    n_groups,
                                   gsize    n_weights,
                                   gsize    out_c,
                                   GError **error);
gboolean koma_gles_tiles_bind (KomaGlesPlan         *plan,
                               const KomaGlesFilter *filter,
                               KomaGlesBinding       input,
                               KomaGlesBinding       output,
                               KomaGlesDispatch     *dispatch,
                               GError              **error);

/* The tiles of out_c and the pixels of [.., in_c], for conv-2d.comp. */
gboolean koma_gles_tiles_record (KomaGlesPlan         *plan,
                                 KomaGlesDispatch     *dispatch,
                                 const KomaGlesFilter *filter,
                                 gsize                 n_pixels,
                                 const char           *form,
                                 GError              **error);

G_END_DECLS
