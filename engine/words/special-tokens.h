/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/model/content-hash.h"

G_BEGIN_DECLS

/* What special_tokens_map.json and tokenizer_config.json say, each where it is there: the texts of
 * tokens with a meaning of their own. */
typedef struct
{
  char    *start;      /* (nullable) of a text */
  char    *end;        /* (nullable) */
  char    *unknown;    /* (nullable) */
  char    *padding;    /* (nullable) */
  gboolean keeps_case; /* "do_lower_case" is false */
} KomaSpecialTokens;

gboolean koma_special_tokens_read (const char        *folder,
                                   KomaContentHash   *checksum,   /* (nullable) is fed the files */
                                   KomaSpecialTokens *ret_tokens, /* is clear before */
                                   GError           **error) G_GNUC_WARN_UNUSED_RESULT;
void     koma_special_tokens_clear (KomaSpecialTokens *tokens);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (KomaSpecialTokens, koma_special_tokens_clear)

G_END_DECLS
