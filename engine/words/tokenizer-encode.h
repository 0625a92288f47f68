/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "tokenizer-parts.h"

G_BEGIN_DECLS

/* (transfer full) The start token, where there is one, and the tokens of a text, as int32. */
GArray *koma_tokenizer_parts_encode (const KomaTokenizerParts *parts,
                                     const char               *text,
                                     guint                     n_wanted); /* more are not read */

G_END_DECLS
