/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "layers.h"

G_BEGIN_DECLS

#define KOMA_HUB_MAX_TOKENS 3

/* A picture as rows of numbers: patches, and learned rows before them. Weights of rows are
 * [1,rows,c], [rows,c] or [c]. */
typedef struct
{
  const char *patches;                     /* a convolution whose stride is its kernel */
  const char *tokens[KOMA_HUB_MAX_TOKENS]; /* weights of the first rows; NULL: no more */
  const char *positions;                   /* a weight; may be missing in the file */
  /* The table of positions, where it is of another size: as DINOv2 does it, or as timm. */
  gboolean is_resized;
  gboolean is_resampled;
} KomaHubTokens;

/* [n,rows,c]; @ret_n_first: rows before the patches. */
KomaValueId koma_hub_tokens (KomaHub             *self,
                             KomaValueId          pictures,
                             const KomaHubTokens *how,
                             gint64              *ret_n_first);

G_END_DECLS
