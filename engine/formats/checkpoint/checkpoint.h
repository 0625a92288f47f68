/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/formats/format.h"

G_BEGIN_DECLS

extern const KomaFormat koma_format_checkpoint;

G_END_DECLS
