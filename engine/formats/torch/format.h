/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/formats/format.h"

G_BEGIN_DECLS

/* Weights of PyTorch: of torchvision's models, or beside a config.json. */
extern const KomaFormat koma_format_torch;

G_END_DECLS
