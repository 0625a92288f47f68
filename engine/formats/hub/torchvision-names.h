/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weights.h"

G_BEGIN_DECLS

/* Gives the weights of an architecture that timm has, too, the names that they have there: one
 * file makes the graph of both. Leaves those of others alone. */
void koma_hub_torchvision_rename (KomaHubWeights *weights, const char *architecture);

G_END_DECLS
