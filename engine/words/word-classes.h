/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/model/model.h"

G_BEGIN_DECLS

#define KOMA_MAX_WORD_CLASSES 10000
/* What stands for the class in a prompt. */
#define KOMA_PROMPT_PLACE "{}"

/* Classes as a person types them: parted by commas or, where there are several lines, by lines. */
char **koma_word_classes_parse (const char *text, GError **error) G_GNUC_WARN_UNUSED_RESULT;

/* A classifier of words, made from a model that compares pictures with words. */
KomaModel *koma_word_classes_new (KomaModel         *model,
                                  const char *const *words,
                                  const char *const *prompts, /* (nullable) NULL-terminated */
                                  GError           **error) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
