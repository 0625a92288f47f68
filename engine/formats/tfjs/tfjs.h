/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/formats/format.h"

/* Graph models and layers models, in a model.json beside their weights. */
extern const KomaFormat koma_format_tfjs;
