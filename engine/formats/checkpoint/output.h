/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/formats/tensorflow/tf-graph.h"

G_BEGIN_DECLS

/* Puts the result that a training graph classifies with into its list of outputs. */
gboolean koma_checkpoint_choose_output (KomaTfGraph *graph,
                                        GError     **error) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
