/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Classifiers with channels first, made ones with channels last as Koma's pictures are. */
#pragma once

#include "engine/graph/graph.h"

G_BEGIN_DECLS

/* An input [n,c,h,w] that is a picture becomes one [n,h,w,c] … */
gboolean koma_picture_has_channels_first (const KomaGraph *graph);
gboolean koma_picture_to_channels_last (KomaGraph *graph,
                                        GError   **error) G_GNUC_WARN_UNUSED_RESULT;
/* … a grey one [n,h,w] gets its channel … */
gboolean koma_picture_add_channel (KomaGraph *graph, GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* … and scores [n,c,1,1] become [n,c]. */
gboolean koma_picture_join_scores (KomaGraph       *graph,
                                   const KomaGraph *inferred,
                                   gboolean        *ret_is_changed,
                                   GError         **error) G_GNUC_WARN_UNUSED_RESULT;
/* Pictures of any size get one. */
gboolean koma_picture_is_open (const KomaGraph *graph);
void     koma_picture_settle_size (KomaGraph *graph, guint width, guint height);

G_END_DECLS
