/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/graph/graph.h"

G_BEGIN_DECLS

gboolean koma_chosen_class_to_scores (KomaGraph *graph, char **ret_note);

G_END_DECLS
