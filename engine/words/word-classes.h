/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "word-head.h"

G_BEGIN_DECLS

#define KOMA_MAX_WORD_CLASSES 10000

/* Classes as a person types them: parted by commas or, where there are several lines, by lines. */
char **koma_word_classes_parse (const char *text, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* A classifier of words, made from a model that compares pictures with words. */
KomaModel *koma_word_classes_new (KomaModel         *model,
                                  const char *const *words,
                                  const char *const *prompts, /* (nullable) NULL-terminated */
                                  GError           **error) G_GNUC_WARN_UNUSED_RESULT;

/* The same with other classes, where it compares pictures with words; any other as it is. */
KomaModel *koma_word_classes_set (KomaModel  *model,
                                  const char *classes, /* (nullable) */
                                  const char *prompts, /* (nullable) */
                                  GError    **error) G_GNUC_WARN_UNUSED_RESULT;
/* That of the file, whatever the words: what it takes to compute depends on that. */
const char *koma_word_classes_get_file_hash (const KomaModel *model);
/* (nullable) Of a model that was made so. */
const KomaWordHead *koma_word_head_find (const KomaModel *model);

G_END_DECLS
