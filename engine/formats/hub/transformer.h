/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "layers.h"

G_BEGIN_DECLS

/* What the layers of a block are called, behind the name of the block and a dot. */
typedef struct
{
  const char *norm1;
  const char *query; /* NULL where one layer gives all three */
  const char *key;
  const char *value;
  const char *fused;
  const char *output;
  const char *query_norm; /* (nullable) of each head; not there where the file has none */
  const char *key_norm;
  const char *scale1; /* (nullable) weights; those that are not in the file are left out */
  const char *norm2;
  const char *fc1;
  const char *fc2;
  /* (nullable) In place of these two, where it is in the file: halves a and b of silu (a) · b … */
  const char *gated;
  const char *gated_output; /* … which goes through this one */
  const char *scale2;
} KomaHubBlockNames;

extern const KomaHubBlockNames koma_hub_block_hugging_face;
extern const KomaHubBlockNames koma_hub_block_timm;
extern const KomaHubBlockNames koma_hub_block_clip; /* and SigLIP, of Hugging Face */
extern const KomaHubBlockNames koma_hub_block_open_clip;

typedef struct
{
  const KomaHubBlockNames *names;
  const char              *activation;
  double                   epsilon;
  gint64                   n_heads;
  KomaValueId              bias; /* of the scores, as KomaHubAttention has it */
} KomaHubBlock;

/* x + scale1 · attention (norm1 (x)), and that + scale2 · fc2 (act (fc1 (norm2 (x)))). */
KomaValueId koma_hub_block (KomaHub            *self,
                            KomaValueId         x, /* [n,rows,c] */
                            const char         *block,
                            const KomaHubBlock *how);
gboolean    koma_hub_has_block (KomaHub *self, const char *block, const KomaHubBlock *how);
/* “@blocks.0”, “@blocks.1” …, as many as the file has. */
KomaValueId koma_hub_blocks (KomaHub            *self,
                             KomaValueId         x, /* [n,rows,c] */
                             const char         *blocks,
                             const KomaHubBlock *how);
/* Halves of a block, without norm, scale and sum. */
KomaValueId koma_hub_block_attention (KomaHub            *self,
                                      KomaValueId         x,
                                      const char         *block,
                                      const KomaHubBlock *how);
KomaValueId koma_hub_block_mlp (KomaHub            *self,
                                KomaValueId         x,
                                const char         *block,
                                const KomaHubBlock *how);

G_END_DECLS
