/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/formats/tensorflow/tf-graph.h"

G_BEGIN_DECLS

/* Puts moving averages in place of the statistics of a batch that they follow. */
gboolean koma_checkpoint_use_moving_averages (KomaTfGraph *graph,
                                              GError     **error) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
