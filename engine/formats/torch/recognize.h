/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/formats/hub/weights.h"

G_BEGIN_DECLS

/* (nullable) The architecture of torchvision whose weights have such names: "resnet". */
const char *koma_torch_recognize (const KomaHubWeights *weights);

G_END_DECLS
