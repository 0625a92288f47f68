/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/koma-app.h"
#include "koma-box-process.h"
#include "koma-confinement.h"

G_BEGIN_DECLS

/* What a helper reads strangers' files with: the engine's functions, or others in tests. */
typedef struct
{
  KomaDecoderDecodeBytes decode;
  KomaModelReader        models;
  GBytes *(*xmp) (GBytes *request); /* see koma-xmp-answer.h */
} KomaBoxReaders;

extern const KomaBoxReaders koma_box_readers; /* the engine's */

/* All that a helper process does, from its main() to its end. */
G_NORETURN void koma_box_serve (KomaConfinement       wanted, /* less than ALL in tests */
                                const KomaBoxReaders *readers);

G_END_DECLS
