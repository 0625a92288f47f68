/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/decode/decoder.h"
#include "koma-box-process.h"
#include "koma-confinement.h"

G_BEGIN_DECLS

/* All that a helper process does, from its main() to its end. */
G_NORETURN void koma_box_serve (KomaConfinement        wanted, /* less than ALL in tests */
                                KomaDecoderDecodeBytes decode);

G_END_DECLS
