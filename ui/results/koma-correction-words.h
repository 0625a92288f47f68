/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "worker/take/koma-correction.h"

G_BEGIN_DECLS

/* What persons say of pictures, in the user's language; @result is the answer that they saw, or
 * another since. */

/* “You said so on 29 November; Koma: Egyptian cat, 85%” */
char *koma_correction_words_describe (const KomaCorrection *correction,
                                      const KomaResult     *result); /* (nullable) */

/* A small picture beside the name, and what it says. */
const char *koma_correction_words_get_icon (const KomaCorrection *correction,
                                            const KomaResult     *result); /* (nullable) */
const char *koma_correction_words_get_mark (const KomaCorrection *correction,
                                            const KomaResult     *result); /* (nullable) */

G_END_DECLS
