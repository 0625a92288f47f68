/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Shared by SpaceToBatchND and BatchToSpaceND. Private to engine/ops/. */
#pragma once

#include "infer.h"

G_BEGIN_DECLS

/* Element i is about dimension 1 + i. */
typedef struct
{
  guint  n_spatial;
  gint64 block_size; /* product of block, below 2^31 */
  gint64 block[KOMA_MAX_RANK];
  gint64 before[KOMA_MAX_RANK];
  gint64 after[KOMA_MAX_RANK];
} KomaSpaceND;

gboolean koma_space_nd_infer (const KomaGraph *graph,
                              const KomaNode  *node,
                              const char      *what, /* "paddings" or "crops" */
                              KomaSpaceND     *ret_space,
                              GError         **error);
void     koma_space_nd_fill_params (const KomaSpaceND *space,
                                    KomaOpParams      *ret_params);

G_END_DECLS
