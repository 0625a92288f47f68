/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/backends/backend.h"

G_BEGIN_DECLS

#define KOMA_GLES_N_TUNING_BLOCKS 2

/* A small network to try sizes on, with memory for what goes in and comes out. */
typedef struct
{
  KomaSegmentSpec spec; /* of all nodes, nothing in it for others */
  KomaGraph      *graph;
  guint          *nodes;   /* [spec.n_nodes] */
  guint          *uses;    /* [n_values] */
  void          **buffers; /* [n_values] koma_memory_alloc */
  KomaValueId     inputs[KOMA_GLES_N_TUNING_BLOCKS];
  KomaValueId     outputs[KOMA_GLES_N_TUNING_BLOCKS];
} KomaGlesTuningBlocks;

gboolean koma_gles_tuning_blocks_init (KomaGlesTuningBlocks *blocks,
                                       KomaPrecision         precision,
                                       GError              **error);
void     koma_gles_tuning_blocks_clear (KomaGlesTuningBlocks *blocks);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (KomaGlesTuningBlocks, koma_gles_tuning_blocks_clear)

G_END_DECLS
