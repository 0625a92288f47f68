/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "chars-map.h"

G_BEGIN_DECLS

typedef enum {
  KOMA_TEXT_NFC,
  KOMA_TEXT_NFD,
  KOMA_TEXT_NFKC,
  KOMA_TEXT_NFKD,
  KOMA_TEXT_LOWERCASE,    /* each character by itself */
  KOMA_TEXT_REPLACE,      /* each @from becomes @to */
  KOMA_TEXT_REPLACE_RUNS, /* of at least @min_run characters of @set; the longest there are */
  KOMA_TEXT_REPLACE_EACH, /* each character of @set */
  KOMA_TEXT_STRIP_LEFT,   /* of white space */
  KOMA_TEXT_STRIP_RIGHT,
  KOMA_TEXT_PREPEND, /* @to, before a text that is not empty */
  KOMA_TEXT_MAP,     /* by @map */
  KOMA_N_TEXT_STEP_KINDS
} KomaTextStepKind;

typedef enum {
  KOMA_CHARS_LISTED,       /* those of @from, ASCII */
  KOMA_CHARS_SPACE,        /* Unicode's White_Space */
  KOMA_CHARS_PYTHON_SPACE, /* and four control characters: what Python's \s means */
  KOMA_N_TEXT_SETS
} KomaTextSet;

/* Of one normalizer: more would take long, for each text. */
#define KOMA_MAX_TEXT_STEPS 32u

typedef struct
{
  KomaTextStepKind kind;
  KomaTextSet      set;
  guint            min_run;
  char            *from; /* (nullable) */
  char            *to;   /* (nullable) */
  KomaCharsMap    *map;  /* (nullable) */
} KomaTextStep;

/* What a text goes through before it is split into tokens: steps, one after the other. */
typedef struct _KomaTextNormalizer KomaTextNormalizer;

KomaTextNormalizer *koma_text_normalizer_new (void);
void                koma_text_normalizer_free (KomaTextNormalizer *self);
/* Copies the texts of @step, takes its map. */
void                koma_text_normalizer_add (KomaTextNormalizer *self, const KomaTextStep *step);
guint               koma_text_normalizer_get_n_steps (const KomaTextNormalizer *self);
const KomaTextStep *koma_text_normalizer_get_step (const KomaTextNormalizer *self, guint index);
/* Whether no @from is left in a text. */
gboolean koma_text_normalizer_replaces (const KomaTextNormalizer *self,
                                        const char               *from);
/* @text: UTF-8 */
void koma_text_normalizer_apply (const KomaTextNormalizer *self, GString *text);

gboolean koma_text_is_space (gunichar c);
/* Cuts @text to @max_bytes at most, where a character begins. */
void koma_text_cut (GString *text, gsize max_bytes);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaTextNormalizer, koma_text_normalizer_free)

G_END_DECLS
