/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/backends/gles/plan.h"

G_BEGIN_DECLS

/* Texels in a row of a tensor's texture, and of a constant's, which has one
 * layer. A texel holds four consecutive elements. Every driver has rows of this
 * width; powers of two, so that a division by them is a shift. Fragments are
 * made two rows at a time at least, and drivers share them out by columns:
 * small tensors are to have a few rows and columns. */
#define KOMA_GLES_TENSOR_WIDTH   256
#define KOMA_GLES_CONSTANT_WIDTH 1024

/* Layers of a tensor's texture, as many as every driver draws into at once. */
#define KOMA_GLES_N_LAYERS 4

/* The texels of a tensor: layer after layer, row after row. Where a quarter of
 * the pixels makes a layer, texels at the same place in all layers are of the
 * same channels. */
typedef struct
{
  guint n_texels;
  guint quarter; /* texels of a layer; the last ones may have fewer, or none */
  guint n_layers;
  guint row; /* texels of a row that is full */
  guint width;
  guint height;
} KomaGlesExtent;

gboolean       koma_gles_extent_has_pixels (gsize n_elems, gsize n_channels);
KomaGlesExtent koma_gles_extent_make (gsize n_elems, gsize n_channels);
KomaGlesExtent koma_gles_extent_make_constant (gsize n_elems);
KomaGlesExtent koma_gles_extent_get (const KomaGlesPlan *plan, KomaGlesBinding binding);
guint          koma_gles_extent_count_texels (const KomaGlesExtent *extent, guint layer);

G_END_DECLS
