/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/koma-app.h"
#include "koma-box-send.h"

G_BEGIN_DECLS

/* What a helper does with READ, with WORDS and with UNPACK. */
void koma_box_serve_model (const KomaModelReader *reader,
                           const KomaBoxMemory   *input, /* of READ */
                           const KomaBoxMemory   *output,
                           const KomaBoxMessage  *message);
void koma_box_serve_words (const KomaModelReader *reader,
                           const KomaBoxMemory   *output,
                           const KomaBoxMessage  *message);
void koma_box_serve_archive (const KomaModelReader *reader,
                             int                    fd,
                             const KomaBoxMemory   *output);

void koma_box_serve_failure (const GError *error);

G_END_DECLS
