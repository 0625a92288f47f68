/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Layers of PyTorch, by the names of their weights: @name has "weight", "bias" … behind a dot. All
 * give KOMA_VALUE_NONE after an error, which the builder keeps. Thread: any. */
#pragma once

#include "hub.h"

G_BEGIN_DECLS

/* Zeros around the input of a window. */
typedef enum {
  KOMA_HUB_PAD_HALF, /* half of what the kernel reaches, all around */
  KOMA_HUB_PAD_NONE,
  KOMA_HUB_PAD_SAME, /* as TensorFlow: what the input's size needs, more at the right and below */
  KOMA_HUB_PAD_GIVEN,
} KomaHubPad;

typedef struct
{
  gint64     stride;   /* 0 counts as 1 */
  gint64     dilation; /* likewise */
  KomaHubPad pad;
  gint64     before; /* KOMA_HUB_PAD_GIVEN: rows and columns above and left … */
  gint64     after;  /* … below and right */
} KomaHubWindow;

/* Groups follow from the shapes of @x and the weight [out_c, in_c / groups, h, w]; a bias is used
 * where there is one. */
KomaValueId koma_hub_conv (KomaHub *self, KomaValueId x, const char *name, KomaHubWindow window);
/* The same, of an array that is no weight as it is stored: (transfer full) (nullable). */
KomaValueId koma_hub_conv_with (KomaHub      *self,
                                KomaValueId   x,
                                KomaArray    *filter,
                                KomaValueId   bias,
                                KomaHubWindow window);
/* Padding is no part of a mean; with @is_ceil windows that are partly inside count too. */
KomaValueId koma_hub_pool (KomaHub      *self,
                           KomaOp        op, /* KOMA_OP_MAX_POOL, KOMA_OP_AVG_POOL */
                           KomaValueId   x,
                           gint64        side,
                           KomaHubWindow window,
                           gboolean      is_ceil);

KomaValueId koma_hub_batch_norm (KomaHub *self, KomaValueId x, const char *name, double epsilon);
/* Over the last dimension: of tokens, or the channels of each pixel. */
KomaValueId koma_hub_layer_norm (KomaHub *self, KomaValueId x, const char *name, double epsilon);
/* Over all pixels of a picture and the channels of each group. */
KomaValueId koma_hub_group_norm (KomaHub    *self,
                                 KomaValueId x,
                                 const char *name,
                                 gint64      n_groups,
                                 double      epsilon);

/* Vectors of length 1, along the last dimension. */
KomaValueId koma_hub_make_unit (KomaHub *self, KomaValueId x);

/* @x of any rank from 2 on; the weight is [out, in], or [out, in, 1, 1]. */
KomaValueId koma_hub_linear (KomaHub *self, KomaValueId x, const char *name);
/* The last layer of a classifier, if it is wanted: KomaHub.is_headless. */
KomaValueId koma_hub_head (KomaHub *self, KomaValueId x, const char *name);
/* By the names that configurations have: "gelu", "relu6", "quick_gelu", "hard_swish", … */
KomaValueId koma_hub_activate (KomaHub *self, KomaValueId x, const char *activation);
/* @x times a weight of one number for each channel; @x where there is no such weight. */
KomaValueId koma_hub_scale (KomaHub *self, KomaValueId x, const char *name /* (nullable) */);
KomaValueId koma_hub_add (KomaHub *self, KomaValueId a, KomaValueId b);
/* [n,h,w,c] → [n,1,1,c] or [n,c]; and [n,rows,c] → [n,c]. */
KomaValueId koma_hub_mean_pixels (KomaHub *self, KomaValueId x, gboolean keep_dims);
KomaValueId koma_hub_mean_rows (KomaHub *self, KomaValueId x);
/* Rows of tokens. */
KomaValueId koma_hub_slice_rows (KomaHub *self, KomaValueId x, gint64 first, gint64 n_rows);
KomaValueId koma_hub_get_row (KomaHub *self, KomaValueId x, gint64 row); /* [n,c] */
/* Pixels with zeros around them. */
KomaValueId koma_hub_pad_pixels (KomaHub    *self,
                                 KomaValueId x,
                                 gint64      before, /* above and left */
                                 gint64      after_h,
                                 gint64      after_w);
/* [n,h,w,c] → [n,h * w,c], and back. */
KomaValueId koma_hub_pixels_to_rows (KomaHub *self, KomaValueId x);
KomaValueId koma_hub_rows_to_pixels (KomaHub *self, KomaValueId x, gint64 height, gint64 width);

/* The mean of each channel through two layers; @x times what comes out. */
typedef struct
{
  const char *reduce;
  const char *expand;
  const char *activation; /* between them */
  const char *gate;       /* behind: "sigmoid", "hard_sigmoid" */
} KomaHubSqueeze;

KomaValueId koma_hub_squeeze_excite (KomaHub *self, KomaValueId x, const KomaHubSqueeze *squeeze);

/* Attention among rows. */
typedef struct
{
  const char *query; /* names of linear layers … */
  const char *key;
  const char *value;
  const char *fused;  /* … or of one whose rows are all of q, of k and of v; NULL: none */
  const char *output; /* (nullable) */
  /* (nullable) Norms of each head's rows, with @epsilon; not there where the file has none. */
  const char *query_norm;
  const char *key_norm;
  double      epsilon;
  gint64      n_heads;
  KomaValueId bias; /* added to the scores; KOMA_VALUE_NONE: nothing */
} KomaHubAttention;

KomaValueId koma_hub_attention (KomaHub *self, KomaValueId x, const KomaHubAttention *how);
/* Its parts, for those that need something between them: [n,rows,c] → [n,heads,rows,c / heads]. */
KomaValueId koma_hub_split_heads (KomaHub *self, KomaValueId x, gint64 n_heads);
KomaValueId koma_hub_norm_heads (KomaHub    *self,
                                 KomaValueId x,
                                 const char *name, /* (nullable) */
                                 double      epsilon);
/* What rows of @q [n,heads,rows,c] find among those of @k and @v, [n,rows,heads * c]; @bias as
 * above. */
KomaValueId koma_hub_attend (
  KomaHub *self, KomaValueId q, KomaValueId k, KomaValueId v, KomaValueId bias);
/* The same of scores [n,heads,rows,columns], scaled. */
KomaValueId koma_hub_attend_by (KomaHub *self, KomaValueId scores, KomaValueId v, KomaValueId bias);

G_END_DECLS
