/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/graph/graph.h"

G_BEGIN_DECLS

/* MobileNetV2 1.0 with weights that are noise, always the same: as fast as the
 * real one, and nothing to download. Input float32 [?,side,side,3], output
 * softmax [?,n_classes]. */
KomaGraph *make_mobilenet_v2 (guint    side,
                              guint    n_classes,
                              GError **error);

G_END_DECLS
