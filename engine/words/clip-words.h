/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The next word of a text as CLIP splits it: one of 's 't 're 've 'm 'll 'd, letters, a number of
 * one character or a run of anything else. White space is passed over. FALSE: there is none. */
gboolean koma_clip_words_next (const char **at,
                               const char  *end,
                               const char **ret_word,
                               gsize       *ret_n_bytes);

G_END_DECLS
