/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/model/content-hash.h"
#include "text-normalizer.h"

G_BEGIN_DECLS

/* What a text goes through before the tokenizer sees it. Each adds steps to @self. */

/* As SigLIP was trained: without ASCII punctuation, and in small letters. */
void koma_text_cleaner_canonicalize (KomaTextNormalizer *self, gboolean keeps_case);
/* As the settings of open_clip in @folder want it, if there are some. */
gboolean koma_text_cleaner_read (const char         *folder,
                                 KomaContentHash    *checksum, /* (nullable) is fed the file */
                                 KomaTextNormalizer *self,
                                 GError            **error) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
