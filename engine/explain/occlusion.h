/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* From coarse to fine. */
#define KOMA_OCCLUSION_LEVELS 3

/* A part of a model's input, in its pixels. */
typedef struct
{
  guint x;
  guint y;
  guint width;
  guint height;
} KomaPatch;

/* The size of a model's input: [height, width, channels]. */
typedef struct
{
  guint width;
  guint height;
  guint channels;
} KomaOcclusionInput;

/* The patches of a level lie in this many rows and as many columns. */
guint     koma_occlusion_get_side (guint level);
KomaPatch koma_occlusion_get_patch (const KomaOcclusionInput *size, guint level, guint index);
float    *koma_occlusion_new_fill (const KomaOcclusionInput *size, const float *input);
void      koma_occlusion_cover (const KomaOcclusionInput *size,
                                const float              *fill,
                                const KomaPatch          *patch,
                                float                    *input); /* (inout) */

/* A map has this many rows and as many columns, whatever the input's ratio. */
#define KOMA_OCCLUSION_MAP_SIDE 16

/* What the sweep has found so far. */
typedef struct
{
  const float *base;                          /* [n_classes] scores, 0 … 1, of the whole picture */
  const float *levels[KOMA_OCCLUSION_LEVELS]; /* (nullable) [patches, n_classes] likewise */
  guint        n_classes;
} KomaOcclusion;

void koma_occlusion_make_map (const KomaOcclusion *self,
                              guint                class_index,
                              float               *ret_map); /* [MAP_SIDE, MAP_SIDE] */

G_END_DECLS
